// The step player. It draws frames made in Python and steps through them by itself; it knows no rules of any game.
// One module, no dependency: anywidget uses the default export, static pages use `watch` or `hydrate`.

// ---------- small helpers ----------

const SVG = "http://www.w3.org/2000/svg";
const CARD = { w: 90, h: 126 };
const SHOWN = 0.78; // so much of a card stays in sight where columns overlap
const WIDE_STAGE = 600; // px: below this the table is drawn narrow
const TWO_COLUMNS = 1000; // px of the whole player: below this the panels go under the table
const BARS_FROM = 17; // turns: from here on the track shows a bar a turn instead of a tick a step
const NO_ANSWER_MS = 8000;

const h = (tag, attrs, ...kids) => fill(document.createElement(tag), attrs, kids);
const s = (tag, attrs, ...kids) => fill(document.createElementNS(SVG, tag), attrs, kids);

function fill(node, attrs = {}, kids = []) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else put(node, name, value);
  }
  node.append(...kids.filter((kid) => kid != null && kid !== false));
  return node;
}

// Writes an attribute only when it changes: most of a step leaves most of the picture as it is.
function put(node, name, value) {
  if (value == null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? "" : value)) node.setAttribute(name, value === true ? "" : value);
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const stored = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* private mode: the choice lasts for this page */ } },
};

let pen; // text widths from a canvas: asking the SVG would force a layout in every step
const widths = new Map();
function textWidth(text, font) {
  const key = font + text;
  if (!widths.has(key)) {
    pen ??= document.createElement("canvas").getContext("2d");
    pen.font = font;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

// A text cut to a width, so that a long name runs into nothing.
function cut(text, font, room) {
  if (textWidth(text, font) <= room) return text;
  let length = text.length - 1;
  while (length > 1 && textWidth(`${text.slice(0, length).trimEnd()}…`, font) > room) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}

// ---------- drawings: suits, ranks, icons, cards ----------

const SUITS = {
  h: "M50 93C20 69 5 51 5 31 5 16 16 5 30 5c9 0 16 5 20 13C54 10 61 5 70 5c14 0 25 11 25 26 0 20-15 38-45 62Z",
  d: "M50 2Q65 29 88 50 65 71 50 98 35 71 12 50 35 29 50 2Z",
  s: "M50 3C62 25 94 41 94 64c0 12-9 20.500-20.500 20.500-8 0-14.500-4-18.500-10.500 1 10 5 17 12 22H33c7-5 11-12 12-22-4 6.500-10.500 10.500-18.500 10.500C15 84.500 6 76 6 64 6 41 38 25 50 3Z",
  c: "M50 3a21.500 21.500 0 0 1 17 34.700A21.500 21.500 0 1 1 55 72c1 11 5 19 12 24H33c7-5 11-13 12-24A21.500 21.500 0 1 1 33 37.700 21.500 21.500 0 0 1 50 3Z",
};
const SUIT_SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const RANKS = {
  A: "M5 100 30 5 55 100M14.5 69h31",
  2: "M8 31C8 14 18 6.5 30 6.5S52 15 52 29c0 12-8 20-18 31L9 93.5h45",
  3: "M9 6.5h42L28 42c16 0 26 10 26 26S43.5 94 29 94C18 94 10 88.500 6 78",
  4: "M43 100V6.500L5.500 71H57",
  5: "M50 6.500H15.500L11 47c5-5 11-8 19-8 14 0 24 11 24 27.500S43 94 29 94C18 94 10 88.500 6 78.500",
  6: "M45 5C26 20 6.500 42 6.500 66.500 6.500 83 17 94 30 94s23.500-11 23.500-27S43.500 40.500 31 40.500C18.500 40.500 6.500 50 6.500 66.500",
  7: "M5 6.500h48L22 100",
  8: "M30 6.500c12 0 20 8.500 20 20S42 47 30 47s-20-9-20-20.500 8-20 20-20ZM30 47c14 0 23.500 10 23.500 23.500S44 94 30 94 6.500 84 6.500 70.500 16 47 30 47Z",
  9: "M15 95C34 80 53.500 58 53.500 33.500 53.500 17 43 6 30 6S6.500 17 6.500 33s10 26.500 22.500 26.500C41.500 59.500 53.500 50 53.500 33.500",
  T: "M1 22 13 10V100M47 6.500c12 0 18 16 18 43.500S59 93.500 47 93.500 29 77.500 29 50 35 6.500 47 6.500Z",
  J: "M20 6.500h25V66C45 84 37 94 24 94 14 94 7.500 88 6 76",
  Q: "M30 6.500c15 0 23.500 16 23.500 43.500S45 93.500 30 93.500 6.500 77.500 6.500 50 15 6.500 30 6.500ZM33 70 56 100",
  K: "M11 1V100M53 3 12 58M26.500 40 56 100",
};
const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7", back: "M15 5l-8 7 8 7", next: "M9 5l8 7-8 7", last: "M18 5v14M6 5l8 7-8 7",
  play: "M8 5v14l11-7Z", pause: "M8 5v14M16 5v14", no: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM5.800 5.800l12.400 12.400",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
  lock: "M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  link: "M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700l1.600-1.600",
  bars: "M3 20h18M6 16v-4M12 16V5M18 16V9", save: "M12 4v11M7 11l5 5 5-5M5 20h14", screen: "M3 5h18v11H3ZM12 16v4M8 20h8", close: "M6 6l12 12M18 6 6 18", down: "M6 9l6 6 6-6",
};

const BLANK = '<rect class="ck-face" x=".75" y=".75" width="88.500" height="124.500" rx="8"/>';
const use = (id, transform) => `<use href="#ck-${id}" transform="${transform}"/>`;

// All drawings live once in the page; cards point at them. Card symbols are added when first needed.
function drawings() {
  let defs = document.getElementById("ck-defs");
  if (defs) return defs;
  const part = (kind, paths) => Object.entries(paths).map(([id, d]) => `<path id="ck-${kind}-${id}" class="ck-${kind}" d="${d}"/>`).join("");
  const dots = [[0, 0], [12, 0], [0, 12], [12, 12]].map(([x, y]) => `<circle class="ck-b3" cx="${x}" cy="${y}" r="1.7"/>`).join("");
  const page = h("div", { class: "ck-defs", "aria-hidden": "true" });
  page.innerHTML = `<svg width="0" height="0" focusable="false"><defs id="ck-defs">${part("suit", SUITS)}${part("rank", RANKS)}${part("icon", ICONS)}
    <pattern id="ck-weave" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="ck-b2" d="M0 6h12M6 0v12"/>${dots}</pattern>
    <radialGradient id="ck-glow" cx="50%" cy="44%" r="75%"><stop class="ck-gs0" offset="0"/><stop class="ck-gs0" offset=".28" stop-opacity=".55"/><stop class="ck-gs1" offset="1"/></radialGradient>
    <symbol id="ck-shadow" viewBox="-4 -4 98 140"><rect class="ck-sh" x="-2" y="1" width="94" height="131" rx="11"/><rect class="ck-sh" y="2.500" width="90" height="127.500" rx="9.500"/><rect class="ck-sh" x="1" y="4" width="88" height="125" rx="9"/></symbol>
    <symbol id="ck-back" viewBox="0 0 90 126">${BLANK}<rect class="ck-b1" x="6" y="6" width="78" height="114" rx="4"/><rect fill="url(#ck-weave)" x="6" y="6" width="78" height="114" rx="4"/>
      <circle class="ck-b1" cx="45" cy="63" r="15.500"/><path class="ck-b4" d="M45 51.500 54 63 45 74.500 36 63Z"/><circle class="ck-b5" cx="45" cy="63" r="15.500"/></symbol></defs></svg>`;
  document.body.append(page);
  return document.getElementById("ck-defs");
}

function faceSymbol(face) {
  const [rank, suit] = face, id = `ck-f-${rank}${suit}`;
  if (!document.getElementById(id)) {
    const court = "JQK".includes(rank), ten = rank === "T";
    const corner = use(`rank-${rank}`, ten ? "translate(8.5 9) scale(.36 .38)" : "translate(8 9) scale(.38)") + use(`suit-${suit}`, "translate(7.5 53) scale(.23)");
    const middle = court
      ? `<rect class="ck-court" x="38" y="31" width="43" height="86" rx="6"/>` + use(`suit-${suit}`, "translate(50 39) scale(.19)") + use(`rank-${rank}`, "translate(46.2 63) scale(.44)")
      : use(`suit-${suit}`, "translate(31 64) scale(.5)");
    const symbol = s("symbol", { id, viewBox: "0 0 90 126" });
    symbol.innerHTML = `${BLANK}<g class="ck-${suit}">${corner}${middle}</g>`;
    drawings().append(symbol);
  }
  return `#${id}`;
}

// What a card shows, as a short text; two looks that are equal need no redrawing.
const lookOf = (card) => ("gap" in card ? `gap:${card.gap}` : `${card.up ? "face" : "back"}:${card.f}`);

function drawLook(group, look) {
  const [kind, what] = look.split(/:(.*)/s);
  if (kind === "gap") {
    const lines = what.split("\n"), words = s("text", { class: "ck-t-gap", y: 63, "text-anchor": "middle" });
    words.append(...lines.map((line, i) => s("tspan", { x: 45, dy: i ? "1.15em" : `${0.35 - (lines.length - 1) * 0.575}em` }, line)));
    group.replaceChildren(s("rect", { class: "ck-well", width: 90, height: 126, rx: 8 }), words);
    return;
  }
  const parts = [s("use", { href: kind === "face" && what !== "??" ? faceSymbol(what) : "#ck-back", width: 90, height: 126 })];
  if (kind === "back" && what !== "??") {
    const [rank, suit] = what;
    const corner = s("g", { class: `ck-${suit}` });
    corner.innerHTML = use(`rank-${rank}`, "translate(7 7) scale(.27 .28)") + use(`suit-${suit}`, "translate(7 39) scale(.17)");
    parts.push(s("path", { class: "ck-fold", d: "M0 8a8 8 0 0 1 8-8H62L0 82Z" }), s("path", { class: "ck-foldedge", d: "M62 0 0 82" }), corner);
  }
  group.replaceChildren(...parts);
}

const icon = (name, attrs) => s("svg", { class: `ck-i ck-i-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", ...attrs }, s("use", { href: `#ck-icon-${name}` }));

// ---------- text with cards in it ----------

const rankText = (face) => (face[0] === "T" ? "10" : face[0]);

function miniCard(face, names) {
  if (face === "??") return h("span", { class: "ck-ct ck-ct-back", role: "img", "aria-label": names[face] });
  return h("span", { class: `ck-ct ck-${face[1]}`, role: "img", "aria-label": names[face] }, rankText(face),
    s("svg", { class: "ck-pip", viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href: `#ck-suit-${face[1]}` })));
}

// "[[9c]]" becomes a small card; in small print (the log) rank and suit sign.
function rich(text, names, small) {
  const out = document.createDocumentFragment(), parts = String(text ?? "").split(/\[\[([^\]]+)\]\]/);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (i % 2 === 0) out.append(part);
    else if (small) out.append(part === "??" ? "?" : rankText(part) + SUIT_SIGNS[part[1]] + "\uFE0E");
    else { // what follows without a space (a full stop) stays on the card's line
      const [tail] = parts[i + 1].match(/^\S*/);
      parts[i + 1] = parts[i + 1].slice(tail.length);
      out.append(tail ? h("span", { class: "ck-nb" }, miniCard(part, names), tail) : miniCard(part, names));
    }
  }
  return out;
}

const plain = (text, names) => String(text ?? "").replace(/\[\[([^\]]+)\]\]/g, (_, face) => names[face] ?? face);

// ---------- data ----------

// Frames are delta-coded; unrolled they share what did not change, so equal parts are the same object.
function unroll(frames, before = {}) {
  return frames.map((frame) => {
    before = { ...before, ...frame, zones: { ...before.zones, ...frame.zones }, plates: { ...before.plates, ...frame.plates } };
    return before;
  });
}

// Says in one word what is wrong with the data, or null. Python checks them too; this is for hand-made and old pages.
function faultOf(data) {
  if (!data || typeof data !== "object") return "bad_data";
  if (data.v !== 1) return "bad_version";
  const views = data.views;
  if (!data.ui || !data.cards || !Array.isArray(views) || !views.length || !Array.isArray(data.turns)) return "bad_data";
  const length = data.steps?.[views[0].id]?.length;
  const whole = (id) => Array.isArray(data.steps?.[id]) && data.steps[id].length === length && data.steps[id][0].zones
    && ["wide", "narrow"].every((size) => data.layouts?.[id]?.[size]?.zones && data.layouts[id][size].size);
  return length > 0 && views.every((view) => whole(view.id)) ? null : "bad_data";
}

// For pages whose catalogue is part of what is broken.
const LAST_WORDS = {
  en: { bad_data: "This deal cannot be shown: its data are damaged.", bad_version: "This deal was saved by another version of cardkit and cannot be shown." },
  pt: { bad_data: "Esta mão não pode ser mostrada: os dados estão danificados.", bad_version: "Esta mão foi gravada por outra versão do cardkit e não pode ser mostrada." },
};

// ---------- layout of a zone ----------

const alignedAt = (zone) => ({ start: 0, end: 1 })[zone.align] ?? 0.5;

// A card that says where it stands ("at", in units of the card) counts from where it would stand alone.
const placed = (cell, zone, card) => {
  if (!card?.at || !cell) return cell;
  const [spreadX, spreadY] = zone.spread ?? [1, 1], [x, y, size = 1] = (zone.small && card.narrow) || [...card.at, card.size];
  return { ...cell, x: cell.x + x * cell.s * spreadX, y: cell.y + y * cell.s * spreadY, s: cell.s * size };
};

