import { base64 } from '../engine/domain/base64.js';
import { consoleApp } from './console-app.js';

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#4f46e5"/><path d="M4 5h8M4 8h5M4 11h7" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>',
)}`;

const pageOf = ({ script, style }: typeof consoleApp): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emulator</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="${icon}"><style>${style}</style></head>`,
    '<body><noscript>The console needs JavaScript. The control plane is described in openapi.json beside it.</noscript>',
    `<div id="app"></div><script type="module">${script}</script></body></html>\n`,
  ].join('\n');

/** The console: one page that loads nothing from elsewhere and runs nothing but its own script. */
export async function consolePage({ method }: Request): Promise<Response> {
  const [ofScript, ofStyle] = await Promise.all([hashOf(consoleApp.script), hashOf(consoleApp.style)]);
  const policy = [
    "default-src 'none'",
    `script-src '${ofScript}'`,
    `style-src '${ofStyle}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return new Response(method === 'HEAD' ? null : pageOf(consoleApp), {
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
  return `sha256-${base64(digest)}`;
}
