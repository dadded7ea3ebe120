import type { Auth } from '../client/options/auth.js';
import { apiKey, basic, bearer } from '../client/auth/credentials.js';
import { oauthRefresh } from '../client/auth/oauth-refresh.js';
import { usedSchemes } from '../client/features/check-auths.js';
import type { SecurityScheme } from '../operation.js';
import type { MissingCredentialError } from '../client/errors/errors.js';
import { signInPath, type Environment } from './sign-in-path.js';
import { readSignIn, storedAuth } from './stored-sign-in.js';
import type { ToolPackage } from './tool-package.js';

/** A security scheme of the spec, and the environment variables of its credential. */
export interface CredentialVariables {
  /** Name of the scheme in the spec. */
  readonly scheme: string;
  readonly kind: SecurityScheme['kind'];
  /** Alternatives, each with the variables that are needed together. The first one that is set is used. */
  readonly variables: readonly (readonly string[])[];
}

/** A credential for the option `auth` of the client, and its source. */
export interface FoundCredential extends Auth {
  /** Names of its variables, or the path of the stored sign-in. */
  readonly from: string;
}

/** Endings of names of variables, by the kind of a credential. */
const endings: Readonly<Record<string, CredentialVariables['variables']>> = {
  apiKey: [['API_KEY']],
  basic: [['USER', 'PASSWORD']],
  bearer: [['TOKEN'], ['REFRESH_TOKEN', 'CLIENT_ID']],
};

/** Returns the prefix of names of variables: `pet-store` → `PET_STORE`, `2c2p` → `API_2C2P`, because names must not start with a digit. */
export function variablePrefix({ command }: ToolPackage): string {
  const name = constantCase(command);
  return /^\d/.test(name) ? `API_${name}` : name;
}

/** Lists the environment variables of each security scheme: `PET_STORE_TOKEN`; if several take tokens, `PET_STORE_ADMIN_TOKEN` first. */
export function credentialVariables(tools: ToolPackage): readonly CredentialVariables[] {
  const prefix = variablePrefix(tools);
  const schemes = usedSchemes(tools.service);
  return schemes.map(([scheme, { kind }]) => {
    const isAlone = schemes.filter(([, other]) => other.kind === kind).length < 2;
    const starts = isAlone ? [prefix] : [`${prefix}_${constantCase(scheme)}`, prefix];
    const variables = starts.flatMap((start) =>
      (endings[kind] ?? []).map((all) => all.map((end) => `${start}_${end}`)),
    );
    return { scheme, kind, variables };
  });
}

/** Creates the credential of a scheme from a key, from a token, or from a user name and a password. */
export function createCredential({ scheme, kind }: CredentialVariables, first: string, second: string): Auth {
  if (kind === 'apiKey') return apiKey(first, { scheme });
  return kind === 'basic' ? basic(first, second, { scheme }) : bearer(first, { scheme });
}

/** Reads the credentials in environment variables, at most one for each scheme. */
export function readVariables(tools: ToolPackage, env: Environment): readonly FoundCredential[] {
  // Values from files may have blanks and line breaks around them.
  const read = (name: string) => env[name]?.trim() ?? '';
  return credentialVariables(tools).flatMap((one) => {
    const names = one.variables.find((all) => all.every(read)) ?? [];
    const [name] = names;
    if (name === undefined) return [];
    const from = names.join(' and ');
    const [first = '', second = ''] = names.map(read);
    if (!name.endsWith('_REFRESH_TOKEN')) return { ...createCredential(one, first, second), from };
    const clientSecret = read(name.replace(/REFRESH_TOKEN$/, 'CLIENT_SECRET')) || undefined;
    return { ...oauthRefresh({ scheme: one.scheme, refreshToken: first, clientId: second, clientSecret }), from };
  });
}

/**
 * Reads the credentials in environment variables, and, if none is a token, the stored sign-in. A stored sign-in is only used for the
 * origin that it is stored with. Throws a `ToolError` if its file cannot be used, for example because other users can read it.
 */
export async function readCredentials(
  tools: ToolPackage,
  env: Environment,
  baseUrl: string | undefined,
): Promise<readonly FoundCredential[]> {
  const found = readVariables(tools, env);
  const takesToken = credentialVariables(tools).some(({ kind }) => kind === 'bearer');
  const path = takesToken && !found.some(({ kind }) => kind === 'bearer') ? signInPath(tools, env) : undefined;
  const signIn = path && (await readSignIn(path));
  const isForOrigin = path && signIn && signIn.origin === readOrigin(tools, baseUrl);
  return isForOrigin ? [...found, { ...storedAuth(path, signIn), from: path }] : found;
}

/** Returns the origin of calls: of `baseUrl`, or else of the address in the spec; `undefined` if there is none. */
export function readOrigin({ service }: ToolPackage, baseUrl?: string): string | undefined {
  const address = baseUrl ?? service.baseUrl ?? '';
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Explains how to set a missing credential: `pets.list needs a credential: set PET_STORE_TOKEN. Nothing was sent.` */
export function explainMissing(tools: ToolPackage, { needs, operation }: MissingCredentialError): string {
  const { security } = tools.service;
  const variables = credentialVariables(tools);
  const ways = needs.map((alternative) => {
    const all = alternative.map((scheme) => {
      const [names] = variables.find((one) => one.scheme === scheme)?.variables ?? [];
      const kind = security[scheme]?.kind === 'mutualTLS' ? 'a client certificate' : 'not supported by variables';
      return names?.join(' and ') ?? `\`${scheme}\`, which is ${kind}`;
    });
    return all.join(' and ');
  });
  const takesSignIn = needs.flat().some((name) => Object(security[name]).oauth2);
  const or = tools.signIn && takesSignIn ? `, or run \`${tools.command} auth login\`` : '';
  return `${operation} needs a credential: set ${ways.join(', or ')}${or}. Nothing was sent.`;
}

function constantCase(name: string) {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}