// Cards flow row by row; one row that is too narrow first shrinks, then overlaps. All in table units.
function cellsOf(zone, count) {
  const [x, y, w, height] = zone.box, [gapX, gapY] = zone.gap ?? [10, 27], most = zone.scale ?? 1;
  if (zone.spread) return Array.from({ length: Math.max(count, 1) }, () => ({ x: x + (w - CARD.w * most) * alignedAt(zone), y, s: most }));
  const all = Math.max(count, 1), fitH = (rows) => (height - (rows - 1) * gapY) / (rows * CARD.h);
  let cols = zone.cols ? Math.min(zone.cols, all) : all;
  let scale = Math.min(most, fitH(Math.ceil(all / cols)), Math.max((w - (cols - 1) * gapX) / (cols * CARD.w), zone.cols ? 0 : 0.7 * most));
  // more cards than the zone is made for lie larger in more columns that overlap a little than in more rows
  for (let more = cols + 1; zone.cols && more <= all; more++) {
    const larger = Math.min(most, fitH(Math.ceil(all / more)), w / (CARD.w * (1 + (more - 1) * SHOWN)));
    if (larger > 1.05 * scale) [cols, scale] = [more, larger];
  }
  scale = Math.max(scale, 0.1);
  const step = cols > 1 ? Math.min(CARD.w * scale + gapX, (w - CARD.w * scale) / (cols - 1)) : 0;
  const left = x + (w - step * (cols - 1) - CARD.w * scale) * alignedAt(zone);
  return Array.from({ length: count }, (_, i) => ({ x: left + (i % cols) * step, y: y + Math.floor(i / cols) * (CARD.h * scale + gapY), s: scale }));
}

const isPile = (zone) => !zone.cols && !zone.spread && zone.box[2] <= CARD.w * (zone.scale ?? 1) + 4;

// The zone that takes a card away with this frame, so that it glides there and is not seen any more.
const takerOf = (frame, key) => Object.keys(frame.zones).find((id) => frame.zones[id]?.takes?.includes(key));

// ---------- the table drawing ----------

const at = ({ x, y, s: scale }) => `translate(${x.toFixed(2)}px,${y.toFixed(2)}px) scale(${scale.toFixed(4)})`;
const squeezed = (part) => `translateX(45px) scaleX(${part}) translateX(-45px)`;

class Table {
  constructor(player) {
    this.player = player;
    this.svg = s("svg", { class: "ck-svg" }, (this.desc = s("desc")), (this.felt = s("g")));
    for (const layer of ["words", "cards", "plates", "marks", "tags", "labels"]) this.svg.append((this[layer] = s("g", { class: `ck-${layer}` })));
    this.nodes = new Map(); // card key → what is drawn for it
    this.texts = new Map(); // place → slot and points under it
    this.plateNodes = new Map();
    this.slots = new Map(); // where cards may land → the place drawn for them
    this.running = [];
    this.ghosts = [];
  }

