// The rulebook page: search, house rules in the address, the current section.
// Python has written the whole page already; the words used here come with it (#ck-rb-data).

const page = document.querySelector(".ck-rb");
const data = JSON.parse(document.getElementById("ck-rb-data").textContent);
const all = (selector, root = page) => [...root.querySelectorAll(selector)];
const fill = (text, params) => text.replace(/\{(\w+)\}/g, (whole, key) => params[key] ?? whole);

// ---------- house rules: the address says which; what does not fit is left out and told ----------

const written = data.presets.seed;
let preset = "seed";
let values = { ...written };

function accepts(option, value) {
  if (value in option.labels) return true;
  return option.most > 0 && /^\d+$/.test(value) && +value >= option.least && +value <= option.most;
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const problems = [];
  preset = query.get("preset") ?? "seed";
  if (!(preset in data.presets)) {
    const known = Object.keys(data.presets).join(", ");
    problems.push(fill(data.say.badPreset, { value: preset, values: known }));
    preset = "seed";
  }
  values = { ...data.presets[preset] };
  for (const [name, value] of query) {
    const option = data.options[name];
    if (data.notSwitches.includes(name)) continue;
    if (!option) problems.push(fill(data.say.badOption, { name }));
    else if (accepts(option, value)) values[name] = value;
    else problems.push(fill(data.say.badValue, { name, value, values: option.known }));
  }
  showProblems(problems);
}

function showProblems(problems) {
  const box = page.querySelector(".ck-bad");
  const list = box.querySelector("ul");
  // the server may have said the same already: a screen reader should hear it once
  if (all("li", list).map((item) => item.textContent).join("\n") !== problems.join("\n")) {
    list.replaceChildren(
      ...problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
  }
  box.hidden = !problems.length;
}

function writeAddress() {
  const query = new URLSearchParams(location.search);
  for (const name of [...query.keys()]) {
    if (!data.notSwitches.includes(name) || name === "preset" || name === "q") query.delete(name);
  }
  if (preset !== "seed") query.set("preset", preset);
  for (const [name, value] of Object.entries(values)) {
    if (value !== data.presets[preset][name]) query.set(name, value);
  }
  if (search.value.trim()) query.set("q", search.value.trim());
  const text = query.size ? `?${query}` : "";
  if (text !== location.search) {
    history.replaceState(history.state, "", location.pathname + text + location.hash);
  }
  // the same page in the other language, and another game's, show the same house rules
  for (const link of document.querySelectorAll("a[data-ck-lang], .ck-rbgames a")) link.search = text;
}

function showHouse() {
  let changed = 0;
  for (const [name, value] of Object.entries(values)) {
    for (const input of all(`[name="${name}"]`)) {
      if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
    }
    const differs = value !== written[name];
    changed += differs;
    const line = page.querySelector(`[data-change="${name}"]`);
    line.hidden = !differs;
    line.querySelector("span").textContent = data.options[name].labels[value] ?? value;
    page.querySelector(`[data-differs="${name}"]`).hidden = !differs;
  }
  page.querySelector(".ck-state").textContent = data.say.changed[changed];
  for (const link of all(".ck-house [data-preset]")) {
    if (link.dataset.preset === preset) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function changeHouse() {
  showProblems([]);
  showHouse();
  writeAddress();
}

page.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "ck-switches") return;
  if (!target.reportValidity()) return;
  values[target.name] = target.type === "number" ? String(target.valueAsNumber) : target.value;
  changeHouse();
});

page.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-preset]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  preset = link.dataset.preset;
  values = { ...data.presets[preset] };
  changeHouse();
});

document.getElementById("ck-switches").addEventListener("submit", (event) => event.preventDefault());

// ---------- search: every word must begin a word of the rule; a rule id must be it whole ----------

const search = document.getElementById("ck-q");
const found = page.querySelector(".ck-found");
const sections = all(".ck-rbsec");
const counts = new Map(all(".ck-toc span").map((span) => [span, span.textContent]));

