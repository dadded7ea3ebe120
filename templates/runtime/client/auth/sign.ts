import type { SecurityScheme, Service } from '../../operation.js';
import { InvalidOptionError, MissingCredentialError } from '../errors/errors.js';
import type { Scope } from '../options/scope.js';
import type { Auth, Credential } from '../options/auth.js';
import type { Call, Sending } from '../options/options.js';

/** The headers and query parameters with the credentials of a request. */
export interface Signature {
  readonly headers: readonly (readonly [string, string])[];
  /** Encoded pieces: `name=value`. */
  readonly query: readonly string[];
}

/** Matches kinds of schemes that clients send no credentials for, such as client certificates: `fetch` or middleware does. */
export const unsigned: RegExp = /^(other|mutualTLS)$/;

/** Returns whether the spec of a service describes a credential that clients send. */
export function isDescribed({ security }: Service): boolean {
  return Object.values(security).some(({ kind }) => !unsigned.test(kind));
}

/** Prints the option that sets a credential: `` oauth2 (`auth: bearer()`) ``. */
export function printWay(name: string, scheme?: SecurityScheme): string {
  return `${name} (\`auth: ${scheme?.kind}()\`)`;
}

/**
 * Chooses the credentials to send: those of the first alternative with a token that the client has, or else of the first that it has.
 * Throws `MissingCredentialError` if the client has none.
 */
export function chooseCredentials(call: Call): readonly Credential[] {
  const { settings, operation, headers: named } = call;
  if (operation.credentials && !named) return operation.credentials;
  const { auths, service } = settings;
  const { security } = service;
  const { id, auth } = operation;
  const needs = (auth[0] ? auth : [[]]).map((names) =>
    [names].flat().filter((name) => {
      const scheme = security[name];
      return !unsigned.test(scheme?.kind ?? 'other') && !named?.has(headerName(scheme));
    }),
  );
  const isKnown = auth[0] ? isDescribed(service) : Object.keys(security)[0];
  const found = [
    ...(isKnown || named?.has('authorization') ? [] : unnamed(auths)),
    ...needs
      .map((names) => names.flatMap((name) => find(name, security[name], auths)))
      .filter((one, index) => one.length === needs[index]?.length),
  ];
  const best = found.find((one) => one.some(isToken)) ?? found.find((one) => one[0]) ?? found[0];
  if (best) return operation.optional?.(call, found) ?? (named ? best : (operation.credentials = best));
  const wanted = needs.map((names) => names.map((name) => printWay(name, security[name])).join(' and '));
  const given = auths.map(({ kind, scheme }) => scheme ?? kind).join() || 'none';
  const message = `${id} needs ${wanted.join(' or ')}; the client has ${given}. Nothing was sent.`;
  throw new MissingCredentialError(id, needs, message);
}

/** Returns whether a credential is a token. */
export function isToken({ auth }: Credential): boolean {
  return auth.kind === 'bearer';
}

/** Returns the header of a credential, which callers may set themselves: `headers: { Authorization: … }`. `-` for none. */
function headerName(scheme: SecurityScheme | undefined) {
  return scheme?.kind !== 'apiKey' ? 'authorization' : scheme.in === 'header' ? scheme.name : '-';
}

/** Lists tokens and passwords for the header `Authorization`, for specs that describe no credentials. */
function unnamed(auths: readonly Auth[]) {
  return auths.flatMap((auth) => (auth.kind === 'apiKey' ? [] : [[{ auth, scheme: { kind: auth.kind } }]]));
}

/** Finds the credential for a scheme: one with its name in the option `scheme`, or else one of its kind without a `scheme`. */
function find(name: string, scheme: SecurityScheme | undefined, auths: readonly Auth[]): readonly Credential[] {
  const fits = (wanted?: string) => auths.find((one) => one.kind === scheme?.kind && one.scheme === wanted);
  const auth = fits(name) ?? fits();
  return auth && scheme ? [{ auth, scheme }] : [];
}

/** Fetches the secrets of a call, and returns the headers and query parameters with them. Adds each secret to the redactor first. */
export async function sign(
  { settings, operation, redactor, sent, rejected }: Sending,
  credentials: readonly Credential[],
  scope: Scope,
): Promise<Signature> {
  const headers: (readonly [string, string])[] = [];
  const query: string[] = [];
  sent.clear();
  for (const { auth, scheme } of credentials) {
    const need = {
      operation: operation.id,
      now: settings.now,
      fetch: settings.fetch,
      redactor,
      // A getter: most credentials need no signal, and creating one takes time.
      get signal() {
        return scope.signal;
      },
    };
    const given = auth.secret(need, scheme, rejected.get(auth));
    const secret = typeof given === 'string' ? given : await given;
    redactor.add(secret);
    sent.set(auth, secret);
    const [name, value, location] = auth.location(scheme, secret);
    if (location === 'query') query.push([name, value].map(encodeURIComponent).join('='));
    // The message of `Headers` would show the value.
    else if (/[^ -~]/.test(value)) throw new InvalidOptionError('auth', 'has a character that headers cannot contain');
    else headers.push([name, value]);
  }
  return { headers, query };
}