  // Another drawing (wide, narrow) or more cards in a zone: new places; the next draw puts everything there.
  layout(plan, size, counts, zoom) {
    Object.assign(this, { plan, size, zoom, wide: size === "wide", font: getComputedStyle(this.player.root).fontFamily || "sans-serif" });
    const [w, height] = plan.size, corner = this.wide ? 26 : 12;
    put(this.svg, "viewBox", `0 0 ${w} ${height}`);
    put(this.svg, "class", `ck-svg ck-${size}`);
    this.svg.style.setProperty("--ck-ratio", w / height);
    this.svg.style.setProperty("--ck-zoom", zoom);
    this.felt.replaceChildren(s("rect", { class: "ck-felt", width: w, height, rx: corner }), s("rect", { class: "ck-felt2", width: w, height, rx: corner }),
      s("rect", { class: "ck-feltline", x: 7, y: 7, width: w - 14, height: height - 14, rx: corner - 7 }),
      ...Object.entries(plan.zones).filter(([, zone]) => zone.panel).map(([id, { panel: [x, y, width, tall] }]) => s("rect", { class: "ck-zone", "data-zone": id, x, y, width, height: tall, rx: 14 })));
    this.zones = Object.entries(plan.zones)
      .map(([id, zone]) => ({ id, ...zone, small: !this.wide, pile: isPile(zone), cells: cellsOf(zone, isPile(zone) ? 1 : counts.get(id) ?? 0) }))
      .sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]); // reading order, for Tab and screen readers
    this.zone = new Map(this.zones.map((zone) => [zone.id, zone]));
    this.marksDrawn = this.labelsDrawn = null;
    this.plateNodes.forEach((node) => node.g.remove());
    this.plateNodes.clear();
  }

  // Where every card of a frame lies.
  spots(frame) {
    const out = [], seen = new Set();
    const add = (card, zone, i, cell, top = true) => {
      const key = seen.has(card.k) ? `${card.k}#${out.length}` : card.k;
      seen.add(key);
      out.push({ key, card, zone, place: `${zone.id}:${i}`, top, ...cell });
    };
    for (const zone of this.zones) {
      const content = frame.zones[zone.id], cards = content?.cards ?? [];
      if (!zone.pile) cards.forEach((card, i) => zone.cells[i] && add(card, zone, i, placed(zone.cells[i], zone, card)));
      else if (!cards.length && content?.title) add({ k: `well ${zone.id}`, gap: "" }, zone, 0, zone.cells[0]);
      else cards.slice(-3).forEach((card, i, { length }) => {
        const depth = length - 1 - i, { x, y, s: scale } = zone.cells[0];
        add(card, zone, 0, { x: x + 2 * depth, y: y + 2 * depth, s: scale }, depth === 0);
      });
    }
    return out;
  }

  spotAt(zoneId, i) {
    const zone = this.zone.get(zoneId);
    const cell = placed(zone?.cells[zone.pile ? 0 : i], zone, this.frame?.zones[zoneId]?.cards?.[i]);
    return cell && { ...cell, w: CARD.w * cell.s, h: CARD.h * cell.s };
  }

  // Draws a frame. move: +1 the step after, -1 the step before, 0 without motion. Returns how long the motion takes, in ms.
  draw(frame, move) {
    const before = this.frame, motion = before && move ? this.player.motion() : null;
    this.settle();
    this.frame = frame;
    this.desc.textContent = plain(frame.alt ?? frame.caption, this.player.data.cards);
    const swap = (f) => f?.marks?.some((mark) => mark.type === "swap") ?? false;
    // A swap is told first by its arrows, then both cards travel at once.
    const lead = motion && move > 0 && swap(frame) && !swap(before) ? motion.move : 0;
    const together = swap(frame) || swap(before);
    const spots = this.spots(frame), live = new Set(spots.map((spot) => spot.key));
    let order = 0, end = 0;
    const turnAt = () => lead + (together ? 0 : Math.min(order++ * motion?.stagger, 600));
    const moved = [];
    this.list = spots.map((spot) => {
      const fresh = !this.nodes.has(spot.key), node = this.nodes.get(spot.key) ?? this.makeCard(spot.key);
      const comes = fresh && motion && spot.top && (move > 0 ? spot.card.from : takerOf(before, spot.key));
      const origin = fresh ? comes && this.originOf(comes, before) : node.at;
      const look = lookOf(spot.card), lookBefore = fresh ? origin?.look : node.look;
      const far = origin && (Math.hypot(origin.x - spot.x, origin.y - spot.y) > 8 || Math.abs(origin.s - spot.s) > 0.02);
      const turned = lookBefore && lookBefore !== look && lookBefore[0] !== look[0] && !(look + lookBefore).includes("gap:");
      if (motion && (far || turned)) {
        const delay = turnAt();
        if (far) {
          moved.push(node);
          this.run(node.g, [{ transform: at(origin) }, { transform: at(spot) }], motion.move, delay, motion.ease);
        }
        if (turned) this.turnOver(node, lookBefore, delay + (far ? Math.max(0, (motion.move - motion.turn) / 2) : 0), motion);
        end = Math.max(end, delay + Math.max(far ? motion.move : 0, motion.turn));
      } else if (motion && fresh) this.run(node.g, [{ opacity: 0 }, { opacity: 1 }], motion.hover, lead);
      if (node.look !== look) drawLook(node.side, (node.look = look));
      node.g.style.transform = at(spot);
      if (node.at?.s !== spot.s) node.g.style.setProperty("--ck-scale", spot.s.toFixed(3));
      Object.assign(node, { at: { x: spot.x, y: spot.y, s: spot.s }, card: spot.card, spot });
      return node;
    });
    for (const [key, node] of this.nodes) if (!live.has(key)) end = Math.max(end, this.takeAway(key, node, frame, motion, move));
    this.arrange(moved);
    this.drawWords(frame, spots, motion, end);
    this.drawPlates(frame);
    this.drawMarks(frame, motion, lead);
    this.drawLabels(frame, spots, motion, end);
    put(this.svg, "data-moving", this.running.length > 0);
    if (this.running.length) this.timer = setTimeout(() => this.settle(), Math.max(end, motion.hover) + motion.hover + 60);
    return Math.max(end, lead);
  }

  // The end state is in the document from the start; animations only lead there. So it is always safe to cut them short.
  settle() {
    clearTimeout(this.timer);
    this.running.splice(0).forEach((animation) => animation.cancel());
    this.ghosts.splice(0).forEach((node) => node.remove());
    if (this.raised) this.arrange([]);
    put(this.svg, "data-moving", null);
  }

  run(node, keyframes, duration, delay = 0, easing = "linear", fillMode = "backwards") {
    if (duration > 0 && node.animate) this.running.push(node.animate(keyframes, { duration, delay, easing, fill: fillMode }));
  }

  originOf(zoneId, frame) {
    const zone = this.zone.get(zoneId), cell = zone?.cells[0];
    const top = frame?.zones[zoneId]?.cards?.at(-1);
    return cell && { ...cell, look: top && !("gap" in top) ? lookOf(top) : "back:??" };
  }

  makeCard(key) {
    const node = { key };
    node.g = s("g", { class: "ck-card", "data-key": key },
      (node.lift = s("g", { class: "ck-lift" }, s("use", { class: "ck-shade", href: "#ck-shadow", x: -4, y: -4, width: 98, height: 140 }),
        (node.side = s("g")), s("rect", { class: "ck-ring", x: -3, y: -3, width: 96, height: 132, rx: 11 }))));
    this.nodes.set(key, node);
    return node;
  }

  turnOver(node, lookBefore, delay, motion) {
    const ghost = s("g");
    drawLook(ghost, lookBefore);
    node.side.after(ghost);
    this.ghosts.push(ghost);
    this.run(ghost, [{ transform: squeezed(1) }, { transform: squeezed(0) }], motion.turn / 2, delay, "ease-in", "both");
    this.run(node.side, [{ transform: squeezed(0) }, { transform: squeezed(1) }], motion.turn / 2, delay + motion.turn / 2, "ease-out");
  }

  // Stepping back, a card that had come from a zone returns there; any other card fades.
  takeAway(key, node, frame, motion, move) {
    this.nodes.delete(key);
    this.letGo(node.g);
    if (!motion) { node.g.remove(); return 0; }
    put(node.g, "class", "ck-card ck-leaving");
    put(node.g, "tabindex", null);
    this.ghosts.push(node.g);
    const goal = move > 0 ? takerOf(frame, key) : node.spot.top && node.card.from, home = goal && this.originOf(goal, frame);
    if (!home) { this.run(node.g, [{ opacity: 1 }, { opacity: 0 }], motion.hover, 0, "linear", "both"); return 0; }
    this.cards.append(node.g);
    this.run(node.g, [{ transform: at(node.at) }, { transform: at(home) }], motion.move, 0, motion.ease, "both");
    if (home.look[0] !== node.look[0]) {
      this.turnOver(node, node.look, (motion.move - motion.turn) / 2, motion);
      drawLook(node.side, home.look);
    }
    return motion.move;
  }

  // A card that can hold the focus no longer hands it to the player, so that the keys go on working.
  letGo(g) {
    if (g.getRootNode().activeElement === g) this.player.root.focus({ preventScroll: true });
  }

  // Reading order in the document; cards on the move are put on top until they have arrived.
  arrange(moved) {
    const focused = this.svg.getRootNode().activeElement;
    let cursor = this.cards.firstChild;
    for (const g of this.list.flatMap((node) => [node.g, ...[...this.slots.values()].filter((slot) => slot.after === node.key).map((slot) => slot.g)])) {
      if (g === cursor) cursor = cursor.nextSibling;
      else this.cards.insertBefore(g, cursor);
    }
    moved.forEach((node) => this.cards.append(node.g));
    this.raised = moved.length > 0;
    if (focused && this.cards.contains(focused) && focused.getRootNode().activeElement !== focused) focused.focus({ preventScroll: true });
  }

  // Slot numbers and points under the cards, titles beside the piles. Points fade out before a move and in after it.
  drawWords(frame, spots, motion, end) {
    const used = new Set(), eyes = new Set((frame.marks ?? []).filter((mark) => mark.type === "eye").map((mark) => mark.at.join(":")));
    const write = (id, text, cls, x, y, anchor) => {
      used.add(id);
      const old = this.texts.get(id), node = old ?? s("text");
      if (!old) { this.texts.set(id, node); this.words.append(node); }
      if (node.textContent !== text) {
        if (motion && cls === "ck-t-pts") this.fadeText(node, motion, end);
        node.textContent = text;
      }
      put(node, "class", cls); put(node, "x", x.toFixed(1)); put(node, "y", y.toFixed(1)); put(node, "text-anchor", anchor);
    };
    for (const { card, zone, place, x, y, s: scale } of spots) {
      if (zone.pile && !card.note && !card.pts) continue;
      const w = CARD.w * scale, bottom = y + CARD.h * scale + 3 + 12.5 * this.zoom;
      // under cards that overlap words keep to what is in sight
      const [one, two] = zone.cells, sight = two && !zone.spread && one.y === two.y ? Math.min(w, two.x - one.x) : w;
      const margin = sight < 34 ? 0 : 3, inset = margin + (margin && 1) + (card.pts && eyes.has(place) && w > 44 ? (w > 60 ? 18 : 12) : 0);
      // a note too wide for its card would run into the next one: the number alone says it, in the note's colour
      const whole = card.note && textWidth(card.note, `600 11px ${this.font}`) * this.zoom <= (card.pts ? sight - 24 * this.zoom : sight + 6);
      const label = whole ? card.note : (!this.wide && card.short) || card.slot || card.note;
      if (label) write(`${place} slot`, label, card.note ? "ck-t-slot ck-t-no" : "ck-t-slot", x + (card.pts ? inset : w / 2), bottom, card.pts ? "start" : "middle");
      if (card.pts) write(`${place} pts`, card.pts, "ck-t-pts", x + sight - margin, bottom + 0.5, "end");
    }
    for (const { id, label, score, room, lines = 9 } of this.zones) {
      const content = frame.zones[id];
      if (!label || !content?.title) continue;
      // a figure in large type: under the title, or where the drawing has a place for it
      if (content.score) write(`${id} score`, content.score, "ck-t-score-big", score?.[0] ?? label[0], score?.[1] ?? label[1] + 31 * Math.min(this.zoom, 1.2), score?.[2] ?? label[2]);
      write(`${id} title`, room ? cut(content.title, `700 ${13 * this.zoom}px ${this.font}`, room) : content.title, "ck-t-title", label[0] + (content.suit ? this.suitMark(`${id} suit`, content.suit, label, used) : 0), label[1], label[2]);
      const first = (this.wide ? 17 : 14) * Math.min(this.zoom, 1.2) + (content.suit ? 9 : 0) + (content.score ? 33 * Math.min(this.zoom, 1.2) : 0);
      for (const [i, line] of (content.text ?? "").split("\n").slice(0, lines).entries())
        write(`${id} text ${i}`, line, "ck-t-xs", label[0], label[1] + first + i * 15 * Math.min(this.zoom, 1.2), label[2]);
    }
    for (const [id, node] of this.texts) if (!used.has(id)) { node.remove(); this.texts.delete(id); }
  }

  // A suit on a disc before a title (the trump); returns the room it takes.
  suitMark(id, suit, [x, y], used) {
    const r = this.wide ? 14 : 11, known = this.texts.get(id), node = known ?? s("g", { class: "ck-suitmark" });
    used.add(id);
    if (!known) { this.texts.set(id, node); this.words.append(node); }
    put(node, "transform", `translate(${(x + r).toFixed(1)} ${(y - 4.5).toFixed(1)})`);
    if (node.dataset.look !== suit + r) node.replaceChildren(s("circle", { r }), s("g", { class: `ck-${suit}` }, s("use", { href: `#ck-suit-${suit}`, transform: `scale(${r / 78}) translate(-50 -50)` })));
    node.dataset.look = suit + r;
    return 2 * r + 9;
  }

  fadeText(node, motion, end) {
    if (node.textContent) {
      const ghost = node.cloneNode(true);
      node.after(ghost);
      this.ghosts.push(ghost);
      this.run(ghost, [{ opacity: 1 }, { opacity: 0 }], motion.hover, 0, "linear", "both");
    }
    this.run(node, [{ opacity: 0 }, { opacity: 1 }], motion.hover, Math.max(end, motion.hover));
  }

  drawPlates(frame) {
    for (const { id, plate: anchor, plate_room: room = Infinity } of this.zones) {
      const plate = frame.plates[id], look = JSON.stringify(plate ?? null);
      let node = this.plateNodes.get(id);
      if (node?.look === look) continue;
      node?.g.remove();
      this.plateNodes.delete(id);
      if (!plate || !anchor) continue;
      const sub = plate.sub && (this.wide || plate.turn) && { text: plate.sub, cls: "ck-t-sub", font: "400 12px", gap: 7 };
      const score = plate.score && { text: plate.score, cls: "ck-t-score", font: "700 13px", gap: 9 }, font = "700 14px";
      // where plates stand close, what somebody is doing gives way to the name, and a long name is cut
      const measure = (...words) => words.filter(Boolean).reduce((sum, word) => sum + (word.gap ?? 0) + textWidth(word.text, `${word.font} ${this.font}`), 26 + (plate.eye ? 20 : 0));
      const inFull = measure({ text: plate.name, font }, sub, score) * this.zoom <= room;
      const name = inFull ? plate.name : cut(plate.name, `${font} ${this.font}`, room / this.zoom - measure(score));
      node = { look, g: this.pill(anchor, this.wide ? 26 : 24, plate.turn ? "ck-plate ck-turn" : "ck-plate", [{ text: name, cls: "ck-t-name", font }, inFull && sub, score], plate.eye) };
      this.plateNodes.set(id, node);
      this.plates.append(node.g);
    }
    this.tags.replaceChildren();
    if (frame.banner && this.plan.banner) {
      this.tags.append(this.pill([...this.plan.banner, "middle"], 24, "ck-tag", [{ text: frame.banner, cls: "", font: "700 12px" }]));
    }
  }

  // A pill with one line of words in it; it grows with the zoom, away from its anchor.
  pill([x, y, anchor], height, cls, words, eye, { pad = 13, size = 1 } = {}) {
    let reach = eye ? 33 : pad;
    const text = s("text", { x: reach, y: height / 2 + 4.8 });
    for (const word of words.filter(Boolean)) {
      reach += (word.gap ?? 0) + textWidth(word.text, `${word.font} ${this.font}`);
      text.append(s("tspan", { class: word.cls || null, dx: word.gap }, word.text));
    }
    const zoom = this.zoom * size, w = reach + pad, left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * w * zoom;
    const g = s("g", { class: cls, transform: `translate(${left.toFixed(1)} ${(+y).toFixed(1)}) scale(${zoom})` }, s("rect", { width: w.toFixed(1), height, rx: height / 2 }));
    if (eye) g.append(icon("eye", { x: 11, y: height / 2 - 8, width: 16, height: 16 }));
    g.append(text);
    return g;
  }

  // Eyes, swap arrows, paths.
  drawMarks(frame, motion, lead) {
    const list = frame.marks ?? [], look = JSON.stringify(list);
    if (this.marksDrawn === look) return;
    this.marksDrawn = look;
    this.marks.replaceChildren();
    for (const mark of list) {
      if (mark.type === "eye") {
        const spot = this.spotAt(...mark.at);
        if (spot) this.marks.append(this.eye(spot, mark.n, this.wide ? 11 : 8.5));
      } else {
        const from = this.spotAt(...mark.from), to = this.spotAt(...mark.to);
        if (!from || !to) continue;
        if (mark.type === "slide") { this.marks.append(...this.slide(from, to)); continue; }
        const pairs = mark.type === "swap" ? [[from, to], [to, from]] : [[from, to]];
        for (const [a, b] of pairs) this.arrow(a, b, mark.type, motion, lead);
      }
    }
  }

  // What is written on cards: what a wild stands for, what a group of cards is worth, a lock on a pile.
  drawLabels(frame, spots, motion, end) {
    const look = JSON.stringify(spots.map(({ card, x, y, s: scale }) => card.tag && [card.tag, x, y, scale]).filter(Boolean))
      + JSON.stringify(this.zones.map(({ id }) => [frame.zones[id]?.badges, frame.zones[id]?.locked]));
    if (this.labelsDrawn === look) return;
    this.labelsDrawn = look;
    const drawn = [];
    for (const { id, align, spread, cells, scale = 1 } of this.zones) {
      const { badges = [], locked } = frame.zones[id] ?? {}, cell = cells[0];
      for (const badge of cell ? badges : []) drawn.push(this.badge(badge, cell, spread ?? [1, 1], scale, align));
      if (locked && cell) drawn.push(s("rect", { class: "ck-lockring", x: cell.x - 4, y: cell.y - 4, width: CARD.w * cell.s + 8, height: CARD.h * cell.s + 8, rx: 9 }), this.lock(cell));
    }
    for (const { card, x, y, s: scale } of spots) {
      if (!card.tag) continue;
      const words = this.wide ? card.tag : card.tag.split(" ").at(-1), w = CARD.w * scale;
      const small = Math.min(1, Math.max(0.6, scale / (this.wide ? 0.5 : 0.36)));
      drawn.push(this.pill([x + w * (this.wide ? 0.34 : 0.3), y + CARD.h * scale - (this.wide ? 17 : 14) * small, "middle"], 17, "ck-tag ck-wildtag", [{ text: words, cls: "", font: "700 11px" }], false, { pad: 6, size: (this.wide ? 1 : 0.85) * small }));
    }
    this.labels.replaceChildren(...drawn);
    if (motion && end) for (const node of drawn) this.run(node, [{ opacity: 0 }, { opacity: 1 }], motion.hover, end);
  }

  badge({ at: place, narrow, text, short, look = "plain", size = 1, room = Infinity, end = false }, cell, [spreadX, spreadY], scale, align) {
    const [dx, dy] = (!this.wide && narrow) || place;
    const x = cell.x + dx * scale * spreadX + (end && align === "end" ? CARD.w * scale : 0), y = cell.y + dy * scale * spreadY;
    const anchor = end ? "end" : "start";
    if (this.wide) {
      const font = "600 11.5px", fits = (textWidth(text, `${font} ${this.font}`) + 22) * this.zoom * size <= room * scale * spreadX;
      return this.pill([x, y, anchor], 21, `ck-badge ck-badge-${look}`, [{ text: fits ? text : short ?? text, cls: "", font }], false, { pad: 9, size });
    }
    const words = s("text", { class: `ck-badge-bare ck-badge-${look}`, x: x.toFixed(1), y: (y + 10 * size).toFixed(1), "text-anchor": anchor });
    words.append(short ?? text);
    return words;
  }

  // Places where cards may land: a dashed well beside a group of cards or on its panel, with a word.
  drawSlots(landings, peek) {
    const used = new Set();
    for (const landing of landings) {
      const { id, land, ready, hints } = landing, box = this.slotBox(land, landings);
      if (!box) continue;
      used.add(id);
      const ranks = [...new Set(hints.map((act) => act.land.short))].join("\n"), words = ready || hints.length === 1 ? land : { text: ranks };
      const look = JSON.stringify([box, Boolean(ready), hints.length, words, this.zoom]), known = this.slots.get(id);
      const slot = known ?? { g: s("g", { "data-land": id }) };
      this.slots.set(id, slot);
      slot.after = box.after;
      const act = ready ?? (hints.length === 1 ? hints[0] : null), { cards } = this.player.data;
      put(slot.g, "class", ["ck-slot", ready && "ck-ready", peek === id && "ck-peek"].filter(Boolean).join(" "));
      put(slot.g, "role", act ? "button" : "img");
      put(slot.g, "tabindex", act ? 0 : null);
      put(slot.g, "aria-label", plain(act?.label ?? words.text, cards));
      put(slot.g, "aria-description", act?.hint ? plain(act.hint, cards) : null);
      if (slot.look === look) continue;
      slot.look = look;
      slot.g.replaceChildren(...this.slotParts(box, words, ready && land));
    }
    const gone = [...this.slots.keys()].filter((id) => !used.has(id));
    for (const id of gone) {
      this.letGo(this.slots.get(id).g);
      this.slots.get(id).g.remove();
      this.slots.delete(id);
    }
    const open = new Map(landings.filter(({ ready, land }) => ready && !land.cards).map(({ id, land }) => [land.zone, id]));
    for (const panel of this.felt.querySelectorAll(".ck-zone")) {
      put(panel, "data-land", open.get(panel.dataset.zone));
      panel.classList.toggle("ck-peek", peek !== null && open.get(panel.dataset.zone) === peek);
    }
    if (!this.raised) this.arrange([]);
  }

  // Beside its group, at the end where the cards come to lie, as wide as the neighbours leave room for.
  slotBox(land, landings) {
    const zone = this.zone.get(land.zone);
    if (!land.cards) {
      if (!zone?.fresh) return null;
      const [x, y, w, h] = zone.fresh, title = this.texts.get(`${land.zone} title`)?.textContent ?? "";
      const left = this.wide ? x : Math.max(x, zone.label[0] + textWidth(title, `700 ${13 * this.zoom}px ${this.font}`) + 8);
      return { x: left, y, w: x + w - left, h, r: 8, after: this.list.findLast(({ spot }) => spot.zone === zone)?.key ?? this.before(zone) };
    }
    const [from, n] = land.cards, first = this.spotAt(land.zone, from), last = this.spotAt(land.zone, from + n - 1);
    if (!first || !last) return null;
    const cells = (this.frame.zones[land.zone]?.cards ?? []).map((_, i) => this.spotAt(land.zone, i)).filter((cell, i) => (i < from || i >= from + n) && Math.abs(cell.y - first.y) < 2);
    // where neighbours leave too little, the slot lies over the edge of its own group
    const end = last.x + last.w, edge = this.wide ? 4 : 2, most = first.w, least = Math.min(13, most), taken = (side, at) => landings.some(({ land: other }) => other.cards && other.side === side && other.zone === land.zone && other.cards[side === "start" ? 0 : 1] === at);
    const group = { x: first.x, y: first.y, w: end - first.x, h: first.h }, after = this.list.find(({ spot }) => spot.place === `${land.zone}:${from + n - 1}`)?.key;
    if (land.side === "start") {
      const left = Math.max(zone.panel[0] + edge, ...cells.filter((cell) => cell.x < first.x).map((cell) => cell.x + cell.w + edge)), w = clamp(first.x - edge - left, least, most);
      return { x: Math.max(left, first.x - edge - w), y: first.y, w, h: first.h, r: 5, group, after };
    }
    const next = Math.min(zone.box[0] + zone.box[2], ...cells.filter((cell) => cell.x > first.x).map((cell) => cell.x - edge));
    const room = next - end - edge, shared = taken("start", from + n) ? (room - edge) / 2 : room;
    const w = clamp(shared, least, most);
    return { x: Math.min(end + edge, end + edge + shared - w), y: first.y, w, h: first.h, r: 5, group, after };
  }

  slotParts({ x, y, w, h, r, group }, { text, short = "" }, land) {
    const size = 11 * Math.min(this.zoom, 1.2), lines = this.wrapped(text, short, w - 4, h, size);
    const wide = Math.max(...lines.map((line) => textWidth(line, `600 ${size}px ${this.font}`))), small = Math.max(Math.min(size, (size * (w - 2)) / wide), 7);
    const words = s("text", { "text-anchor": "middle", style: `font-size:${small.toFixed(1)}px` });
    words.append(...lines.map((line, i) => s("tspan", { x: (x + w / 2).toFixed(1), y: (y + h / 2 + (i - (lines.length - 1) / 2) * small * 1.2 + small * 0.36).toFixed(1) }, line)));
    const parts = [s("rect", { class: "ck-slotwell", x: x.toFixed(1), y: y.toFixed(1), width: Math.max(w, 0).toFixed(1), height: h.toFixed(1), rx: r }), words];
    if (group && land) parts.unshift(s("rect", { class: "ck-slotgroup", x: group.x - 3, y: group.y - 3, width: group.w + 6, height: group.h + 6, rx: 7 }));
    if (land?.slide != null) {
      const spot = this.spotAt(land.zone, land.slide);
      if (spot) parts.push(...this.slide(spot, { x, y, w, h }));
    }
    return parts;
  }

  // The words of a slot as lines: whole, word by word, or in short, whichever fits first.
  wrapped(text, short, w, h, size) {
    const fits = (lines) => lines.length * size * 1.2 <= h && lines.every((line) => textWidth(line, `600 ${size}px ${this.font}`) <= 1.1 * w);
    return [text.split("\n"), text.split(/\s+/)].find(fits) ?? (short ? short.split("\n") : text.split("\n"));
  }

  // The last card before an empty zone, in reading order.
  before(zone) {
    const earlier = this.zones.slice(0, this.zones.indexOf(zone));
    return this.list.findLast(({ spot }) => earlier.includes(spot.zone))?.key;
  }

  lock({ x, y, s: scale }) {
    const r = this.wide ? 12 : 9;
    return s("g", { class: "ck-lock", transform: `translate(${(x + CARD.w * scale).toFixed(1)} ${y.toFixed(1)})` }, s("circle", { r }), icon("lock", { x: -0.62 * r, y: -0.68 * r, width: 1.24 * r, height: 1.24 * r }));
  }

  eye(spot, n, r) {
    const picture = icon("eye", { x: -0.72 * r, y: -0.72 * r, width: 1.44 * r, height: 1.44 * r });
    const g = s("g", { class: "ck-eye", transform: `translate(${(spot.x + 7).toFixed(1)} ${(spot.y + spot.h - 10).toFixed(1)})` }, s("circle", { r }), picture);
    if (n) g.append(s("circle", { class: "ck-eyen", cx: 0.95 * r, cy: -0.8 * r, r: 0.62 * r }), s("text", { x: 0.95 * r, y: -0.8 * r + 0.36 * r, "text-anchor": "middle" }, String(n)));
    return g;
  }

  // A dotted bow over a row of cards, from the top of one to the top of another.
  slide(a, b) {
    const [x1, x2] = [a.x + 0.3 * a.w, b.x + 0.5 * b.w], y = Math.min(a.y, b.y) - 2, high = y - clamp(Math.abs(x2 - x1) * 0.3, 9, 20);
    const head = s("path", { class: "ck-arrowhead", d: "M2 0-11-7-8 0-11 7Z", transform: `translate(${x2.toFixed(1)} ${y.toFixed(1)}) rotate(${x2 > x1 ? 62 : 118})` });
    return [s("path", { class: "ck-path", d: `M${x1.toFixed(1)} ${y.toFixed(1)}C${x1.toFixed(1)} ${high.toFixed(1)} ${x2.toFixed(1)} ${high.toFixed(1)} ${x2.toFixed(1)} ${(y - 8).toFixed(1)}` }), head];
  }

  // A curve from card to card, bent to its right hand, so that the two arrows of a swap never lie on each other.
  arrow(a, b, type, motion, lead) {
    const ca = [a.x + a.w / 2, a.y + a.h / 2], cb = [b.x + b.w / 2, b.y + b.h / 2], length = Math.hypot(cb[0] - ca[0], cb[1] - ca[1]) || 1;
    const u = [(cb[0] - ca[0]) / length, (cb[1] - ca[1]) / length], n = [-u[1], u[0]];
    const edge = (c, box, dir, margin) => {
      const reach = Math.min(box.w / 2 / Math.max(Math.abs(dir[0]), 1e-6), box.h / 2 / Math.max(Math.abs(dir[1]), 1e-6)) + margin;
      return [c[0] + dir[0] * reach, c[1] + dir[1] * reach];
    };
    const lean = (sign) => { const v = [sign * u[0] + 0.3 * n[0], sign * u[1] + 0.3 * n[1]], l = Math.hypot(...v); return [v[0] / l, v[1] / l]; };
    const start = edge(ca, a, lean(1), 7), tip = edge(cb, b, lean(-1), 9), gap = Math.hypot(tip[0] - start[0], tip[1] - start[1]), bow = clamp(gap * 0.16, 6, 48);
    const mid = (from, part) => [from[0] + u[0] * gap * part + n[0] * bow, from[1] + u[1] * gap * part + n[1] * bow];
    const c1 = mid(start, 0.32), c2 = mid(tip, -0.32), back = Math.hypot(tip[0] - c2[0], tip[1] - c2[1]) || 1;
    const heading = [(tip[0] - c2[0]) / back, (tip[1] - c2[1]) / back], end = [tip[0] - heading[0] * 11, tip[1] - heading[1] * 11];
    const text = (p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`, d = `M${text(start)}C${text(c1)} ${text(c2)} ${text(end)}`;
    const line = s("path", { class: type === "path" ? "ck-path" : "ck-arrow", d, pathLength: type === "path" ? null : 1 });
    const under = s("path", { class: "ck-arrow-under", d, pathLength: 1 });
    const degrees = Math.atan2(heading[1], heading[0]) * 180 / Math.PI;
    const head = s("path", { class: "ck-arrowhead", d: "M2 0-14-9-10 0-14 9Z", transform: `translate(${text(tip)}) rotate(${degrees.toFixed(1)})` });
    this.marks.append(...(type === "path" ? [line, head] : [under, line, head]));
    if (!lead || type === "path") return;
    for (const node of [under, line]) this.run(node, [{ strokeDasharray: "1 1", strokeDashoffset: 1 }, { strokeDasharray: "1 1", strokeDashoffset: 0 }], lead * 0.8, 0, motion.ease);
    this.run(head, [{ opacity: 0 }, { opacity: 1 }], lead * 0.2, lead * 0.6);
  }

  // Rings, names and Tab stops, from the state of the game and of the hand that holds the mouse.
  decorate({ legal, chosen, refused, peek, hot, quiet }) {
    const { data, t, odds } = this.player, zones = new Set();
    for (const { g, card, spot } of this.list) {
      const place = spot.top ? spot.place : null, can = place && legal.has(place), picked = place && chosen.includes(place);
      const why = !quiet && spot.top && card.why, gap = "gap" in card, told = !quiet && !why && spot.top && odds.of(spot);
      // all face-down cards of a hand say much the same: Tab stops at the first
      const stop = can || picked || why || (told && !zones.has(spot.zone.id)), speaks = can || picked || why || told;
      if (told) zones.add(spot.zone.id);
      put(g, "class", ["ck-card", gap && "ck-gap", card.st && `ck-${card.st}`, can && "ck-legal", picked && "ck-sel", place && refused === place && "ck-no",
        can && peek === place && "ck-peek", hot.includes(card.k) && "ck-hot"].filter(Boolean).join(" "));
      put(g, "data-place", place);
      put(g, "aria-hidden", spot.top ? null : "true");
      put(g, "role", speaks ? "button" : "img");
      if (!speaks) this.letGo(g);
      put(g, "tabindex", stop ? 0 : speaks ? -1 : null);
      put(g, "aria-pressed", picked ? "true" : null);
      put(g, "aria-label", spot.top ? this.nameOf(spot, data, t) : null);
      put(g, "aria-description", why ? `${plain(why.text, data.cards)} ${plain(why.without, data.cards)}` : told ? plain(told.lines.join(" "), data.cards) : null);
    }
  }

  nameOf({ card, zone }, { cards }, t) {
    const content = this.frame.zones[zone.id], plate = this.frame.plates[zone.id];
    const where = zone.pile ? [content.title, content.text] : !plate ? [content.title] : [plate.name, card.note || (card.slot && t("slot", { n: card.slot }))];
    const gap = card.gap?.replace("\n", " "), empty = gap?.startsWith(t("empty")) ? gap : [t("empty"), gap].filter(Boolean).join(", ");
    const what = "gap" in card ? empty : card.up || card.f === "??" ? cards[card.f] : t("known", { card: cards[card.f] });
    return `${where.filter(Boolean).join(", ")}: ${what}${card.tag ? ` ${card.tag}` : ""}${card.pts ? `, ${t("points", { n: card.pts })}` : ""}`.replace(/^: /, "");
  }
}

// ---------- odds: what face-down cards may be, what each choice brings ----------

// All figures and sentences come from Python: most ride along in the frames, those of choices that take long to count
// are asked for when wanted. A panel under the table shows them all; without it they stand beside what is pointed at.
class Odds {
  constructor(player) {
    this.player = player;
    this.axis = player.data.odds?.axis; // without it these data know no odds
    this.answers = new Map(); // view:step → choices, null while they are counted, false when nobody can
    this.on = false;
    this.detail = h("div", { class: "ck-odds-told" });
    this.list = h("div", { class: "ck-odds-list" });
    this.title = h("h2");
    this.panel = h("section", { class: "ck-odds", "aria-label": player.t("odds"), hidden: true }, h("header", {}, this.title), this.list, this.detail);
    this.tip = h("div", { class: "ck-odds-tip", role: "status", hidden: true });
    this.tool = player.tool("odds", h("span", {}, icon("bars"), h("span", {}, player.t("odds"))), () => this.toggle(), "ck-tool-words");
    put(this.tool, "aria-pressed", "false");
  }

  toggle() {
    this.on = !this.on;
    put(this.tool, "aria-pressed", String(this.on));
    this.player.root.classList.toggle("ck-with-odds", this.on);
    this.panel.hidden = !this.on;
    this.player.hideWhy();
    this.tell(null);
    this.player.fit(); // the drawing makes room for the panel
    this.paint();
  }

  get frame() { return this.player.table.frame; }

  // What the face-down card of a place may be, for who looks; null where nothing is told.
  of({ card, zone }) {
    const odds = this.frame?.odds;
    if (!this.axis || !odds || "gap" in card || card.f !== "??") return null;
    const told = odds[zone.id in odds ? zone.id : "*"];
    return (typeof told === "string" ? odds[told] : told) ?? null;
  }

  // The choices of this step: a list, or null (being counted), false (nobody counts them), undefined (there are none).
  choices() {
    const { choices } = this.frame ?? {}, { view, step } = this.player;
    return Array.isArray(choices) ? choices : choices === "ask" ? this.answers.get(`${view}:${step}`) ?? null : undefined;
  }

  // Asks for the choices of this step, unless somebody steps on at once.
  want(wait) {
    clearTimeout(this.wanting);
    const { player } = this, { view, step, data } = player, key = `${view}:${step}`;
    if (this.frame?.choices !== "ask" || this.answers.has(key) || player.glancing !== null) return;
    this.wanting = setTimeout(() => {
      const base = root().dataset.ckBase, fail = () => this.take({ view, step, choices: false });
      if (!player.send && data.mode === "table") return; // not connected yet; asks then
      this.answers.set(key, null);
      if (player.send) {
        setTimeout(() => this.answers.get(key) === null && fail(), NO_ANSWER_MS);
        try { Promise.resolve(player.send({ type: "odds", step, view })).catch(fail); } catch { fail(); }
      } else if (data.odds.query && base != null) {
        fetch(`${base}cardkit/odds?${data.odds.query}&${new URLSearchParams({ odds_step: step, odds_view: view, odds_lang: data.lang })}`)
          .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status))).then((answer) => this.take(answer)).catch(fail);
      } else fail();
    }, wait);
  }

  take({ view, step, choices }) {
    this.answers.set(`${view}:${step}`, choices);
    if (view !== this.player.view || step !== this.player.step) return;
    this.paint();
    if (this.act) this.tell(this.act);
  }

  // ----- the panel -----

  paint() {
    if (!this.axis || !this.on) return;
    const { player } = this, { t, data, view } = player, { odds, choices } = this.frame, list = this.choices();
    if (this.drawn?.odds === odds && this.drawn.list === list && this.drawn.view === view && this.drawn.choices === choices) return;
    this.drawn = { odds, list, view, choices };
    this.picked = null;
    this.rows = new Map();
    const { name, id } = data.views.find((one) => one.id === view), say = (key) => h("p", { class: "ck-muted" }, t(key, { name }));
    this.title.textContent = id === "open" ? t("odds") : t("odds_title", { name });
    if (list === null) this.want(150);
    if (id === "open") this.list.replaceChildren(say("odds_open"));
    else if (choices === "over") this.list.replaceChildren(say("odds_over"));
    else if (list === null) this.list.replaceChildren(say("odds_wait"));
    else if (list === false) this.list.replaceChildren(say("odds_gone"));
    else if (!list?.length) this.list.replaceChildren(say(odds ? "odds_none" : "odds_between"));
    else this.list.replaceChildren(h("div", { class: "ck-odds-head" }, h("span", {}, t("odds_choices")), h("span", {}, this.axis.value)), h("ul", {}, ...list.map((one) => h("li", {}, this.row(one)))));
    this.show(null);
  }

  row(choice) {
    const show = () => this.show(choice, true), back = () => this.show(this.picked);
    const node = h("button", { type: "button", "aria-description": choice.lines.map((line) => plain(line, this.player.data.cards)).join(" "), onpointerenter: show, onfocus: show, onpointerleave: back, onblur: back,
      onclick: () => { this.picked = choice; show(); } }, h("span", {}, this.player.rich(choice.label)), choice.chance && h("small", {}, choice.chance), h("b", {}, choice.value));
    this.rows.set(choice, node);
    return node;
  }

  // What is pointed at, or else what any unseen card may be. Read out only when somebody asked for it.
  show(told, asked = false) {
    for (const [choice, node] of this.rows ?? []) node.classList.toggle("ck-on", choice === told);
    const { odds } = this.frame ?? {}, usual = told ?? odds?.["*"] ?? odds?.stock, { t, data, view } = this.player;
    put(this.detail, "aria-live", asked ? "polite" : "off");
    if (usual) this.detail.replaceChildren(...this.words(usual));
    else this.detail.replaceChildren(odds ? h("p", { class: "ck-muted" }, t("odds_nothing", { name: data.views.find((one) => one.id === view).name })) : "");
  }

  words({ title, label, value, chance, lines, bars, of }) {
    const { player } = this;
    return [h("h3", {}, h("span", {}, player.rich(title ?? label)), value && h("b", {}, [value, chance].filter(Boolean).join(" · "))), bars && this.chart(bars, of), ...lines.map((line) => h("p", {}, player.rich(line)))].filter(Boolean);
  }

  chart(bars, of) {
    const { player: { t, data }, axis } = this, most = Math.max(...bars), number = new Intl.NumberFormat(data.lang);
    const says = (label, n) => t(of ? "odds_bar" : "odds_bar_share", { label, n: number.format(n), of });
    return h("div", { class: "ck-odds-bars", role: "img", "aria-label": `${axis.name}. ${axis.labels.map((label, i) => says(label, bars[i])).join("; ")}` },
      ...axis.labels.map((label, i) => h("span", { title: says(label, bars[i]) }, h("span", {}, of ? String(bars[i]) : `${number.format(Math.round(bars[i]))}%`), h("i", { style: `--n:${bars[i] / most || 0}` }), h("b", {}, label))));
  }

  // After a tap on a small screen: what was asked for must not lie below its edge.
  reveal() {
    const { size, strip } = this.player, box = this.on ? this.detail : strip;
    if (size === "narrow" && !box.hidden) box.scrollIntoView({ block: "nearest" });
  }

  // ----- beside what is pointed at -----

  // What an act on offer brings: in the panel or, without it, below the offer, where it covers no card.
  tell(act) {
    const { tray, live } = this.player;
    if (!this.on) clearTimeout(this.wanting); // the panel goes on waiting
    this.act = act;
    this.tip.hidden = true;
    if (!this.axis || !act || !live) { if (this.on && !act) this.show(this.picked); return; }
    const list = this.choices(), choice = list ? list.find((one) => one.id === act.id) : null;
    if (list === null) this.want(300);
    if (!choice) return;
    if (this.on) return this.show(choice, true);
    this.tip.replaceChildren(...this.words(choice));
    this.tip.style.top = `${tray.offsetTop + tray.offsetHeight + 4}px`;
    this.tip.hidden = false;
  }
}

// ---------- the player ----------

class Player {
  constructor(host, data, send) {
    this.send = send;
    this.acted = false; // has one played in it?
    this.waiting = []; // messages for a kernel that is not connected yet
    this.root = h("div", { class: "ck ck-player", tabindex: -1, "data-lm-suppress-shortcuts": "true" });
    host.append(this.root);
    this.watchPage();
    this.start(data);
  }

  t = (key, params = {}) => (this.data?.ui?.[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
  rich = (text, small) => rich(text, this.data.cards, small);
  get last() { return this.data.steps[this.view].length - 1; }
  get frame() { return this.frames[this.step]; }

  // A new start: everything is built anew.
  start(data) {
    this.pause();
    clearTimeout(this.patience);
    const fault = faultOf(data);
    Object.assign(this, { data, id: data?.id ?? "", unrolled: new Map(), chosen: [], hot: [], whyNode: null, peek: null, glancing: null, busy: false, isLost: false, size: null, ledgerDrawn: null, captionDrawn: null, lines: null });
    this.ok = !fault;
    if (fault) return this.fail(fault);
    registry.set(this.id, this.handle ??= handleOf(this));
    this.table = new Table(this);
    clearTimeout(this.odds?.wanting);
    const withOdds = this.odds?.on;
    this.odds = new Odds(this);
    this.root.classList.remove("ck-with-odds");
    const place = this.started ? null : placeFromHash(this.id); // a link opens the page; a later deal starts where Python says
    const seen = this.started && Number.isInteger(data.from) ? data.from : null; // up to here this page has shown it: the rest is news
    const focused = this.root.contains(this.root.getRootNode().activeElement);
    this.started = true;
    this.view = data.views.some((view) => view.id === place?.view) ? place.view : data.views.some((view) => view.id === data.view) ? data.view : data.views[0].id;
    this.step = clamp(place?.step ?? seen ?? data.step ?? 0, 0, this.last);
    try {
      drawings();
      this.build();
      this.fit();
      if (withOdds && this.odds.axis) this.odds.toggle();
    } catch (error) { return this.fail("bad_data", error); }
    if (place && this.root.isConnected) this.root.scrollIntoView({ block: "nearest" });
    if (focused) this.root.focus({ preventScroll: true });
    if (seen !== null && this.step < this.last) this.follow();
  }

  // News is played step by step.
  follow() {
    this.following = this.step + 1 < this.last;
    this.go(this.step + 1);
    if (this.following) this.beat(this.moving + 700 / this.speed.value, 700);
  }

  // Never a blank: one plain sentence.
  fail(key, error) {
    if (error) console.warn("cardkit player:", error);
    this.ok = false;
    this.pause();
    const words = LAST_WORDS[String(this.data?.lang ?? document.documentElement.lang).startsWith("pt") ? "pt" : "en"];
    this.root.replaceChildren(h("p", { class: "ck-bad", role: "alert" }, this.data?.ui?.[key] ?? words[key]));
  }

  get frames() {
    if (!this.unrolled.has(this.view)) this.unrolled.set(this.view, unroll(this.data.steps[this.view]));
    return this.unrolled.get(this.view);
  }

  // The most cards each zone ever has in this view: so nothing shifts when one is added.
  counts() {
    const most = new Map();
    for (const frame of this.frames) for (const [id, zone] of Object.entries(frame.zones)) most.set(id, Math.max(most.get(id) ?? 0, zone?.cards?.length ?? 0));
    return most;
  }

  motion() {
    const style = getComputedStyle(this.root), ms = (name) => parseFloat(style.getPropertyValue(`--ck-t-${name}`)) || 0;
    const tokens = { move: ms("move"), turn: ms("turn"), stagger: ms("stagger"), hover: ms("hover"), nudge: ms("nudge"), ease: "cubic-bezier(.2,.7,.2,1)" };
    return tokens.move && this.root.isConnected ? tokens : null;
  }

  // ----- building -----

  build() {
    const { data, t, root } = this;
    this.still = data.mode === "still";
    put(root, "role", "group");
    put(root, "aria-label", [data.title, data.subtitle].filter(Boolean).join(", "));
    put(root, "lang", data.lang);
    root.classList.toggle("ck-is-still", this.still);
    this.glanceTag = h("div", { class: "ck-glance", hidden: true });
    this.why = h("div", { class: "ck-bub", hidden: true });
    this.refusal = h("div", { class: "ck-bub ck-bub-no", role: "status", hidden: true });
    this.figure = h("figure", { class: "ck-table" }, this.table.svg, this.glanceTag, this.why, this.refusal);
    put(this.table.svg, "aria-label", data.title);
    put(this.table.svg, "role", this.still ? "img" : "group");
    if (this.still) return root.replaceChildren(this.figure);
    this.strip = h("div", { class: "ck-strip", role: "status", hidden: true });
    this.tray = h("div", { class: "ck-tray", tabindex: -1, hidden: data.mode !== "table" });
    this.stepBox = h("div", { class: "ck-step" });
    this.captionText = h("p", { "aria-live": "polite" });
    this.stage = h("section", { class: "ck-stage" }, this.buildBar(), this.figure, this.strip, this.odds.panel, this.tray, this.odds.tip,
      h("div", { class: "ck-caption" }, this.stepBox, this.captionText), this.buildTransport());
    this.dialog = h("dialog", { class: "ck-rule", onclick: (e) => e.target === this.dialog && this.dialog.close() });
    const panels = data.panels ?? [], side = [];
    this.ledger = this.log = null;
    if (panels.includes("ledger")) side.push((this.ledger = h("section", { class: "ck-panel" })));
    if (panels.includes("log")) side.push(this.buildLog());
    root.replaceChildren(this.stage, ...(side.length ? [h("aside", { class: "ck-side" }, ...side)] : []), this.dialog);
    root.classList.toggle("ck-alone", !side.length);
    this.watchTable();
  }

  buildBar() {
    const { data, t } = this;
    const suit = (name) => s("svg", { viewBox: "0 0 100 100", class: `ck-${name}` }, s("use", { href: `#ck-suit-${name}` }));
    const seenFrom = (...more) => h("span", { class: "ck-lab" }, icon("eye"), ` ${t("seen_from")} `, ...more);
    this.viewButtons = data.views.map((view) => h("button", { type: "button", "data-view": view.id, onclick: () => this.go(this.step, { view: view.id }) }, view.name));
    this.toast = h("span", { class: "ck-toast", role: "status" });
    this.suits = this.tool("suits", h("span", { class: "ck-four", "aria-hidden": "true" }, ...["s", "h", "c", "d"].map(suit)), () => setPage("suits", root().dataset.suits === "4" ? "2" : "4"));
    this.projector = this.tool("projector", icon("screen"), () => setPage("projector", "projector" in root().dataset ? null : ""), "ck-hide-s");
    const views = data.views.length > 1
      ? [seenFrom(), h("div", { class: "ck-seg", role: "group", "aria-label": t("seen_from") }, ...this.viewButtons)]
      : [seenFrom(h("b", {}, data.views[0].name))];
    const link = this.tool("link", icon("link"), () => this.copyLink()), save = data.save && this.tool("save", icon("save"), () => this.saveFile(), "ck-hide-s");
    return h("div", { class: "ck-bar" }, ...views, h("span", { class: "ck-sub" }, h("span", {}, data.subtitle ?? "")), this.toast, h("div", { class: "ck-tools" }, this.odds.axis && this.odds.tool, link, save, this.suits, this.projector));
  }

  tool(name, picture, act, cls = "") {
    const says = this.t(name);
    return h("button", { class: `ck-tool ${cls}`, type: "button", title: says, "aria-label": says, "data-do": name, onclick: act }, picture);
  }

  buildTransport() {
    const { t } = this, key = (name, act, cls = "") => this.tool(name, icon(name), act, cls);
    const jump = (name, step) => key(name, () => { this.pause(); this.go(step()); });
    this.buttons = { first: jump("first", () => 0), back: jump("back", () => this.step - 1), next: jump("next", () => this.step + 1), last: jump("last", () => this.last) };
    this.playButton = key("play", () => this.toggle(), "ck-play");
    this.range = h("input", { type: "range", min: 1, step: 1, "aria-label": t("track"), oninput: () => { this.pause(); this.go(this.range.value - 1); },
      onpointerdown: (e) => this.drag(e), onpointermove: (e) => e.buttons & 1 && this.drag(e) });
    this.track = h("div", { class: "ck-track", "aria-hidden": "true" });
    this.turnLabels = h("div", { class: "ck-turnlab", "aria-hidden": "true" });
    const speeds = [["0.5", t("half_speed")], ["1", "1×"], ["2", "2×"]], speed = this.speed?.value ?? "1"; // a new deal keeps the pace
    this.speed = h("select", { title: t("speed"), "aria-label": t("speed") }, ...speeds.map(([value, text]) => h("option", { value, selected: value === speed }, text)));
    return h("div", { class: "ck-transport" }, h("div", { class: "ck-keys" }, this.buttons.first, this.buttons.back, this.playButton, this.buttons.next, this.buttons.last),
      h("div", { class: "ck-scrub" }, this.track, this.turnLabels, this.range), h("span", { class: "ck-speed" }, this.speed, icon("down")));
  }

  buildLog() {
    const { t } = this;
    this.logBox = h("div", { class: "ck-log", onpointerleave: () => this.glance(null),
      onpointermove: (e) => e.pointerType === "mouse" && this.glance(e.target.closest("[data-step]")) });
    this.log = h("section", { class: "ck-panel" }, h("header", {}, h("h2", {}, t("log")), h("span", { class: "ck-small" }, t("log_hint"))), this.logBox);
    return this.log;
  }

  // ----- going somewhere -----

  go(step, { view = this.view, animate = true } = {}) {
    if (!this.ok) return;
    if (!this.data.steps[view]) view = this.view;
    const changed = view !== this.view, from = this.step;
    this.glancing = null;
    this.view = view;
    this.step = clamp(Math.round(step) || 0, 0, this.last);
    if (!changed && from === this.step && this.table.frame === this.frame) return;
    this.chosen = [];
    this.peek = null;
    this.hideWhy();
    const move = this.step - from;
    try {
      if (changed) this.relayout();
      this.paint(animate && !changed && Math.abs(move) === 1 ? move : 0);
    } catch (error) { this.fail("bad_data", error); }
  }

  paint(move) {
    this.moving = this.table.draw(this.frame, move);
    if (this.glanceTag) this.glanceTag.hidden = true;
    this.decorate();
    if (this.still) return;
    this.paintCaption();
    this.paintTrack();
    if (this.ledger) this.paintLedger();
    if (this.log) this.paintLog();
    this.odds.paint();
    this.paintTray();
    this.paintRefusal();
    this.viewButtons.forEach((button, i) => {
      put(button, "aria-pressed", String(button.dataset.view === this.view));
      put(button, "class", [this.data.view, "open", this.view].includes(this.data.views[i].id) ? null : "ck-hide-s");
    });
    for (const [name, button] of Object.entries(this.buttons)) {
      const off = name === "first" || name === "back" ? this.step === 0 : this.step === this.last;
      put(button, "aria-disabled", off ? "true" : null);
    }
  }

  toggle() { this.timer || this.following ? this.pause() : this.play(); }

  play() {
    if (this.step === this.last) this.go(0, { animate: false });
    this.beat(250, 1500);
  }

  beat(wait, hold) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      if (!this.root.isConnected || this.step >= this.last - 1) this.pause();
      this.go(this.step + 1);
      if (this.step < this.last) this.beat(this.moving + hold / this.speed.value, hold);
    }, wait);
    this.paintPlay();
  }

  pause() {
    const ran = this.timer || this.following;
    clearTimeout(this.timer);
    this.timer = this.following = null;
    if (this.playButton) this.paintPlay();
    if (ran && this.ok && this.data.mode === "table") this.repaintLive();
  }

  paintPlay() {
    const name = this.timer ? "pause" : "play";
    if (this.playButton.dataset.do === name) return;
    this.playButton.replaceChildren(icon(name));
    put(this.playButton, "data-do", name);
    put(this.playButton, "aria-label", this.t(name));
    put(this.playButton, "title", this.t(name));
  }

  // Hovering in the log shows that step's table; the place stays where it is.
  glance(line) {
    const step = line ? Number(line.dataset.step) : null;
    if (step === this.glancing || (this.glancing === null && step === this.step) || this.timer || !this.ok) return;
    this.glancing = step === this.step ? null : step;
    this.table.draw(this.frames[this.glancing ?? this.step], 0);
    this.glanceTag.hidden = this.glancing === null;
    this.glanceTag.textContent = this.t("glance", { n: (step ?? 0) + 1 });
    this.hideWhy();
    this.decorate();
    this.paintRefusal();
  }

  // ----- caption, track -----

  paintCaption() {
    const { frame, t } = this, n = this.step + 1, m = this.last + 1;
    this.stepBox.replaceChildren(t("step"), h("b", {}, String(n)), t("of", { n: m }));
    const key = [frame.caption, ...(frame.rules ?? [])].join("|");
    if (this.captionDrawn === key) return;
    this.captionDrawn = key;
    this.captionText.replaceChildren(this.rich(frame.caption), ...(frame.rules ?? []).flatMap((id) => [" ", this.chip(id)]));
  }

  turnOf(step) { return this.data.turns.find((turn) => step >= turn.from && step < turn.from + turn.n); }

  buildTrack() {
    const { turns, fouls = [] } = this.data, foul = new Set(fouls), total = this.last + 1;
    this.bars = turns.length >= BARS_FROM || total > (this.size === "narrow" ? 60 : 140);
    this.root.classList.toggle("ck-bars", this.bars);
    this.ticks = [];
    for (const node of [this.track, this.turnLabels]) node.style.setProperty("--ck-laps", turns.length);
    this.track.replaceChildren(...turns.map((turn) => {
      const box = h("div", { class: "ck-lap", style: `flex-grow:${turn.n}` });
      if (this.bars) box.append(h("i", { class: Array.from({ length: turn.n }, (_, i) => foul.has(turn.from + i)).some(Boolean) ? "ck-foul" : null }));
      else for (let i = turn.from; i < turn.from + turn.n; i++) box.append((this.ticks[i] = h("i", { class: foul.has(i) ? "ck-foul" : null })));
      return box;
    }));
    let every = this.bars ? Math.ceil(turns.length / (this.size === "narrow" ? 6 : 12)) : 1;
    // the turns go round: at a distance that shares nothing with the number of players all of them are named
    const names = turns.slice(1, -1).map((turn) => turn.label), players = new Set(names).size, shared = (a, b) => (b ? shared(b, a % b) : a);
    while (every > 1 && players < names.length && shared(every, players) > 1) every++;
    this.nowLabel = h("b");
    this.turnLabels.replaceChildren(...turns.map((turn, i) => h("span", { style: `flex-grow:${turn.n}` }, i % every ? "" : h("span", {}, turn.label))), this.nowLabel);
    put(this.range, "max", total);
    this.trackStep = null;
  }

  paintTrack() {
    const { step, last, t } = this, turn = this.turnOf(step);
    if (this.bars) {
      this.data.turns.forEach(({ from, n }, i) => {
        const bar = this.track.children[i].firstChild, here = step >= from && step < from + n;
        put(bar, "style", `--p:${clamp((step - from + 0.5) / n, 0, 1)}`);
        bar.classList.toggle("ck-done", step >= from + n);
        bar.classList.toggle("ck-here", here);
      });
    } else {
      const mark = (i) => { this.ticks[i]?.classList.toggle("ck-done", i < step); this.ticks[i]?.classList.toggle("ck-here", i === step); };
      const from = this.trackStep ?? 0, to = this.trackStep === null ? last : step;
      for (let i = Math.min(from, to, step); i <= Math.max(from, to, step); i++) mark(i);
    }
    this.trackStep = step;
    const part = turn ? (turn.from + turn.n / 2) / (last + 1) * 100 : 0;
    put(this.nowLabel, "style", `left:${part.toFixed(1)}%;transform:translateX(-${part.toFixed(1)}%)`);
    this.nowLabel.textContent = turn?.name ?? turn?.label ?? "";
    // the label of the current turn is written out: what it would cover gives way
    const now = this.nowLabel.getBoundingClientRect();
    for (const span of this.turnLabels.querySelectorAll("span > span")) {
      const box = span.getBoundingClientRect();
      span.style.visibility = box.right + 3 > now.left && box.left - 3 < now.right ? "hidden" : "";
    }
    this.range.value = step + 1;
    put(this.range, "aria-valuetext", t("position", { n: step + 1, m: last + 1, turn: turn?.name ?? "" }));
  }

  // The native slider spreads steps evenly, the track has gaps between turns: the pointer follows the track.
  drag(event) {
    event.preventDefault();
    this.range.focus({ preventScroll: true });
    if (event.type === "pointerdown") this.range.setPointerCapture?.(event.pointerId);
    const turns = this.data.turns, boxes = [...this.track.children].map((box) => box.getBoundingClientRect());
    let i = boxes.findIndex((box) => event.clientX < box.right + 2);
    if (i < 0) i = boxes.length - 1;
    const part = clamp((event.clientX - boxes[i].left) / boxes[i].width, 0, 0.999);
    this.pause();
    this.go(turns[i].from + Math.floor(part * turns[i].n), { animate: false });
  }

  // ----- ledger, log -----

  paintLedger() {
    const { frame, t, data } = this, ledger = frame.ledger;
    if (this.ledgerDrawn === ledger && ledger) return;
    this.ledgerDrawn = ledger;
    this.rows = [];
    this.ledger.hidden = !ledger;
    if (!ledger) return;
    const unseen = (faces) => !faces?.length || (faces.length === 1 && faces[0] === "??");
    const cards = (faces) => (unseen(faces) ? [h("span", { class: "ck-muted" }, t("not_seen"))] : faces.flatMap((face) => [miniCard(face, data.cards), " "]));
    const wide = (line) => {
      const tr = h("tr", { class: line.head ? "ck-led-head" : line.total ? "ck-led-total" : null }, h("th", { scope: "row", colspan: 2 }, this.rich(line.label), line.rule && " ", line.rule && this.chip(line.rule, "ck-mini")), h("td", { class: "ck-num" }, line.points));
      this.rows.push({ tr, keys: [] });
      return tr;
    };
    const row = (line) => {
      if (line.wide) return wide(line); // a sentence over both columns
      const keys = [line.k].flat().filter((key) => key != null);
      const what = [...cards(line.cards), ...(line.to ? ["→ ", ...cards(line.to)] : []), line.rule && this.chip(line.rule, "ck-mini")];
      const label = keys.length ? h("button", { type: "button", class: "ck-row" }, line.label) : line.label;
      const tr = h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, ...what), h("td", { class: "ck-num" }, line.points));
      this.rows.push({ tr, keys });
      return tr;
    };
    const { head = [], total, explain } = ledger;
    const table = h("table", {}, head.length > 0 && h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...ledger.rows.map(row)));
    if (total) table.append(h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, total.label), h("td", { class: "ck-num" }, total.value))));
    this.ledger.replaceChildren(h("header", {}, h("h2", {}, ledger.title), h("span", { class: "ck-small" }, ledger.hint ?? "")),
      h("div", { class: "ck-led" }, table, explain && this.explainBox(explain)));
  }

  explainBox({ card, title, text, rules = [], tiles = [], meters = [] }) {
    const meter = ({ text: name, n, of }) => h("div", { class: "ck-meter" }, h("span", {}, name), h("span", { "aria-hidden": "true" }, ...Array.from({ length: of }, (_, i) => h("i", { class: i < n ? "ck-on" : null }))), h("b", {}, String(n)));
    return h("div", { class: card ? "ck-note" : "ck-plainnote" }, card ? h("div", {}, miniCard(card, this.data.cards)) : "",
      h("div", {}, h("b", {}, title), ...meters.map(meter), " ", this.rich(text), ...rules.flatMap((id) => [" ", this.chip(id, card ? "ck-chip" : "ck-mini")]),
        tiles.length > 0 && h("div", { class: "ck-tiles" }, ...tiles.map((tile) => h("div", { class: tile.on ? "ck-on" : null, "aria-current": tile.on ? "true" : null }, h("b", {}, tile.value), tile.text)))));
  }

  writeLog() {
    this.lines = [];
    let turn = null, list = null;
    this.logBox.replaceChildren();
    this.frames.forEach((frame, i) => {
      const at = this.turnOf(i), line = frame.log;
      if (!line) return;
      if (at !== turn || !list) {
        turn = at;
        list = h("ol");
        this.logBox.append(h("h3", {}, at?.name ?? ""), list);
      }
      this.lines[i] = h("button", { type: "button", class: line.cls ? `ck-${line.cls}` : null, "data-step": i, onclick: () => { this.pause(); this.go(i); } },
        h("span", {}, String(i + 1)), h("span", {}, this.rich(line.text, true)), h("span", {}, line.rule ?? ""));
      list.append(h("li", {}, this.lines[i]));
    });
    this.logView = this.view;
    this.logStep = null;
  }

  paintLog() {
    if (this.logView !== this.view || !this.lines) this.writeLog();
    const { step } = this, from = this.logStep ?? 0, to = this.logStep === null ? this.last : step;
    for (let i = Math.min(from, to, step); i <= Math.max(from, to, step); i++) {
      const line = this.lines[i];
      if (!line) continue;
      line.classList.toggle("ck-here", i === step);
      line.classList.toggle("ck-ahead", i > step);
      put(line, "aria-current", i === step ? "step" : null);
    }
    this.logStep = step;
    // Scrolls the log alone: scrollIntoView would move the page under the reader.
    const line = this.lines[step] ?? this.lines.slice(0, step).findLast(Boolean), box = this.logBox;
    if (!line || box.scrollHeight <= box.clientHeight + 2) return;
    const top = line.offsetTop, slack = box.clientHeight / 5;
    if (top < box.scrollTop + slack || top + line.offsetHeight > box.scrollTop + box.clientHeight - slack) box.scrollTop = top - box.clientHeight / 2;
  }

  // ----- rules -----

  chip(id, cls = "ck-chip") {
    const title = this.data.rules?.[id]?.title;
    return h("button", { type: "button", class: cls, title: title ? `${id}: ${title}` : id, "aria-label": this.t("rule", { id }), "aria-haspopup": "dialog",
      onclick: (e) => this.openRule(id, e.currentTarget) }, id);
  }

  openRule(id, from) {
    const { t, data, dialog } = this, rule = data.rules?.[id], base = root().dataset.ckBase;
    const body = h("div", { class: "ck-clause" });
    body.innerHTML = rule?.html ?? ""; // from the catalogue, made in Python
    for (const text of [...textsIn(body)]) if (text.data.includes("[[")) text.replaceWith(this.rich(text.data));
    const link = base != null && data.rulebook ? h("a", { href: `${base && !base.endsWith("/") ? `${base}/` : base}${data.rulebook}#${id}` }, t("rulebook", { id })) : null;
    dialog.replaceChildren(h("header", {}, h("span", { class: "ck-id" }, id), h("h2", { id: `ck-r-${this.id}` }, rule?.title ?? ""),
      this.tool("close", icon("close"), () => dialog.close())), body, link ?? "");
    put(dialog, "aria-labelledby", `ck-r-${this.id}`);
    // In the top layer nothing of the page around can clip it; the browser gives Esc and the way back for the focus.
    const spot = from.getBoundingClientRect();
    dialog.showModal();
    const { width, height } = dialog.getBoundingClientRect(), below = spot.bottom + 8 + height < innerHeight;
    dialog.style.left = `${clamp(spot.left, 8, Math.max(8, innerWidth - width - 8))}px`;
    dialog.style.top = `${clamp(below ? spot.bottom + 8 : spot.top - height - 8, 8, Math.max(8, innerHeight - height - 8))}px`;
  }

  // ----- why: a card and its line -----

  watchTable() {
    const cardOf = (target) => { const g = target.closest?.(".ck-card[data-place]"); return g && this.table.nodes.get(g.dataset.key); };
    const slotOf = (target) => target.closest?.("[data-land]")?.dataset.land;
    const { figure } = this; // not the drawing itself: with such listeners some browsers make it a Tab stop
    figure.addEventListener("pointerover", (e) => e.pointerType === "mouse" && !this.timer && cardOf(e.target) && this.showWhy(cardOf(e.target)));
    figure.addEventListener("pointerout", (e) => e.pointerType === "mouse" && cardOf(e.target) && this.leaveWhy());
    figure.addEventListener("focusin", (e) => e.target.matches(":focus-visible") && cardOf(e.target) && this.showWhy(cardOf(e.target)));
    figure.addEventListener("focusout", () => this.hideWhy());
    for (const kind of ["pointerover", "focusin"]) figure.addEventListener(kind, (e) => slotOf(e.target) && this.hintAt(slotOf(e.target)));
    for (const kind of ["pointerout", "focusout"]) figure.addEventListener(kind, (e) => slotOf(e.target) && this.hint(null));
    figure.addEventListener("click", (e) => {
      const node = cardOf(e.target), touch = e.pointerType === "touch";
      if (node) this.choose(node, touch);
      else if (slotOf(e.target)) this.pointAt(slotOf(e.target), touch);
    });
    this.why.addEventListener("pointerenter", () => clearTimeout(this.leaving));
    this.why.addEventListener("pointerleave", () => this.leaveWhy());
    if (!this.ledger) return;
    const hotRow = (e) => {
      const row = this.rows?.find(({ tr }) => tr.contains(e.target));
      if (!row?.keys.length) return;
      if (row.keys.length === 1 && this.table.nodes.get(row.keys[0])) this.showWhy(this.table.nodes.get(row.keys[0]));
      else this.heat(row.keys);
    };
    for (const kind of ["pointerover", "focusin"]) this.ledger.addEventListener(kind, hotRow);
    for (const kind of ["pointerleave", "focusout"]) this.ledger.addEventListener(kind, () => this.leaveWhy());
    this.ledger.addEventListener("click", (e) => e.target.closest(".ck-row") && hotRow(e));
  }

  heat(keys) {
    this.hot = keys;
    for (const { tr, keys: own } of this.rows ?? []) tr.classList.toggle("ck-hot", own.some((key) => keys.includes(key)));
    this.decorate();
  }

  showWhy(node) {
    clearTimeout(this.leaving);
    if (this.whyNode === node && !this.why.hidden) return;
    const { why } = node.card, odds = !why && this.odds.of(node.spot);
    this.whyNode = node;
    this.heat([node.card.k]);
    this.hint(node.spot.place);
    // a chosen card has been read: what stands around it, where it may land, is wanted now
    if (this.chosen.includes(node.spot.place)) { this.why.hidden = true; return this.paintRefusal(); }
    const box = this.size === "wide" ? this.why : this.strip;
    this.why.hidden = true;
    if (odds && this.odds.on) this.odds.show(odds, true);
    if (!why && (!odds || this.odds.on)) { if (this.size !== "wide") this.paintRefusal(); return; }
    if (box === this.strip) Object.assign(box, { className: "ck-strip", refused: null });
    if (odds) box.replaceChildren(...this.odds.words(odds));
    else box.replaceChildren(h("p", {}, this.rich(why.text), " ", why.rule && this.chip(why.rule), why.without && h("span", { class: "ck-without" }, this.rich(why.without))));
    box.hidden = false;
    box.classList.toggle("ck-bub-odds", Boolean(odds));
    box.classList.toggle("ck-thin", Boolean(this.canAct() && this.live.acts.length)); // must not stand between the hand and a card to choose
    if (box === this.why) this.beside(box, node.spot);
  }

  leaveWhy() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hideWhy(), 220);
  }

  hideWhy() {
    clearTimeout(this.leaving);
    if (!this.whyNode && !this.hot.length) return;
    if (this.odds.on) this.odds.show(this.odds.picked);
    this.whyNode = null;
    this.why.hidden = true;
    this.heat([]);
    this.hint(null);
    this.paintRefusal();
  }

  // Whether there is something to be said about a card.
  tells({ card, spot }) { return Boolean(card.why || this.odds.of(spot)); }

  // Puts a bubble beside a card, on the side where it covers the fewest others; its tip points at the card.
  beside(box, spot) {
    const { svg, plan, list } = this.table, picture = svg.getBoundingClientRect(), frame = this.figure.getBoundingClientRect(), zoom = picture.width / plan.size[0];
    const pixels = (one) => ({ x: picture.left - frame.left + one.x * zoom, y: picture.top - frame.top + one.y * zoom, w: CARD.w * one.s * zoom, h: (CARD.h * one.s + 18) * zoom });
    box.style.left = box.style.top = "0";
    const card = pixels(spot), { width: w, height } = box.getBoundingClientRect(), gap = 14, midX = card.x + card.w / 2, midY = card.y + card.h / 2;
    const over = (a, b) => Math.max(0, Math.min(a.x + w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + height, b.y + b.h) - Math.max(a.y, b.y));
    const places = [["left", card.x + card.w + gap, midY - height / 2], ["right", card.x - gap - w, midY - height / 2],
      ["bottom", midX - w / 2, card.y - gap - height], ["top", midX - w / 2, card.y + card.h + gap]].map(([side, x, y]) => {
      const inside = { side, x: clamp(x, 6, frame.width - w - 6), y: clamp(y, 6, frame.height - height - 6) };
      return { ...inside, cost: list.reduce((sum, node) => sum + over(inside, pixels(node.at)) * (node.spot === spot ? 20 : 1), 0) };
    });
    const best = places.reduce((a, b) => (b.cost < a.cost ? b : a)), upright = best.side === "left" || best.side === "right";
    Object.assign(box.style, { left: `${best.x}px`, top: `${best.y}px` });
    put(box, "data-side", best.side);
    box.style.setProperty("--ck-tip", `${upright ? clamp(midY - best.y, 16, height - 16) : clamp(midX - best.x, 16, w - 16)}px`);
  }

  // ----- live table -----

  // The acts hold for the last step only, and only through the eyes of who is asked.
  get live() {
    const { live, mode } = this.data;
    return mode === "table" && live && this.step === this.last && this.glancing === null && !this.timer && !this.following ? live : null;
  }

  canAct() { return this.live && !this.busy && !this.live.busy && !this.isLost; }

  matching(picks) { return (this.live?.acts ?? []).filter((act) => act.style !== "off" && act.picks?.length && picks.every((place) => act.picks.includes(place))); }

  decorate() {
    const legal = new Set();
    if (this.canAct()) for (const act of this.matching(this.chosen)) for (const place of act.picks) if (!this.chosen.includes(place)) legal.add(place);
    for (const { spot } of legal.size ? this.table.list : []) if (spot.top && spot.place.startsWith("hand:") && legal.has(this.standIn(spot.place))) legal.add(spot.place);
    const landings = this.landings();
    for (const { land, ready } of landings) if (ready && !land.text) legal.add(`${land.zone}:0`);
    this.table.decorate({ legal, chosen: this.chosen, refused: this.live?.refused?.at, peek: this.peek, hot: this.hot, quiet: this.still });
    this.table.drawSlots(landings, this.peek);
  }

  isReady({ picks = [] }) { return picks.length === this.chosen.length && this.chosen.every((place) => picks.includes(place)); }

  // Where acts say that their cards would land ("land"): those whose cards are chosen are done by pointing there;
  // a single card that fits somewhere is told before it is chosen.
  landings() {
    const found = new Map();
    for (const act of this.canAct() ? this.live.acts : []) {
      const { land, picks } = act, ready = land && this.chosen.length > 0 && this.isReady(act);
      if (!land || !(ready || (land.cards && !land.quiet && picks.length === 1))) continue;
      const id = `${land.zone}/${land.cards?.[0] ?? ""}`, known = found.get(id) ?? { id, land, ready: null, hints: [] };
      found.set(id, ready ? { ...known, land, ready: act } : { ...known, hints: [...known.hints, act] });
    }
    return [...found.values()];
  }

  // The landing that a place on the table belongs to.
  landingAt(place) {
    const cut = place.lastIndexOf(":"), zone = place.slice(0, cut), i = Number(place.slice(cut + 1));
    return this.landings().find(({ land }) => land.zone === zone && (land.cards ? i >= land.cards[0] && i < land.cards[0] + land.cards[1] : !land.text));
  }

  // A landing is pointed at: its act is done (on touch only shown at first); one that waits for its card chooses it.
  pointAt(id, touch) {
    const landing = this.landings().find((one) => one.id === id), shown = this.peek === id;
    if (landing?.ready && touch && !shown) {
      this.peek = id;
      this.decorate();
      this.hintAt(id);
    } else if (landing?.ready) this.act(landing.ready);
    else if (landing?.hints.length === 1) this.select([...landing.hints[0].picks]);
  }

  hintAt(id) {
    const landing = this.landings().find((one) => one.id === id), act = landing?.ready ?? (landing?.hints.length === 1 && landing.hints[0]);
    if (act) this.hintBox?.replaceChildren(this.rich(act.hint ? `${act.label}. ${act.hint} ` : `${act.label}. `));
  }

  // Of two equal cards of a hand an act names one: pointing at the other means the same.
  standIn(place) {
    const [at, zone] = [place.split(":").at(-1), place.split(":").slice(0, -1).join(":")], cards = this.frame.zones[zone]?.cards ?? [];
    const wanted = (other) => this.matching([...this.chosen, other]).length > 0;
    if (!this.canAct() || this.chosen.includes(place) || wanted(place) || !cards[at] || cards[at].f === "??") return place;
    const twins = cards.map((card, i) => (card.f === cards[at].f ? `${zone}:${i}` : null)).filter((other) => other && other !== place && !this.chosen.includes(other));
    return twins.find(wanted) ?? place;
  }

  choose(node, touch) {
    const place = this.standIn(node.spot.place);
    // who acts while news is still playing has seen enough of it
    if (this.following) { this.pause(); this.go(this.last, { animate: false }); }
    const acts = this.live?.acts?.length, landing = this.landingAt(place);
    if (landing && (landing.ready || !this.chosen.length)) {
      if (touch && this.peek !== landing.id) this.showWhy(node);
      return this.pointAt(landing.id, touch);
    }
    // On touch the first tap shows (what it is, what it would do), the second acts.
    const shown = this.peek === place;
    if (touch && !shown) {
      this.showWhy(node);
      this.odds.reveal();
    }
    this.peek = touch ? place : null;
    if (!this.canAct() || !acts) return this.decorate();
    if (this.chosen.includes(place)) return this.select(this.chosen.filter((other) => other !== place));
    const picks = [...this.chosen, place], wanting = this.matching(picks), exact = wanting.filter((act) => act.picks.length === picks.length);
    const only = exact.length === 1 && wanting.length === 1 && !exact[0].confirm;
    if (touch && !shown && (only || (!wanting.length && this.tells(node)))) { this.decorate(); return this.hint(place); }
    this.peek = null;
    if (!wanting.length) this.post({ type: "ask", picks });
    else if (only) this.act(exact[0]);
    else this.select(picks);
  }

  select(picks) {
    this.chosen = picks;
    this.peek = null;
    this.hideWhy();
    this.decorate();
    this.paintTray();
  }

  act(act) {
    if (!this.canAct()) return;
    if (act.style === "off") return act.picks?.length && this.post({ type: "ask", picks: act.picks }); // why not?
    this.chosen = [];
    this.acted = true;
    this.post({ type: "act", id: act.id });
  }

  // Everything said to Python goes through here; without an answer in time the page says so and stays usable.
  post(message) {
    this.busy = true;
    if (this.data.live) this.data.live.refused = null;
    this.hideWhy();
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.lose(), NO_ANSWER_MS);
    if (!this.send) this.waiting.push(message);
    else try { Promise.resolve(this.send(message)).catch(() => this.lose()); } catch { this.lose(); }
    this.repaintLive();
  }

  lose() {
    clearTimeout(this.patience);
    this.busy = false;
    this.isLost = true;
    if (this.ok && this.tray) this.repaintLive();
  }

  answered() {
    clearTimeout(this.patience);
    this.busy = this.isLost = false;
  }

  repaintLive() {
    this.decorate();
    this.paintTray();
    this.paintRefusal();
  }

  connect(send) {
    this.send = send;
    for (const message of this.waiting.splice(0)) this.post(message);
    if (this.ok && (this.odds.on || this.odds.act)) this.odds.want(0); // somebody waits for them
  }

  message(message) {
    if (!this.ok) return;
    const { data } = this;
    if (message.type === "odds") return this.odds.take(message); // an act may be on its way all the same
    this.answered();
    if (message.type === "append") {
      const atEnd = this.step === this.last;
      for (const [view, frames] of Object.entries(message.frames ?? {})) {
        if (!data.steps[view]) continue;
        const known = this.unrolled.get(view);
        if (known) known.push(...unroll(frames, known.at(-1)));
        data.steps[view].push(...frames);
      }
      for (const key of ["turns", "fouls", "live", "save"]) if (key in message) data[key] = message[key];
      Object.assign((data.rules ??= {}), message.rules);
      this.lines = null;
      this.grown = true;
      this.relayout();
      this.buildTrack();
      if (atEnd && this.step < this.last) this.follow();
      else this.paint(0);
    } else if (message.type === "live") {
      data.live = message.live;
      this.repaintLive();
      this.nudge();
    } else if (message.type === "go") this.go(message.step, { view: message.view ?? this.view });
  }

  paintTray() {
    const { data, tray, t, live } = this;
    if (data.mode !== "table") return;
    const focused = tray.contains(this.root.getRootNode().activeElement);
    const say = (...parts) => h("p", {}, ...parts);
    this.hintBox = null;
    this.odds.tell(null);
    put(tray, "aria-busy", this.busy ? "true" : null);
    tray.hidden = !this.isLost && ((!live && Boolean(this.timer || this.following)) || (!data.live && this.step === this.last));
    if (this.isLost) tray.replaceChildren(say(icon("no"), " ", t("kernel_lost")));
    else if (live) this.paintOffer(live, say);
    else tray.replaceChildren(say(t("earlier", { n: this.step + 1, m: this.last + 1 })),
      h("div", { class: "ck-acts" }, this.button(t("to_now"), "ck-btn-look", () => { this.pause(); this.go(this.last, { animate: false }); })));
    if (focused && !tray.contains(this.root.getRootNode().activeElement)) (tray.querySelector(".ck-btn") ?? tray).focus({ preventScroll: true });
  }

  // What is asked, what the act under the hand would do, and a button for each act that needs no more cards.
  paintOffer(live, say) {
    const { chosen, t } = this, waits = this.busy || live.busy;
    const offered = waits ? [] : live.acts.filter((act) => !act.picks?.length || this.isReady(act));
    this.hintBox = h("span", { class: "ck-hint" });
    this.tray.replaceChildren(say(h("b", {}, this.rich(live.prompt)), " ", waits ? t("busy") : this.hintBox, !waits && live.rule && this.chip(live.rule)),
      h("div", { class: "ck-acts" }, ...offered.map((act) => this.actButton(act)), chosen.length > 0 && !waits && this.button(t("let_go"), "", () => this.select([]))));
  }

  button(text, cls, act, attrs) { return h("button", { type: "button", class: `ck-btn ${cls}`, onclick: act, ...attrs }, text); }

  actButton(act) {
    const cls = { main: "ck-btn-look", warn: "ck-btn-warn", off: "ck-btn-off" }[act.style] ?? "", show = () => this.sayHint(act), hide = () => this.hint(null);
    return this.button(this.rich(act.label), cls, () => this.act(act), {
      "aria-disabled": act.style === "off" && !act.picks?.length ? "true" : null, "aria-description": act.hint ? plain(act.hint, this.data.cards) : null,
      onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide,
    });
  }

  // What would happen if I did this: for the place under the mouse, the focus or the first tap.
  hint(place) {
    if (!this.hintBox) return;
    const landing = place && this.landingAt(place);
    if (landing) return this.hintAt(landing.id);
    const acts = place && this.canAct() ? this.matching([...this.chosen, place]).filter((act) => act.picks.length === new Set([...this.chosen, place]).size) : [];
    if (acts.length === 1) this.sayHint(acts[0]);
    else {
      this.hintBox.replaceChildren();
      this.odds.tell(null);
    }
  }

  sayHint(act) {
    this.hintBox?.replaceChildren(this.rich(act.hint ? `${act.hint} ` : `${act.label} `));
    this.odds.tell(act);
  }

  // A refusal stays until the next act: beside the card on the wide drawing, as a strip on the narrow one.
  paintRefusal() {
    if (this.still || !this.strip) return;
    const refused = this.live?.refused, spot = refused?.at && this.table.list.find((node) => node.spot.top && node.spot.place === refused.at)?.spot;
    const bubble = this.size === "wide" && spot, whyInStrip = this.size !== "wide" && this.whyNode && this.tells(this.whyNode) && !this.strip.hidden;
    this.refusal.hidden = !(refused && bubble);
    if (!refused || bubble) { if (!whyInStrip) this.strip.hidden = true; }
    if (!refused || whyInStrip) return;
    const { anyway } = refused, box = bubble ? this.refusal : this.strip;
    if (box.refused === refused) { // a button must not be replaced between press and release
      box.hidden = false;
      return bubble && this.beside(box, spot);
    }
    box.refused = refused;
    box.replaceChildren(icon("no"), h("p", {}, h("b", {}, this.rich(refused.title)), " ", this.rich(refused.text), " ", refused.rule && this.chip(refused.rule)),
      anyway ? this.button(this.rich(anyway.label), "ck-btn-warn", () => this.act(anyway)) : "");
    if (box === this.strip) box.className = "ck-strip ck-strip-no";
    box.hidden = false;
    if (bubble) this.beside(box, spot);
  }

  nudge() {
    const at = this.live?.refused?.at, motion = at && this.motion(), node = motion && this.table.list.find((one) => one.spot.place === at);
    if (node) node.lift.animate([0, 4, -4, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: motion.nudge, iterations: 2 });
  }

  // ----- tools -----

  hash() { return `#${this.id}:${this.step}:${this.view}`; }

  async copyLink() {
    const { hash, href } = location;
    const link = hash ? href.slice(0, -hash.length) + this.hash() : href.replace(/#$/, "") + this.hash();
    try {
      await navigator.clipboard.writeText(link);
      this.announce(this.t("link_done", { n: this.step + 1 }));
    } catch {
      history.replaceState(history.state, "", this.hash());
      this.announce(this.t("link_bar"));
    }
  }

  announce(text) {
    clearTimeout(this.quiet);
    this.toast.textContent = text;
    this.quiet = setTimeout(() => { this.toast.textContent = ""; }, 5000);
  }

  saveFile() {
    const { name, text } = this.data.save, href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  // ----- keys, sizes, the page around -----

  key(event) {
    if (!this.ok || this.still || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { target, key } = event, within = (what) => target.closest?.(what);
    if (key === "Escape") {
      if (this.dialog.open) return;
      if (this.chosen.length) this.select([]);
      this.peek = null;
      return this.hideWhy();
    }
    if (within("dialog, input, select, textarea, [contenteditable]:not([contenteditable=false])")) return;
    const card = within(".ck-card"), slot = within(".ck-slot"), press = key === " " || key === "Enter";
    if (slot && press) {
      event.preventDefault();
      return this.pointAt(slot.dataset.land, false);
    }
    if (card && press) {
      const node = this.table.nodes.get(card.dataset.key);
      event.preventDefault();
      if (!this.canAct() || !this.live.acts.length) return node.card.why?.rule && this.openRule(node.card.why.rule, card);
      return this.choose(node, false);
    }
    if (press && within("button, a, summary")) return;
    const acts = { ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1), Home: () => this.go(0), End: () => this.go(this.last), " ": () => this.toggle() };
    if (!acts[key]) return;
    event.preventDefault();
    if (key !== " ") this.pause();
    acts[key]();
  }

  watchPage() {
    // the site's pages carry JupyterLab's class names, but no commands of a notebook
    const inNotebook = () => root().dataset.ckBase == null && this.root.closest(".jp-Notebook, .jp-NotebookPanel");
    // What is typed in the player is not a command for the notebook around it.
    for (const kind of ["keydown", "keyup", "keypress"]) this.root.addEventListener(kind, (e) => { if (kind === "keydown") this.key(e); if (inNotebook()) e.stopPropagation(); });
    const seen = (node) => { const box = node.getBoundingClientRect(); return box.height > 0 && box.bottom > 0 && box.top < innerHeight; };
    const players = () => [...document.querySelectorAll(".ck-player:not(.ck-is-still)")];
    const pageKey = (e) => {
      if (document.activeElement && document.activeElement !== document.body) return;
      if (e.target !== document.body && e.target !== document.documentElement) return;
      const all = players();
      // a page with more than a deal to watch is read with these: they scroll it
      if ([" ", "Home", "End"].includes(e.key) && (all.length > 1 || this.data.mode === "table")) return;
      if (!inNotebook() && all.find(seen) === this.root) this.key(e);
    };
    // a deal one plays on the site lives as long as the page: who leaves in the middle is asked first, but not in a tutorial
    const leaving = (e) => { if (this.acted && this.data.live && !this.isLost && !inNotebook() && players().length === 1) e.preventDefault(); };
    const hashed = () => { const place = placeFromHash(this.id); if (place && this.ok) { this.pause(); this.go(place.step, { view: place.view, animate: false }); } };
    const switches = new MutationObserver(() => this.paintSwitches());
    // The page listens only while the player is in it: notebooks take cells out of the page and put them back.
    const attach = () => {
      document.addEventListener("keydown", pageKey);
      addEventListener("hashchange", hashed);
      addEventListener("beforeunload", leaving);
      switches.observe(root(), { attributes: true, attributeFilter: ["data-suits", "data-projector"] });
      this.attached = true;
    };
    const detach = () => {
      document.removeEventListener("keydown", pageKey);
      removeEventListener("hashchange", hashed);
      removeEventListener("beforeunload", leaving);
      switches.disconnect();
      this.pause();
      this.attached = false;
    };
    const sizes = new ResizeObserver(() => {
      if (this.root.isConnected !== this.attached) this.root.isConnected ? attach() : detach();
      if (this.root.isConnected) this.fit();
    });
    sizes.observe(this.root);
    if (this.root.isConnected) attach();
    this.unwatch = () => { sizes.disconnect(); detach(); clearTimeout(this.patience); clearTimeout(this.quiet); clearTimeout(this.leaving); this.table?.settle(); };
  }

  paintSwitches() {
    if (!this.suits) return;
    put(this.suits, "aria-pressed", String(root().dataset.suits === "4"));
    put(this.projector, "aria-pressed", String("projector" in root().dataset));
    this.fit();
  }

  // Chooses the drawing by the width of the container: a player may sit in a narrow notebook cell.
  fit() {
    const width = this.root.getBoundingClientRect().width;
    if (!this.ok || !width) return;
    try {
      const projector = "projector" in root().dataset, two = !this.still && !projector && width >= TWO_COLUMNS && !this.root.classList.contains("ck-alone");
      this.root.classList.toggle("ck-two", two);
      const stage = this.figure.getBoundingClientRect().width || width, size = this.data.width ?? (stage < WIDE_STAGE ? "narrow" : "wide");
      this.root.classList.toggle("ck-small-stage", size === "narrow");
      this.root.classList.toggle("ck-tight", stage < 640);
      // Words on the table keep a legible size when the drawing is shrunk.
      const drawn = this.table.svg.getBoundingClientRect().width || stage, units = this.data.layouts[this.view][size].size[0];
      const zoom = Math.round(clamp(0.95 * units / drawn, projector ? 1.15 : 1, 1.35) * 50) / 50;
      if (size === this.size && zoom === this.zoom && !this.grown) { if (this.live?.refused) this.paintRefusal(); return; }
      const first = this.size !== size;
      Object.assign(this, { size, zoom });
      this.relayout();
      if (first && !this.still) { this.buildTrack(); this.paintSwitches(); }
      this.paint(0);
    } catch (error) { this.fail("bad_data", error); }
  }

  relayout() {
    this.grown = false;
    this.hideWhy();
    this.table.layout(this.data.layouts[this.view][this.size], this.size, this.counts(), this.zoom);
  }
}

const root = () => document.documentElement;

function* textsIn(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) yield walker.currentNode;
}