// without accents, letter for letter, so that places in the text stay the same
const plain = (text) =>
  [...text].map((sign) => sign.normalize("NFD")[0].toLowerCase().padEnd(sign.length)).join("");

const entries = all(".ck-rule, .ck-set, #words li").map((element) => {
  const nodes = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    // not the names of a ruling's parts: they are the same in all
    if (!walker.currentNode.parentElement.closest("dt, .ck-differs, .ck-sr, .ck-btn")) {
      nodes.push([walker.currentNode, plain(walker.currentNode.data)]);
    }
  }
  const names = all("[aria-label]", element).map((card) => plain(card.getAttribute("aria-label")));
  const text = [...nodes.map(([, words]) => words), ...names].join(" ");
  return { element, nodes, text };
});

function pattern(word) {
  const safe = word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const whole = /^[a-z]{1,2}\d+$/.test(word) ? "(?![\\p{L}\\p{N}])" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${safe}${whole}`, "gu");
}

function doSearch() {
  const words = plain(search.value.trim()).split(/\s+/).filter(Boolean).map(pattern);
  const ranges = [];
  let clauses = 0;
  let rulings = 0;
  for (const { element, nodes, text } of entries) {
    const hit = words.every((word) => text.search(word) >= 0);
    element.hidden = !hit;
    if (!hit || !words.length) continue;
    clauses += element.matches(".ck-clause");
    rulings += element.matches(".ck-ruling");
    for (const [node, plainText] of nodes) {
      for (const word of words) {
        for (const match of plainText.matchAll(word)) {
          const range = new Range();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          ranges.push(range);
        }
      }
    }
  }
  page.classList.toggle("is-searching", words.length > 0);
  for (const section of sections) {
    section.hidden = words.length > 0 && !all(".ck-rule, .ck-set, li", section).some(isHit);
  }
  for (const [span, text] of counts) {
    const section = document.getElementById(span.parentElement.hash.slice(1));
    const number = all(".ck-rule", section).filter((rule) => !rule.hidden).length;
    span.textContent = words.length && text ? number : text;
    span.closest("li").hidden = section.hidden;
  }
  if (globalThis.Highlight) CSS.highlights.set("ck-found", new Highlight(...ranges));
  const query = search.value.trim();
  const any = clauses + rulings;
  found.textContent = !words.length
    ? ""
    : any
      ? fill(data.say.found, {
          query,
          clauses: data.say.clauses[clauses],
          rulings: data.say.rulings[rulings],
        })
      : fill(data.say.foundNone, { query });
}

const isHit = (element) => entries.some((entry) => entry.element === element) && !element.hidden;

search.addEventListener("input", () => {
  doSearch();
  writeAddress();
});
search.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !search.value) return;
  event.preventDefault();
  search.value = "";
  search.dispatchEvent(new Event("input"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=radio]), textarea, select, [contenteditable]")) return;
  event.preventDefault();
  search.focus();
  search.select();
});

// a link to a rule that the search has hidden ends the search
addEventListener("hashchange", reveal);
function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target || !page.contains(target) || !target.closest("[hidden]")) return;
  search.value = "";
  doSearch();
  writeAddress();
  target.scrollIntoView();
}

// ---------- the current section ----------

const toc = new Map(all(".ck-toc a").map((link) => [link.hash.slice(1), link]));
const seen = new Set();
const watcher = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    const current = sections.find((section) => seen.has(section.id))?.id ?? sections[0].id;
    for (const [id, link] of toc) {
      if (id !== current) link.removeAttribute("aria-current");
      else if (!link.hasAttribute("aria-current")) {
        link.setAttribute("aria-current", "true");
        const list = link.closest("ol");
        list.scrollTo({ left: link.offsetLeft - list.offsetLeft - 12 });
      }
    }
  },
  { rootMargin: "-15% 0px -60%" },
);
sections.forEach((section) => watcher.observe(section));

readAddress();
search.value = new URLSearchParams(location.search).get("q") ?? "";
showHouse();
doSearch();
reveal();
