// The page frame's behaviour: theme, language, players that work while the page still streams in.
// Loaded with async: a plain module would wait until the last cell has run.

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

// ---- the projector: everything large; remembered like the player's own switch ----
function tellProjector() {
  for (const button of document.querySelectorAll('[data-ck-projector]')) {
    button.setAttribute('aria-pressed', String('projector' in root.dataset));
  }
}

function toggleProjector() {
  const on = !('projector' in root.dataset);
  if (on) root.dataset.projector = '';
  else delete root.dataset.projector;
  try { localStorage.setItem('ck-projector', on ? '' : 'off'); } catch { /* then for this page only */ }
}

new MutationObserver(tellProjector).observe(root, { attributes: true, attributeFilter: ['data-projector'] });
document.addEventListener('DOMContentLoaded', tellProjector);

// ---- clicks in the header ----
document.addEventListener('click', (event) => {
  if (event.target.closest('[data-ck-projector]')) toggleProjector();
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
// Each is drawn as soon as its HTML has streamed in. Without the module the still pictures stay.
if (document.querySelector('script[data-player]')) {
  import(`${root.dataset.ckBase}cardkit/static/player.js`).then((module) => module.watch());
}