// Four colours and projector are choices for the whole page, remembered for the next one.
function setPage(name, value) {
  if (value === null) delete root().dataset[name];
  else root().dataset[name] = value;
  stored.set(`ck-${name}`, value ?? "off");
}
for (const name of ["suits", "projector"]) {
  const value = stored.get(`ck-${name}`);
  if (value !== null && value !== "off" && !(name in root().dataset)) root().dataset[name] = value;
}

function placeFromHash(id) {
  const [name, step, view] = decodeURIComponent(location.hash.slice(1)).split(":");
  return id && name === id && /^\d+$/.test(step ?? "") ? { step: Number(step), view } : null;
}

// ---------- ways onto a page ----------

// Shared by all copies of this module on a page: id → handle.
const registry = (globalThis.__cardkitPlayers ??= new Map());

function handleOf(player) {
  return {
    get id() { return player.id; }, get step() { return player.step; }, get view() { return player.view; }, get root() { return player.root; },
    go: (step, view) => player.go(step, { view: view ?? player.view, animate: false }),
    message: (message) => player.message(message), reset: (data) => player.start(data),
    connect: (send) => player.connect(send), lost: () => player.lose(),
    destroy() {
      player.unwatch();
      player.root.remove();
      if (registry.get(player.id) === this) registry.delete(player.id);
    },
  };
}

