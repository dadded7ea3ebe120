import { policyHash } from '../../../values/policy-hash.js';

/** A piece of HTML. Any string becomes one only through `markup`, which escapes it. */
export interface Html {
  readonly html: string;
}

type Filling = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, unless they are HTML made by it. */
export function markup(strings: TemplateStringsArray, ...values: readonly Filling[]): Html {
  return { html: strings.map((text, index) => text + written(values[index] ?? '')).join('') };
}

function written(value: Filling): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (one) => entities[one] ?? '');
  return 'html' in value ? value.html : value.map(written).join('');
}

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;background:Canvas;color:CanvasText}
main{max-width:30rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.4rem;margin:0 0 1rem;overflow-wrap:anywhere}
p,li,label{overflow-wrap:anywhere}
fieldset{border:1px solid GrayText;border-radius:.5rem;margin:0 0 1rem;padding:.75rem 1rem}
legend{font-weight:600;padding:0 .25rem}
label{display:block;padding:.35rem 0}
small{display:block;overflow-wrap:anywhere}
input[type=text]{box-sizing:border-box;width:100%;font:inherit;padding:.5rem;min-height:2.75rem}
button{font:inherit;padding:.6rem 1.4rem;min-height:2.75rem;margin:0 .5rem .5rem 0;border-radius:.5rem;border:1px solid}
button[value=allow]{background:#0b57d0;color:#fff;border-color:#0b57d0}
:focus-visible{outline:3px solid #e37400;outline-offset:2px}`;

const pages = new WeakSet<Response>();

/** Whether a response is a page of the sign-in, which may send forms. */
export function isSignInPage(response: Response): boolean {
  return pages.has(response);
}

/** Sends the one form of a page. */
const script = 'document.forms[0].submit()';

/** A page that sends a form to another server by itself, or by a button where there are no scripts. */
export function sendForm(target: string, fields: Readonly<Record<string, string>>): Response {
  const hidden = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = markup`<form method="post" action="${target}">${hidden}
<button type="submit">Continue</button>
</form>
<script>${{ html: script }}</script>`;
  return sendPage(200, { title: 'Back to the application', body, submits: true }, target);
}

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Whether it may send its form by itself. */
  readonly submits?: boolean;
}

/** A page without scripts, unless it sends a form by itself. Its forms go to this server, which may send the browser on to `target`. */
export function sendPage(status: number, { title, body, submits = false }: Page, target?: string): Response {
  const head = markup`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;
  const page = markup`<!doctype html>
<html lang="en">
<head>${head}<title>${title}</title><style>${{ html: style }}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`;
  const policy = `default-src 'none'; style-src ${policyHash(style)};${submits ? ` script-src ${policyHash(script)};` : ''} form-action 'self'${sourceOf(target)}; frame-ancestors 'none'; base-uri 'none'`;
  const response = new Response(page.html, {
    status,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    },
  });
  pages.add(response);
  return response;
}

/** Browsers apply `form-action` to redirects after a form, too. It cannot name IPv6 addresses. */
function sourceOf(target: string | undefined): string {
  if (target === undefined) return '';
  const { protocol, origin, hostname } = new URL(target);
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? ` ${origin}` : ` ${protocol}`;
}

/** A page with one sentence. */
export function sendMessage(status: number, title: string, message: string): Response {
  return sendPage(status, { title, body: markup`<p>${message}</p>` });
}
