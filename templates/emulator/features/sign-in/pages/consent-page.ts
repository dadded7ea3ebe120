import { tokensByName } from '../../../receive/authorize.js';
import { tokenTable } from '../../../receive/stored-tokens.js';
import { isUserName, openidScopes, type Scene } from '../scene.js';
import { hideFields, markup, sendPage } from './pages.js';

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
    /** Why the last decision did not work. */
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

const mostUsers = 10;
const usualUser = 'user@example.com';

/** Lists the users that are offered: the expected one, those of the options and of registered tokens, and those who signed in before. */
function listUsers({ engine, options, change }: Scene, hint: string | undefined): readonly string[] {
  const registered = Object.values(tokensByName(engine.options.credentials?.tokens));
  const issued = change((tables) => tables.list(tokenTable).slice(-100)).toReversed();
  const before = [...registered, ...issued].map(({ user }) => user);
  const names = [hint, ...Object.keys(options.users ?? {}), ...before, usualUser].filter(
    (user): user is string => typeof user === 'string' && isUserName(user),
  );
  return [...new Set(names)].slice(0, mostUsers);
}

/** Reads the form of the page; undefined if it is another form, or was not sent. A choice that cannot work is a problem that the page shows. */
export function readDecision(
  { exchange }: Scene,
  fields: URLSearchParams,
  scopes: readonly string[],
): { isAllowed: boolean; user: string; scopes: readonly string[] } | { problem: string } | undefined {
  const [decision, ...more] = fields.getAll('decision');
  if (decision === undefined || exchange.request.method !== 'POST') return undefined;
  if (more.length > 0 || (decision !== 'allow' && decision !== 'deny'))
    return { problem: 'The decision has to be allow or deny, once.' };
  const user = fields.get('other_user')?.trim() || (fields.get('user') ?? '');
  const isAllowed = decision === 'allow';
  if (isAllowed && !isUserName(user))
    return { problem: 'Choose who you are, or enter a name of at most 255 characters.' };
  const granted = new Set(fields.getAll('granted'));
  return { isAllowed, user, scopes: scopes.filter((scope) => granted.has(scope)) };
}
