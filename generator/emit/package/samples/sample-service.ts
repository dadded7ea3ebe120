import type { Api, Operation } from '../../../api/api.js';
import { clientAddress, ownAddress, serviceAddress } from '../../../api/service/servers.js';
import type { SecurityScheme } from '../../../api/types/service.js';
import { commandName } from '../../surface-entries.js';
import { shellVariable } from './shell.js';

/** A scheme whose credential a variable can hold. */
export type HeldScheme = Extract<SecurityScheme, { readonly kind: 'apiKey' | 'bearer' | 'basic' }>;

/** A security scheme, and the variables that its credential is read from: one, or user and password. */
export interface Credential {
  readonly scheme: HeldScheme;
  readonly variables: readonly [string, ...string[]];
}

/** The credentials of a service that variables can hold; the command line and the server of tools read the same ones. */
export function listCredentials(api: Api, packageName: string): readonly Credential[] {
  const start = commandName(packageName);
  const held = api.securitySchemes.filter(
    (one): one is HeldScheme => one.kind === 'apiKey' || one.kind === 'bearer' || one.kind === 'basic',
  );
  return held.map((scheme) => {
    const isAlone = held.filter(({ kind }) => kind === scheme.kind).length < 2;
    const name = (word: string): string => shellVariable(start, ...(isAlone ? [] : [scheme.name]), word);
    if (scheme.kind === 'basic') return { scheme, variables: [name('user'), name('password')] };
    return { scheme, variables: [name(scheme.kind === 'bearer' ? 'token' : 'api-key')] };
  });
}

/** The credentials that a call is shown with: those of one alternative, a token before a key, and one in a header before others. */
export function credentialsFor(credentials: readonly Credential[], { security }: Operation): readonly Credential[] {
  const sets = security.flatMap((needs) => {
    const found = needs.map(({ scheme }) => credentials.find((one) => one.scheme.name === scheme));
    const known = found.flatMap((one) => one ?? []);
    return known.length === needs.length && known.length > 0 ? [known] : [];
  });
  return sets.toSorted((left, right) => rankCredentials(left) - rankCredentials(right))[0] ?? [];
}

function rankCredentials(set: readonly Credential[]): number {
  const ranks = set.map(({ scheme }) => {
    if (scheme.kind === 'bearer') return 0;
    return scheme.kind === 'basic' ? 1 : scheme.in === 'header' ? 2 : 3;
  });
  return Math.max(...ranks) + set.length / 10;
}

/** Where requests go: a variable of the shell, and what it holds. */
export interface SampleAddress {
  readonly variable: string;
  readonly url: string;
}

/** The address of the service. */
export function sampleAddress(api: Api, packageName: string): SampleAddress {
  const variable = shellVariable(commandName(packageName), 'url');
  return { variable, url: serviceAddress(api) ?? `https://service.example${clientAddress(api) ?? ''}` };
}

/** Where bytes go, where that is another address than that of the service: one with something before its path. */
export function sampleUploadAddress(api: Api, packageName: string): SampleAddress | undefined {
  const { upload } =
    api.operations.flatMap(({ body }) => body?.media ?? []).find((one) => one.upload !== undefined) ?? {};
  if (upload === undefined) return undefined;
  const { origin, pathname } = new URL(sampleAddress(api, packageName).url);
  const variable = shellVariable(commandName(packageName), 'upload-url');
  if (upload.kind === 'path') return { variable, url: origin };
  return { variable, url: `${origin}${upload.prefix}${pathname}`.replace(/\/+$/, '') };
}

/** The address that an operation goes to, where it has one of its own. */
export function sampleOwnAddress(api: Api, operation: Operation): string | undefined {
  const own = ownAddress(api, operation);
  return own && new URL(own, serviceAddress(api) ?? 'https://service.example').href.replace(/\/+$/, '');
}
