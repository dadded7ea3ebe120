import { consoleScript } from './console-script.js';

/** The page of the console, without style and script. */
const consoleMarkup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emulator console</title>
<!-- style -->
</head>
<body>
<header>
<h1 id="title">Emulator</h1>
<nav id="tabs" aria-label="Views"></nav>
<span class="right"></span>
<label>World <select id="world"></select></label>
<label>Time <output id="time"></output></label>
<button id="hour" type="button">+1 hour</button>
<button id="day" type="button">+1 day</button>
<button id="reset" type="button">Reset</button>
</header>
<main>
<p id="said" role="status"></p>
<div id="view"></div>
</main>
<noscript>The console needs JavaScript.</noscript>
<!-- script -->
</body>
</html>
`;

/** How the page of the console looks, in light and in dark. */
const consoleStyle = `
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
.split > :last-child { position: sticky; top: 4.5rem; } h2 { margin-top: .6rem; } th { white-space: nowrap; } th:empty { width: 1%; } td:first-child { min-width: 4rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
.chip { display: inline-block; padding: 0 .4rem; margin: 0 .25rem .25rem 0; border: 1px solid var(--line); border-radius: 1rem; }
#said { min-height: 1.4em; margin: 0; } label { display: inline-flex; gap: .35rem; align-items: center; color: var(--dim); }
input[type="range"] { flex: 1 1 16rem; padding: 0; } .right { margin-left: auto; }
@media (max-width: 60rem) { .split { grid-template-columns: minmax(0, 1fr); } }
`;

const page = consoleMarkup
  .replace('<!-- style -->', `<style>${consoleStyle}</style>`)
  .replace('<!-- script -->', `<script>${consoleScript}</script>`);

/** The console: one page without anything from elsewhere, which may load nothing and run nothing but its own script. */
export async function consolePage({ method }: Request): Promise<Response> {
  const [script, style] = await Promise.all([hashOf(consoleScript), hashOf(consoleStyle)]);
  const policy = [
    "default-src 'none'",
    `script-src '${script}'`,
    `style-src '${style}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(method === 'HEAD' ? null : page, {
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
