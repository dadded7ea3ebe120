import { consoleMarkup } from './console-markup.js';
import { consoleScript } from './console-script.js';
import { consoleStyle } from './console-style.js';

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
