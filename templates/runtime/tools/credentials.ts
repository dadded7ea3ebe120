import type { Auth } from '../client/options/auth.js';
import { apiKey, basic, bearer } from '../client/auth/credentials.js';
import { oauthRefresh } from '../client/auth/oauth-refresh.js';
import { usedSchemes } from '../client/features/check-auths.js';
import type { MissingCredentialError } from '../client/errors/errors.js';
import { signInPath, type Environment } from './sign-in-path.js';
import { storedAuth } from './stored-auth.js';
import { readSignIn } from './stored-sign-in.js';
import type { ToolPackage } from './tool-package.js';

/** The package whose credentials are read. */
export type CredentialOwner = Pick<ToolPackage, 'command' | 'service' | 'signIn'>;

/** A security scheme of the spec, and the environment variables of its credential. */
export interface CredentialVariables {
  /** Name of the scheme in the spec. */
  readonly scheme: string;
  readonly kind: Auth['kind'];
  /** Alternatives, each the variables that are needed together; the first one that is set counts. */
  readonly variables: readonly (readonly string[])[];
}

/** The credentials of a caller. */
export interface Credentials {
  /** The option `auth` of the client. */
  readonly auth: readonly Auth[];
  /** A description of each for people, without any secret. */
  readonly found: readonly {
    /** Name of the scheme in the spec; `undefined` for all of its kind. */
    readonly scheme: string | undefined;
    readonly kind: Auth['kind'];
    /** Its variables, or the file of the stored sign-in. */
    readonly from: string;
  }[];
}

/** Options of `readCredentials`. */
export interface CredentialOptions {
  readonly env: Environment;
  /** Address of the calls, if it is not that of the spec. A stored sign-in is only sent to the address that it was made for. */
  readonly baseUrl?: string | undefined;
  /** Reads the stored sign-in, too. Default: true. */
  readonly stored?: boolean | undefined;
}

/** Ends of the names of variables, by the kind of a credential. */
const endings: Readonly<Record<Auth['kind'], CredentialVariables['variables']>> = {
  apiKey: [['API_KEY']],
  basic: [['USER', 'PASSWORD']],
  bearer: [['TOKEN'], ['REFRESH_TOKEN', 'CLIENT_ID']],
};

/** Returns the beginning of the names of variables: `PET_STORE` for the command `pet-store`. In a shell, it cannot be a digit. */
export function variablePrefix({ command }: Pick<ToolPackage, 'command'>): string {
  const name = constantCase(command);
  return /^\d/.test(name) ? `API_${name}` : name;
}

/** Lists the environment variables of each security scheme: `PET_STORE_TOKEN`, and first `PET_STORE_ADMIN_TOKEN` if several take tokens. */
export function credentialVariables({ command, service }: CredentialOwner): readonly CredentialVariables[] {
  const prefix = variablePrefix({ command });
  const schemes = usedSchemes(service);
  return schemes.flatMap(([scheme, { kind }]) => {
    if (kind !== 'apiKey' && kind !== 'bearer' && kind !== 'basic') return [];
    const isAlone = schemes.filter(([, other]) => other.kind === kind).length < 2;
    const starts = isAlone ? [prefix] : [`${prefix}_${constantCase(scheme)}`, prefix];
    const variables = starts.flatMap((start) => endings[kind].map((all) => all.map((end) => `${start}_${end}`)));
    return [{ scheme, kind, variables }];
  });
}

/**
 * Reads the credentials of a caller: of each scheme those of the environment, else the stored sign-in. Throws a `ToolError` if its file
 * cannot be used, for example if others can read it.
 */
export async function readCredentials(
  owner: CredentialOwner,
  { env, baseUrl, stored = true }: CredentialOptions,
): Promise<Credentials> {
  // Files and shells leave blanks and line breaks around values.
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const auth: Auth[] = [];
  const found: Credentials['found'][number][] = [];
  const schemes = credentialVariables(owner);
  for (const { scheme, kind, variables } of schemes) {
    const names = variables.find((all) => all.every(read));
    if (names === undefined) continue;
    const [name = ''] = names;
    const [first = '', second = ''] = names.map(read);
    if (kind === 'apiKey') auth.push(apiKey(first, { scheme }));
    else if (kind === 'basic') auth.push(basic(first, second, { scheme }));
    else if (name.endsWith('_REFRESH_TOKEN')) {
      const clientSecret = read(name.replace(/REFRESH_TOKEN$/, 'CLIENT_SECRET'));
      auth.push(oauthRefresh({ scheme, refreshToken: first, clientId: second, clientSecret }));
    } else auth.push(bearer(first, { scheme }));
    found.push({ scheme, kind, from: names.join(' and ') });
  }
  const needsToken = schemes.some(({ kind }) => kind === 'bearer') && !found.some(({ kind }) => kind === 'bearer');
  const path = stored && needsToken ? signInPath(owner, env) : undefined;
  const signIn = path && (await readSignIn(path));
  if (path && signIn && signIn.origin === readOrigin(owner, baseUrl)) {
    auth.push(storedAuth(path, signIn));
    found.push({ scheme: undefined, kind: 'bearer', from: path });
  }
  return { auth, found };
}

/** Returns the origin of the calls, which a sign-in is stored with; `undefined` if neither the spec nor the caller has an address. */
export function readOrigin({ service }: Pick<ToolPackage, 'service'>, baseUrl?: string): string | undefined {
  const address = baseUrl ?? service.baseUrl;
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Explains how to give an operation its credential: `set PET_STORE_TOKEN, or run \`pet-store auth login\``. */
export function explainMissing(owner: CredentialOwner, { needs, operation }: MissingCredentialError): string {
  const { security } = owner.service;
  const variables = credentialVariables(owner);
  const ways = needs.map((alternative) => {
    const all = alternative.map((scheme) => {
      const [names] = variables.find((one) => one.scheme === scheme)?.variables ?? [];
      const isCertificate = security[scheme]?.kind === 'mutualTLS';
      return (
        names?.join(' and ') ??
        `\`${scheme}\`, which is ${isCertificate ? 'a client certificate' : 'what no variable can hold'}`
      );
    });
    return all.join(' and ');
  });
  const takesSignIn = needs.flat().some((name) => {
    const scheme = security[name];
    return scheme?.kind === 'bearer' && scheme.oauth2;
  });
  const or = owner.signIn && takesSignIn ? `, or run \`${owner.command} auth login\`` : '';
  return `${operation} needs a credential: set ${ways.join(', or ')}${or}. Nothing was sent.`;
}

function constantCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
