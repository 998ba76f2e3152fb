// The page frame's behaviour: theme, language, and players that work while the page still streams in.

const root = document.documentElement;

// ---- theme ----
const system = matchMedia('(prefers-color-scheme: dark)');

function setTheme(theme) {
  root.dataset.theme = theme;
  // JupyterLab's widgets look here
  document.body.dataset.jpThemeLight = String(theme !== 'dark');
}

function chosenTheme() {
  try { return localStorage.getItem('ck-theme'); } catch { return null; } // storage may be blocked
}

system.addEventListener('change', () => {
  if (!chosenTheme()) setTheme(system.matches ? 'dark' : 'light');
});
addEventListener('storage', (event) => {
  if (event.key === 'ck-theme' && event.newValue) setTheme(event.newValue);
});

// ---- clicks in the header ----
document.addEventListener('click', (event) => {
  if (event.target.closest('[data-ck-theme]')) {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    setTheme(theme);
    try { localStorage.setItem('ck-theme', theme); } catch { /* then for this page only */ }
  }
  const link = event.target.closest('a[data-ck-lang]');
  if (link) {
    // the page was perhaps made before its visitor came: only here is the whole address known
    const url = new URL(link.href);
    for (const [key, value] of new URLSearchParams(location.search)) {
      if (key !== 'lang') url.searchParams.set(key, value);
    }
    url.hash = location.hash;
    link.href = url.href;
    document.cookie = `cardkit-lang=${link.dataset.ckLang}; path=${root.dataset.ckBase}; max-age=31536000; SameSite=Lax`;
  }
});

// ---- players ----
const source = document.querySelector('script[data-player]').dataset.player;
let player = null;

// A player's data is whole once the parser has gone past it.
const whole = (embed) => document.readyState !== 'loading'
  || embed.nextElementSibling || embed.parentElement.nextElementSibling;

function hydrate() {
  for (const embed of document.querySelectorAll('[data-ck-player]:not([data-ck-seen])')) {
    if (!whole(embed)) continue;
    embed.dataset.ckSeen = '';
    player ??= import(source);
    player.then((module) => module.hydrate(embed.parentElement), () => {
      // the still picture stays, and that is all a page without scripts would show
      delete embed.dataset.ckSeen;
    });
  }
}

// ---- the end of loading ----
const bar = document.getElementById('ck-progress');
const waiting = () => document.querySelector('script[type="application/vnd.voila.cell-output+json"]');

function settle() {
  if (bar && bar.classList.contains('is-connecting') && !waiting()) bar.hidden = true;
}

const observer = new MutationObserver(() => { hydrate(); settle(); });
observer.observe(root, { childList: true, subtree: true });
document.addEventListener('readystatechange', hydrate);
hydrate();