/** Puts a player into `el`. `send` takes messages for Python; without it the player steps through what it has. */
export function mount(el, data, send) {
  const player = new Player(el, data, send);
  return (player.handle ??= handleOf(player));
}

/** Mounts every complete embed below `root` that has no player yet. */
export function hydrate(root = document) {
  for (const embed of root.querySelectorAll("[data-ck-player]:not([data-ck-mounted])")) {
    const script = embed.querySelector('script[type="application/json"]');
    const streaming = document.readyState === "loading" && !script?.nextSibling && !embed.nextSibling;
    if (!script || streaming) continue; // the rest of it is still on its way
    let data = null;
    try { data = JSON.parse(script.textContent); } catch { /* the player says so */ }
    embed.setAttribute("data-ck-mounted", "");
    const handle = mount(embed, data);
    handle.hydrated = true;
    if (!handle.root.querySelector(".ck-bad")) embed.querySelector(".ck-still")?.setAttribute("hidden", "");
  }
}

/** Hydrates what is there and what streams in later. Returns a function that stops it. */
export function watch(root = document) {
  hydrate(root);
  const observer = new MutationObserver(() => hydrate(root));
  observer.observe(root, { childList: true, subtree: true });
  const loaded = () => hydrate(root);
  document.addEventListener("DOMContentLoaded", loaded);
  return () => { observer.disconnect(); document.removeEventListener("DOMContentLoaded", loaded); };
}

/** anywidget. A player that was hydrated from the page before the kernel came is taken over where it stands. */
function render({ model, el }) {
  const data = model.get("data"), known = registry.get(data?.id);
  const adopt = known?.hydrated && !known.adopted && known.root.isConnected;
  const handle = adopt ? known : mount(el, data);
  const onMessage = (message) => handle.message(message);
  const onData = () => handle.reset(model.get("data"));
  const onComm = () => { if (!model.comm_live) handle.lost(); };
  if (adopt) handle.adopted = el.hidden = true;
  handle.connect((message) => model.send(message));
  model.on("msg:custom", onMessage);
  model.on("change:data", onData);
  model.on("comm_live_update", onComm);
  return () => {
    model.off("msg:custom", onMessage);
    model.off("change:data", onData);
    model.off("comm_live_update", onComm);
    if (adopt) handle.adopted = false;
    else handle.destroy();
  };
}

export default { render };
