import type { Auth } from '../client/options/auth.js';
import { apiKey, basic, bearer } from '../client/auth/credentials.js';
import { oauthRefresh } from '../client/auth/oauth-refresh.js';
import { usedSchemes } from '../client/features/check-auths.js';
import type { MissingCredentialError } from '../client/errors/errors.js';
import type { SecurityScheme } from '../operation.js';
import { signInPath, type Environment } from './sign-in-path.js';
import { storedAuth } from './stored-auth.js';
import { readSignIn } from './stored-sign-in.js';
import type { ToolPackage } from './tool-package.js';

/** What credentials are read for. */
export type CredentialOwner = Pick<ToolPackage, 'command' | 'service' | 'signIn'>;

/** A security scheme of the spec, and the environment variables that its credential is read from. */
export interface CredentialVariables {
  /** Name of the scheme in the spec. */
  readonly scheme: string;
  readonly kind: Auth['kind'];
  /** Alternatives, each the variables that are needed together; the first one that is set counts. */
  readonly variables: readonly (readonly string[])[];
}

/** A credential that was found. */
export interface FoundCredential {
  /** Name of the scheme in the spec; `undefined` for every one of its kind. */
  readonly scheme: string | undefined;
  readonly kind: Auth['kind'];
  /** The variables that it comes from, or the file of the stored sign-in. Never the secret itself. */
  readonly from: string;
}

/** Credentials of a caller, as an option of the client and as what a person may be told about them. */
export interface Credentials {
  readonly auth: readonly Auth[];
  readonly found: readonly FoundCredential[];
}

/** Where credentials are looked for. */
export interface CredentialOptions {
  readonly env: Environment;
  /** Address that the calls go to, where it is not that of the spec: a stored sign-in is only sent where it was made for. */
  readonly baseUrl?: string | undefined;
  /** False: the environment alone counts. Default: true. */
  readonly stored?: boolean | undefined;
}

/** `PET_STORE` for the command `pet-store`: what the names of its environment variables begin with. No digit does in a shell. */
export function variablePrefix({ command }: Pick<ToolPackage, 'command'>): string {
  const name = constantCase(command);
  return /^\d/.test(name) ? `API_${name}` : name;
}

/** The environment variables of each security scheme; of several schemes of a kind each has one of its own, too. */
export function credentialVariables({ command, service }: CredentialOwner): readonly CredentialVariables[] {
  const prefix = variablePrefix({ command });
  const schemes = usedSchemes(service);
  return schemes.flatMap(([scheme, { kind }]) => {
    if (kind !== 'apiKey' && kind !== 'bearer' && kind !== 'basic') return [];
    const isAlone = schemes.filter(([, other]) => other.kind === kind).length < 2;
    const starts = isAlone ? [prefix] : [`${prefix}_${constantCase(scheme)}`, prefix];
    return [{ scheme, kind, variables: starts.flatMap((start) => variablesOf(start, kind)) }];
  });
}

function variablesOf(start: string, kind: Auth['kind']): readonly (readonly string[])[] {
  if (kind === 'apiKey') return [[`${start}_API_KEY`]];
  if (kind === 'basic') return [[`${start}_USER`, `${start}_PASSWORD`]];
  return [[`${start}_TOKEN`], [`${start}_REFRESH_TOKEN`, `${start}_CLIENT_ID`]];
}

/**
 * The credentials of a caller: of each scheme those of the environment, else a stored sign-in. Rejects where the file of the
 * sign-in cannot be used, such as one that others can read.
 */
export async function readCredentials(owner: CredentialOwner, options: CredentialOptions): Promise<Credentials> {
  const { env } = options;
  const auth: Auth[] = [];
  const found: FoundCredential[] = [];
  const all = credentialVariables(owner);
  for (const { scheme, kind, variables } of all) {
    const names = variables.find((all) => all.every((name) => given(env, name) !== undefined));
    const made = names && fromVariables(kind, { scheme, names, env });
    // The spec may name no address where refresh tokens are exchanged.
    if (names === undefined || made === undefined) continue;
    auth.push(made);
    found.push({ scheme, kind, from: names.join(' and ') });
  }
  const takesToken = all.some(({ kind }) => kind === 'bearer') && !found.some(({ kind }) => kind === 'bearer');
  if (options.stored !== false && takesToken) {
    const path = signInPath(owner, env);
    const made = path && (await fromFile(path, originOf(owner, options.baseUrl)));
    if (path && made) {
      auth.push(made);
      found.push({ scheme: undefined, kind: 'bearer', from: path });
    }
  }
  return { auth, found };
}

/** The credential of a stored sign-in, where it is for an origin. */
async function fromFile(path: string, origin: string | undefined): Promise<Auth | undefined> {
  const stored = await readSignIn(path);
  return stored && stored.origin === origin ? storedAuth(path, stored) : undefined;
}

function fromVariables(
  kind: Auth['kind'],
  { scheme, names, env }: { readonly scheme: string; readonly names: readonly string[]; readonly env: Environment },
): Auth {
  const [first = '', second = ''] = names.map((name) => given(env, name));
  if (kind === 'apiKey') return apiKey(first, { scheme });
  if (kind === 'basic') return basic(first, second, { scheme });
  const [name = ''] = names;
  if (!name.endsWith('_REFRESH_TOKEN')) return bearer(first, { scheme });
  const clientSecret = given(env, name.replace(/REFRESH_TOKEN$/, 'CLIENT_SECRET'));
  return oauthRefresh({ scheme, refreshToken: first, clientId: second, clientSecret });
}

/** The value of a variable, without the blanks and line breaks that files and shells leave around it. */
function given(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** Origin that calls go to; a sign-in is stored with it. Absent where neither spec nor caller name an address. */
export function originOf({ service }: Pick<ToolPackage, 'service'>, baseUrl?: string): string | undefined {
  const address = baseUrl ?? service.baseUrl;
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** What to do about an operation that needs a credential: the variables of each alternative, and how to sign in. */
export function explainMissing(owner: CredentialOwner, error: MissingCredentialError): string {
  const variables = credentialVariables(owner);
  const set = (scheme: string): string => {
    const [names] = variables.find((one) => one.scheme === scheme)?.variables ?? [];
    return names === undefined ? uncovered(scheme, owner.service.security[scheme]) : names.join(' and ');
  };
  const ways = error.needs.map((alternative) => alternative.map(set).join(' and '));
  const signsIn = owner.signIn !== undefined && error.needs.some((all) => all.some((name) => isOAuth(owner, name)));
  const or = signsIn ? `, or run \`${owner.command} auth login\`` : '';
  return `${error.operation} needs a credential: set ${ways.join(', or ')}${or}. Nothing was sent.`;
}

function isOAuth({ service }: CredentialOwner, name: string): boolean {
  const scheme = service.security[name];
  return scheme?.kind === 'bearer' && scheme.oauth2 === true;
}

function uncovered(name: string, scheme: SecurityScheme | undefined): string {
  const what = scheme?.kind === 'mutualTLS' ? 'a client certificate' : 'what no variable can hold';
  return `\`${name}\`, which is ${what}`;
}

function constantCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
