// Runs before the first paint, so that nobody sees the wrong theme flash by. The rules are those of
// web/ui/theme-mode.ts: nothing stored is dark; `system`, or what cannot be read, follows the operating system.
(() => {
  let stored = 'system';
  try {
    stored = localStorage.getItem('theme') ?? 'dark';
  } catch {
    // Storage can be forbidden altogether.
  }
  const chosen = stored === 'dark' || stored === 'light' ? stored : undefined;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const theme = chosen ?? system;
  const root = document.documentElement;
  root.classList.add(theme);
  root.style.colorScheme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = theme === 'dark' ? '#121418' : '#fbfbfc';
})();
