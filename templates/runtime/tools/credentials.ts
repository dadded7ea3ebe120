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

/** A credential of a caller, for the option `auth` of the client. */
export interface FoundCredential extends Auth {
  /** Its variables, or the file of the stored sign-in. */
  readonly from: string;
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

/** Makes the credential of a scheme: of a key, a token, or the name and the password of a user. */
export function createCredential(
  { scheme, kind }: Pick<CredentialVariables, 'scheme' | 'kind'>,
  first: string,
  second: string,
): Auth {
  if (kind === 'apiKey') return apiKey(first, { scheme });
  return kind === 'basic' ? basic(first, second, { scheme }) : bearer(first, { scheme });
}

/** Reads the credentials in environment variables, at most one for each scheme. */
export function readVariables(owner: CredentialOwner, env: Environment): readonly FoundCredential[] {
  // Files and shells leave blanks and line breaks around values.
  const read = (name: string) => env[name]?.trim() ?? '';
  return credentialVariables(owner).flatMap(({ scheme, kind, variables }) => {
    const names = variables.find((all) => all.every(read)) ?? [];
    const [name] = names;
    const [first = '', second = ''] = names.map(read);
    if (name === undefined) return [];
    const clientSecret = read(name.replace(/REFRESH_TOKEN$/, 'CLIENT_SECRET')) || undefined;
    const auth = name.endsWith('_REFRESH_TOKEN')
      ? oauthRefresh({ scheme, refreshToken: first, clientId: second, clientSecret })
      : createCredential({ scheme, kind }, first, second);
    return { ...auth, from: names.join(' and ') };
  });
}

/**
 * Reads the credentials of a caller: of each scheme those of the environment, else the stored sign-in. Throws a `ToolError` if its file
 * cannot be used, for example if others can read it. A stored sign-in is only sent to the address that it was made for: `baseUrl`, or
 * that of the spec.
 */
export async function readCredentials(
  owner: CredentialOwner,
  env: Environment,
  baseUrl: string | undefined,
): Promise<readonly FoundCredential[]> {
  const found = readVariables(owner, env);
  const takesToken = credentialVariables(owner).some(({ kind }) => kind === 'bearer');
  const path = takesToken && !found.some(({ kind }) => kind === 'bearer') ? signInPath(owner, env) : undefined;
  const signIn = path && (await readSignIn(path));
  const isFitting = path && signIn && signIn.origin === readOrigin(owner, baseUrl);
  return isFitting ? [...found, { ...storedAuth(path, signIn), from: path }] : found;
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
