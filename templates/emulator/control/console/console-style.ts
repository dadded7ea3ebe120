/** How the page of the console looks, in light and in dark. */
export const consoleStyle = `
:root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a4048); --soft: light-dark(#f4f6f8, #1c2128);
  --back: light-dark(#ffffff, #14181d); --text: light-dark(#1c2430, #dde3ea); --dim: light-dark(#5b6673, #98a3b0);
  --accent: light-dark(#0b57d0, #8ab4f8); --good: light-dark(#137333, #81c995); --bad: light-dark(#b3261e, #f2b8b5); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1rem; background: var(--soft);
  border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 1; }
h1 { font-size: 1rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .6rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; }
nav button[aria-current="page"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
main { padding: 1rem; } section { margin-bottom: 1.5rem; }
button, select, input, textarea { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
  border-radius: 6px; padding: .25rem .6rem; }
button { cursor: pointer; text-align: left; overflow-wrap: anywhere; } button:hover { border-color: var(--accent); }
button:disabled { opacity: .5; cursor: default; } td:last-child button { white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--dim); font-weight: 600; background: var(--back); }
tr.row { cursor: pointer; } tr.row:hover, tr[aria-selected="true"] { background: var(--soft); }
code, pre, textarea { font: 12.5px/1.45 ui-monospace, monospace; }
pre { margin: 0; padding: .6rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow: auto;
  max-height: 60vh; white-space: pre-wrap; overflow-wrap: anywhere; }
textarea { width: 100%; min-height: 20rem; }
form, .bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .8rem; }
.split { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem; align-items: start; }
.split > :last-child { position: sticky; top: 4.5rem; } h2 { margin-top: .6rem; } th:last-child { width: 1%; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
.chip { display: inline-block; padding: 0 .4rem; margin: 0 .25rem .25rem 0; border: 1px solid var(--line); border-radius: 1rem; }
#said { min-height: 1.4em; margin: 0; } label { display: inline-flex; gap: .35rem; align-items: center; color: var(--dim); }
input[type="range"] { flex: 1 1 16rem; padding: 0; } .right { margin-left: auto; }
@media (max-width: 60rem) { .split { grid-template-columns: minmax(0, 1fr); } }
`;
