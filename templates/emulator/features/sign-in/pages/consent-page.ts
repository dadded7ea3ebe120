import type { Json } from '@speccast/runtime';
import { knownTokens } from '../../../receive/credentials.js';
import { OAuthError } from '../oauth-error.js';
import { type Html, markup, sendPage } from './pages.js';
import { describeScope, isUser, type Scene } from './scene.js';
import { tokenTable } from '../../../receive/stored-tokens.js';

/** What a user is asked. */
export interface Question {
  /** Where the form is sent. */
  readonly action: string;
  readonly client: string;
  readonly scopes: readonly string[];
  /** Fields that the form sends back. */
  readonly fields: Iterable<readonly [name: string, value: string]>;
  /** The user that the client expects. */
  readonly hint?: string | undefined;
  /** Where the browser is sent afterwards. */
  readonly target?: string | undefined;
  /** Why the last decision did not work. */
  readonly problem?: string | undefined;
}

/** Fields of the page itself; all others are those of the request. */
export const pageFields: ReadonlySet<string> = new Set(['decision', 'user', 'other_user', 'granted']);

/** The page that asks who signs in, and what the client may do. */
export function askConsent(scene: Scene, question: Question): Response {
  const { action, client, scopes, fields, hint, target, problem } = question;
  const users = usersOf(scene, hint);
  const title = `Sign in to ${scene.engine.plan.service.name}`;
  const hidden = [...fields].map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`);
  const body = markup`${alertOf(problem)}
<p>The application <strong>${client}</strong> asks for access. This is an emulator: there are no passwords.</p>
<form method="post" action="${action}">${hidden}
<fieldset><legend>Who are you?</legend>
${users.map((user, index) => userChoice(user, index === 0))}
<label for="other_user">Somebody else</label>
<input type="text" id="other_user" name="other_user" maxlength="255" autocomplete="off">
</fieldset>
${scopes.length === 0 ? '' : scopeChoices(scene, scopes)}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`;
  return sendPage(problem === undefined ? 200 : 400, { title, body }, target);
}

/** Why the form is shown again. */
export function alertOf(problem: string | undefined): Html {
  return problem === undefined ? markup`` : markup`<p role="alert"><strong>${problem}</strong></p>`;
}

function userChoice(user: string, isChosen: boolean): Html {
  return markup`<label><input type="radio" name="user" value="${user}"${isChosen ? ' checked' : ''}> ${user}</label>`;
}

function scopeChoices({ plan }: Scene, scopes: readonly string[]): Html {
  const rows = scopes.map((scope) => {
    const text = describeScope(plan, scope);
    const name = text === '' ? '' : markup`<small>${scope}</small>`;
    const box = markup`<input type="checkbox" name="granted" value="${scope}" checked>`;
    return markup`<label>${box} ${text || scope}${name}</label>`;
  });
  return markup`<fieldset><legend>What may it do?</legend>${rows}</fieldset>`;
}

const mostUsers = 10;
const usualUser = 'user@example.com';

/** The users that are offered: the expected one, those of the options, and those who signed in before. */
function usersOf({ engine, options }: Scene, hint: string | undefined): readonly string[] {
  const { credentials } = engine.options;
  const registered = (knownTokens(credentials?.tokens) ?? []).flatMap((token) =>
    registeredUser(credentials?.tokens, token),
  );
  const before = engine.change((tables) => tables.list(tokenTable).slice(-100)).map(({ user }) => user);
  const all = [hint, ...Object.keys(options.users ?? {}), ...registered, ...before.toReversed(), usualUser];
  const names = all.flatMap((user) => (typeof user === 'string' && isUser(user) ? user : []));
  return [...new Set(names)].slice(0, mostUsers);
}

/** The user of a registered token, if it has another name than the token. */
function registeredUser(tokens: object | undefined, token: string): readonly string[] {
  const entry: unknown = tokens === undefined || Array.isArray(tokens) ? undefined : Reflect.get(tokens, token);
  const user = typeof entry === 'object' && entry !== null && 'user' in entry ? entry.user : undefined;
  return typeof user === 'string' ? [user] : [];
}

/** What a user decided. */
export interface Decision {
  readonly isAllowed: boolean;
  readonly user: string;
  readonly scopes: readonly string[];
}

/** Reads the form of the page; undefined if it is another form. Rejects (400) a name that names nobody. */
export function readDecision(fields: URLSearchParams, scopes: readonly string[]): Decision | undefined {
  const [decision, ...more] = fields.getAll('decision');
  if (decision === undefined) return undefined;
  if (more.length > 0 || (decision !== 'allow' && decision !== 'deny'))
    throw new OAuthError('invalid_request', 'The decision has to be allow or deny, once.');
  const user = fields.get('other_user')?.trim() || (fields.get('user') ?? '');
  if (decision === 'allow' && !isUser(user))
    throw new OAuthError('invalid_request', 'Choose who you are, or enter a name of at most 255 characters.');
  const granted = new Set<Json>(fields.getAll('granted'));
  return { isAllowed: decision === 'allow', user, scopes: scopes.filter((scope) => granted.has(scope)) };
}
