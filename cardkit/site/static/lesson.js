// The list of a lesson's parts: where the reader is, and what is done.
// Cells stream in and their widgets come later, so the page is looked at anew each time.

const rail = document.querySelector('.ck-rail');
const links = [...rail.querySelectorAll('a')];
const sections = () => [...document.querySelectorAll('.ck-lpart[data-part]')];
const numberOf = (part) => Number(part.dataset.part);
let current = 1;
let due = false;

function draw() {
  due = false;
  for (const part of sections()) {
    const link = links[numberOf(part) - 1];
    if (!link) continue;
    const done = Boolean(part.querySelector('.ck-done'));
    link.parentElement.classList.toggle('done', done);
    if (done) link.title = rail.dataset.done;
    else link.removeAttribute('title');
    const here = numberOf(part) === current;
    part.classList.toggle('cur', here);
    link.parentElement.classList.toggle('cur', here);
    if (here) link.setAttribute('aria-current', 'step');
    else link.removeAttribute('aria-current');
  }
}

function drawSoon() {
  if (due) return;
  due = true;
  requestAnimationFrame(draw);
}

function moveTo(number) {
  if (number === current) return;
  current = number;
  drawSoon();
}

// The reader is in the lowest row of parts that has come above the middle; where several stand side by side,
// in the one last touched, or else in the first that is not done.
function follow() {
  const line = innerHeight * 0.45;
  const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const parts = sections();
  const above = parts.filter((part) => part.getBoundingClientRect().top <= line);
  const last = (end && scrollY > 0 ? parts : above).at(-1);
  if (!last) return;
  const top = last.getBoundingClientRect().top;
  const row = parts.filter((part) => Math.abs(part.getBoundingClientRect().top - top) < 4);
  if (row.some((part) => numberOf(part) === current)) return;
  moveTo(numberOf(row.find((part) => !part.querySelector('.ck-done')) ?? row[0]));
}

let scrolled = false;
addEventListener('scroll', () => {
  if (scrolled) return;
  scrolled = true;
  requestAnimationFrame(() => { scrolled = false; follow(); });
}, { passive: true });

// what is touched is where one is, and so is what a link of the list leads to
for (const kind of ['pointerdown', 'focusin']) {
  document.addEventListener(kind, (event) => {
    const part = event.target.closest?.('.ck-lpart[data-part]');
    if (part) moveTo(numberOf(part));
  });
}
addEventListener('hashchange', () => {
  const part = document.getElementById(location.hash.slice(1))?.closest('.ck-lpart[data-part]');
  if (part) moveTo(numberOf(part));
});

new MutationObserver(drawSoon).observe(document.getElementById('content'), {
  subtree: true, childList: true, attributes: true, attributeFilter: ['class'],
});
draw();
