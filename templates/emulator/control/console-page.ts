import { policyHash } from '../values/hashes.js';
import { type ConsoleApp, loadConsole } from './console-app.js';

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#4f46e5"/><path d="M4 5h8M4 8h5M4 11h7" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>',
)}`;

/** The page and its policy, once it was requested. Its script and style do not change while it is served. */
let page: { readonly html: string; readonly policy: string } | undefined;

/** Responds with the console: one page that loads nothing from elsewhere and runs no script but its own. */
export async function consolePage({ method }: Request): Promise<Response> {
  page ??= createPage(await loadConsole());
  return new Response(method === 'HEAD' ? null : page.html, {
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': page.policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}

function createPage({ script, style }: ConsoleApp): NonNullable<typeof page> {
  const policy = `default-src 'none'
    script-src ${policyHash(script)}
    style-src ${policyHash(style)}
    connect-src 'self'
    img-src 'self' data: blob:
    media-src 'self' blob:
    base-uri 'none'
    form-action 'none'
    frame-ancestors 'none'
    require-trusted-types-for 'script'`.replaceAll(/\n */g, '; ');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emulator</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}"><style>${style}</style></head>
<body><noscript>The console needs JavaScript. The control plane is described in openapi.json beside it.</noscript>
<div id="app"></div>
<script type="module">${script}</script></body></html>
`;
  return { html, policy };
}
