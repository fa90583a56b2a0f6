/** The style sheet of the page. Its colours are those of the app (`web/ui/theme/palette.ts`), by the theme of the system. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fbfbfc, #121418);
  --raised: light-dark(#ffffff, #1d2026);
  --ink: light-dark(#181b21, #e8eaee);
  --muted: light-dark(#545b69, #a3aab7);
  --line: light-dark(#dfe2e8, #2c3038);
  --link: light-dark(#2450c4, #9dbaff);
  --mono: "JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, .method, .path { font-family: var(--mono); font-size: 0.875em; }
.columns { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem 4rem; }
@media (min-width: 60rem) {
  .columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 3rem; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding-block: 1.5rem; }
}
nav ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
nav a { display: block; padding: 0.2rem 0; color: var(--muted); text-decoration: none; font-size: 0.875rem; }
nav a:hover { color: var(--ink); }
nav strong { font-size: 0.875rem; font-weight: 600; }
@media (max-width: 59.99rem) {
  nav ul { display: none; }
  nav p { display: inline-block; margin: 0 1rem 0 0; }
}
nav p { margin: 0 0 0.25rem; }
nav p a { color: var(--ink); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1.5rem 0 0.5rem; letter-spacing: -0.014em; }
h2 { font-size: 1.375rem; line-height: 1.35; margin: 2.5rem 0 0.25rem; }
h3 { font-size: 0.875rem; font-weight: 600; margin: 1rem 0 0.25rem; }
.lead, .note { max-width: 44rem; margin: 0 0 0.75rem; }
.note, .about { color: var(--muted); }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--raised); margin: 0.5rem 0; }
summary {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 0.75rem;
  min-height: 2.75rem;
  padding: 0.6rem 1rem;
  cursor: pointer;
}
summary::-webkit-details-marker { display: none; }
.method { min-width: 3.75rem; font-weight: 600; }
.about { flex: 1 1 16rem; text-align: right; font-size: 0.875rem; }
@media (max-width: 40rem) { .about { flex-basis: 100%; text-align: left; } }
.inside { padding: 0.75rem 1rem 1rem; font-size: 0.875rem; border-top: 1px solid var(--line); scroll-margin-top: 4rem; }
.fields { list-style: none; margin: 0; padding: 0; }
.fields .fields { margin: 0.25rem 0 0.25rem 0.25rem; padding-left: 0.9rem; border-left: 1px solid var(--line); }
.fields li { padding: 0.2rem 0; }
.fields b { font-family: var(--mono); font-size: 0.875em; font-weight: 600; }
.fields i { color: var(--muted); font-style: normal; font-size: 0.875rem; }
`;
