import { escapeHtml } from '../../values/escape-html.js';
import { policyHash } from '../../values/hashes.js';
import { tokensByName } from '../../receive/authorize.js';
import { tokenTable } from '../../receive/stored-tokens.js';
import { type Scene, isUserName, openidScopes } from './scene.js';

/** A piece of HTML. Only `markup` converts strings to HTML, and it escapes them. */
export interface Html {
  readonly html: string;
}

type Filling = string | Html | readonly Html[];

/** Fills a template, and escapes all values (`<` → `&lt;`) that are not the result of `markup` themselves. */
export function markup(strings: TemplateStringsArray, ...values: readonly Filling[]): Html {
  const write = (value: Filling): string => {
    if (typeof value === 'string') return escapeHtml(value);
    return 'html' in value ? value.html : value.map(write).join('');
  };
  return { html: strings.map((text, index) => text + write(values[index] ?? '')).join('') };
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

/** Returns whether a response is a page of the sign-in, which may send forms. */
export function isSignInPage(response: Response): boolean {
  return pages.has(response);
}

/** A script that submits the only form of a page. */
const submit = 'document.forms[0].submit()';

/** Sends a page that submits a form to another server by a script, or by a button in browsers without scripts. */
export function sendForm(target: string, fields: Readonly<Record<string, string>>): Response {
  const body = markup`<form method="post" action="${target}">${hideFields(Object.entries(fields))}
<button type="submit">Continue</button>
</form>
<script>${{ html: submit }}</script>`;
  return sendPage({ title: 'Back to the application', body, target, script: submit });
}

/** Writes fields of a form that the page does not show. */
function hideFields(fields: Iterable<readonly [name: string, value: string]>): readonly Html[] {
  return [...fields].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
}

/** Sends a page with one sentence. */
export function sendMessage(status: number, title: string, message: string): Response {
  return sendPage({ title, body: markup`<p>${message}</p>`, status });
}

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Reason why a form is shown again. */
  readonly problem?: string | undefined;
  /** Default: 200, with a problem 400. */
  readonly status?: number;
  /** The only script that may run. */
  readonly script?: string;
  /** The address to which the server may redirect a form. */
  readonly target?: string | undefined;
}

/** Sends a page. Its forms go to this server, which may redirect them to `target`. */
export function sendPage({ title, body, problem, status = problem ? 400 : 200, script, target }: Page): Response {
  const head = markup`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;
  const alert = problem ? markup`<p role="alert"><strong>${problem}</strong></p>` : '';
  const page = markup`<!doctype html>
<html lang="en">
<head>${head}<title>${title}</title><style>${{ html: style }}</style></head>
<body><main><h1>${title}</h1>${alert}
${body}
</main></body>
</html>
`;
  let actions = "'self'";
  // Browsers apply `form-action` to redirects after a form, too. It cannot name IPv6 addresses.
  if (target !== undefined) {
    const { protocol, origin, hostname } = new URL(target);
    actions += ` ${/^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol}`;
  }
  const scripts = script === undefined ? '' : ` script-src ${policyHash(script)};`;
  const policy = `default-src 'none'; style-src ${policyHash(style)};${scripts} form-action ${actions}; frame-ancestors 'none'; base-uri 'none'`;
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

/** Fields of the page itself; all others are those of the request. */
export const pageFields: ReadonlySet<string> = new Set(['decision', 'user', 'other_user', 'granted']);

/** Sends the page that asks who signs in, and what the client may do. */
export function askConsent(
  scene: Scene,
  {
    action,
    client,
    scopes,
    fields,
    hint,
    target,
    problem,
  }: {
    /** The address that the form is sent to. */
    readonly action: string;
    readonly client: string;
    readonly scopes: readonly string[];
    /** Fields that the form sends back. */
    readonly fields: Iterable<readonly [name: string, value: string]>;
    /** The user that the client expects. */
    readonly hint?: string | undefined;
    /** The address that the browser is redirected to afterwards. */
    readonly target?: string | undefined;
    /** Reason why the last decision was not accepted. */
    readonly problem?: string | undefined;
  },
): Response {
  const users = listUsers(scene, hint).map(
    (user, index) =>
      markup`<label><input type="radio" name="user" value="${user}"${index === 0 ? ' checked' : ''}> ${user}</label>`,
  );
  const choices = scopes.map((scope) => {
    const text = scene.plan.scopes.get(scope) || (openidScopes[scope] ?? '');
    const name = text && markup`<small>${scope}</small>`;
    const box = markup`<input type="checkbox" name="granted" value="${scope}" checked>`;
    return markup`<label>${box} ${text || scope}${name}</label>`;
  });
  const body = markup`<p>The application <strong>${client}</strong> asks for access. This is an emulator: there are no passwords.</p>
<form method="post" action="${action}">${hideFields(fields)}
<fieldset><legend>Who are you?</legend>
${users}
<label for="other_user">Somebody else</label>
<input type="text" id="other_user" name="other_user" maxlength="255" autocomplete="off">
</fieldset>
${scopes.length > 0 ? markup`<fieldset><legend>What may it do?</legend>${choices}</fieldset>` : ''}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`;
  return sendPage({ title: `Sign in to ${scene.engine.plan.service.name}`, body, problem, target });
}

/** Lists the users that are offered: the expected one, those of the options and of registered tokens, and those who signed in before. */
function listUsers({ engine, options, change }: Scene, hint: string | undefined): readonly string[] {
  const registered = Object.values(tokensByName(engine.options.credentials?.tokens));
  const issued = change((tables) => tables.list(tokenTable).slice(-100)).toReversed();
  const before = [...registered, ...issued].map(({ user }) => user);
  const names = [hint, ...Object.keys(options.users ?? {}), ...before, 'user@example.com'].filter(
    (user): user is string => typeof user === 'string' && isUserName(user),
  );
  return [...new Set(names)].slice(0, 10);
}

/** Reads the form of the page; undefined if it is another form, or was not sent. A choice that cannot work is a problem that the page shows. */
export function readDecision(
  { received }: Scene,
  fields: URLSearchParams,
  scopes: readonly string[],
): { isAllowed: boolean; user: string; scopes: readonly string[] } | { problem: string } | undefined {
  const [decision, ...more] = fields.getAll('decision');
  if (decision === undefined || received.request.method !== 'POST') return undefined;
  if (more.length > 0 || (decision !== 'allow' && decision !== 'deny'))
    return { problem: 'The decision has to be allow or deny, once.' };
  const user = fields.get('other_user')?.trim() || (fields.get('user') ?? '');
  const isAllowed = decision === 'allow';
  if (isAllowed && !isUserName(user))
    return { problem: 'Choose who you are, or enter a name of at most 255 characters.' };
  const granted = new Set(fields.getAll('granted'));
  return { isAllowed, user, scopes: scopes.filter((scope) => granted.has(scope)) };
}
