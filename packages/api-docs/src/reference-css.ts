/** Styles of the reference page in the colors of the product; dark unless the reader prefers light. */
export const referenceCss = `:root {
  color-scheme: dark;
  --bg: #0d1015; --surface-1: #13171e; --surface-2: #191e27; --surface-3: #212733;
  --line-1: #20262f; --line-2: #2b323e;
  --text-1: #edf0f5; --text-2: #aeb7c5; --text-3: #8b96a8;
  --accent: #86a6ff; --accent-soft: #1b2540; --focus: #a9c0ff;
  --gain: #2fc4ae; --loss: #ff8060; --warn: #e8be55;
  --font: "Inter Variable", Inter, system-ui, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: light) {
  :root {
    color-scheme: light;
    --bg: #f4f5f7; --surface-1: #ffffff; --surface-2: #f5f6f9; --surface-3: #edf0f4;
    --line-1: #eaedf1; --line-2: #dce0e7;
    --text-1: #11151c; --text-2: #454f5f; --text-3: #5c6676;
    --accent: #2c50c8; --accent-soft: #e8eeff; --focus: #2c50c8;
    --gain: #006b62; --loss: #ac3711; --warn: #7d5a00;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0 auto; max-width: 1280px; padding: 0 24px 64px; background: var(--bg); color: var(--text-2);
  font: 14px/1.5 var(--font); display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 0 32px;
}
header { grid-column: 1 / -1; padding: 24px 0 8px; max-width: 76ch; }
h1 { margin: 0; font-size: 26px; line-height: 1.2; font-weight: 600; color: var(--text-1); }
h2 { margin: 32px 0 4px; font-size: 20px; line-height: 1.2; font-weight: 600; color: var(--text-1); }
h3 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; color: var(--text-1); }
p { margin: 6px 0; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font: 12.5px/1.5 var(--mono); color: var(--text-1); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 24px; top: 8px; z-index: 1; background: var(--surface-3); padding: 8px 12px; }
nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow: auto; }
nav ul { list-style: none; margin: 32px 0 0; padding: 0; }
nav a {
  display: flex; justify-content: space-between; gap: 8px; padding: 5px 8px; border-radius: 6px;
  color: var(--text-2); text-decoration: none;
}
nav a:hover { background: var(--surface-2); color: var(--text-1); }
nav span { color: var(--text-3); font-variant-numeric: tabular-nums; }
.call { margin: 8px 0; border: 1px solid var(--line-2); border-radius: 10px; background: var(--surface-1); }
.call > summary {
  display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; padding: 10px 14px; cursor: pointer;
  list-style: none; border-radius: 10px;
}
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--surface-2); }
.call[open] > summary { border-bottom: 1px solid var(--line-1); border-radius: 10px 10px 0 0; }
.call > summary > code { flex: 0 1 290px; }
.what { flex: 1 1 30ch; color: var(--text-2); }
.method { flex: none; min-width: 56px; font: 600 11px/1.5 var(--mono); color: var(--accent); }
.method.post { color: var(--gain); }
.method.patch { color: var(--warn); }
.method.delete { color: var(--loss); }
pre { margin: 8px 0 0; padding: 10px 12px; max-height: 320px; overflow: auto; border: 1px solid var(--line-1); background: var(--surface-2, var(--surface-1)); font: 12px/1.5 var(--mono); }
pre code { overflow-wrap: normal; white-space: pre; }
.inside { padding: 4px 14px 14px; scroll-margin-top: 72px; }
dl { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 2px 12px; margin: 8px 0 0; }
dt { color: var(--text-3); }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line-1); text-align: left; vertical-align: top; }
thead th { font-weight: 520; font-size: 12px; color: var(--text-3); }
tbody th { font-weight: 420; width: 28%; }
tbody td:nth-child(2) { width: 28%; overflow-wrap: anywhere; }
tr:target { background: var(--accent-soft); }
@media (max-width: 899.98px) {
  body { display: block; padding: 0 16px 48px; }
  nav { position: static; max-height: none; }
  nav ul { display: flex; flex-wrap: wrap; gap: 6px; margin: 12px 0 0; }
  nav a { padding: 6px 10px; border: 1px solid var(--line-2); background: var(--surface-1); }
}
@media (max-width: 599.98px) {
  thead { position: absolute; left: -9999px; }
  table, tbody, tr, th, td { display: block; }
  tbody th, tbody td, tbody td:nth-child(2) { width: auto; border: 0; padding: 0; }
  tbody tr { border-bottom: 1px solid var(--line-1); padding: 8px 0; }
  td:empty { display: none; }
  .call > summary > code { flex: 1; }
  .what { flex-basis: 100%; }
}
`
