import type { SecurityScheme } from '../../operation.js';
import { InvalidOptionError, MissingCredentialError } from '../errors/errors.js';
import type { Call } from '../options/options.js';
import type { Scope } from '../transport/scope.js';
import type { Sending } from '../transport/sending.js';
import type { Auth, Credential } from './auth.js';

/** What signing adds to a request. */
export interface Signature {
  readonly headers: readonly (readonly [string, string])[];
  /** `name=value`, encoded. */
  readonly query: readonly string[];
}

/**
 * The credentials to send: those of the first alternative that the client can satisfy, one with a token before all others.
 * Throws `MissingCredentialError` where there is none.
 */
export function chooseCredentials({
  settings,
  operation,
}: Pick<Call, 'settings' | 'operation'>): readonly Credential[] {
  if (operation.credentials) return operation.credentials;
  const { auths, service } = settings;
  const { security } = service;
  const { id, auth } = operation;
  // What the client knows nothing about (client certificates) is left to `fetch` and middleware.
  const needs = (auth[0] ? auth : [[]]).map((names) =>
    [names].flat().filter((name) => !/^(other|mutualTLS)$/.test(security[name]?.kind ?? 'other')),
  );
  const found = [
    ...(auth[0] || Object.keys(security)[0] ? [] : unnamed(auths)),
    ...needs
      .map((names) => names.flatMap((name) => find(name, security[name], auths)))
      .filter((one, index) => one.length === needs[index]?.length),
  ];
  const best =
    found.find((one) => one.some(({ auth }) => auth.kind === 'bearer')) ?? found.find((one) => one[0]) ?? found[0];
  if (best) return (operation.credentials = best);
  const wanted = needs.map((names) =>
    names.map((name) => `${name} (\`auth: ${security[name]?.kind}()\`)`).join(' and '),
  );
  const given = auths.map(({ kind, scheme }) => scheme ?? kind).join() || 'none';
  const message = `${id} needs ${wanted.join(' or ')}; the client has ${given}. Nothing was sent.`;
  throw new MissingCredentialError(id, needs, message);
}

/** A spec that says nothing about credentials forbids none: tokens and passwords have one well-known location. */
function unnamed(auths: readonly Auth[]): readonly (readonly Credential[])[] {
  return auths.flatMap((auth) => (auth.kind === 'apiKey' ? [] : [[{ auth, scheme: { kind: auth.kind } }]]));
}

/** The credential for a scheme, if there is one: one meant for it before one for all of its kind. */
function find(name: string, scheme: SecurityScheme | undefined, auths: readonly Auth[]): readonly Credential[] {
  const fits = (wanted?: string): Auth | undefined =>
    auths.find((one) => one.kind === scheme?.kind && one.scheme === wanted);
  const auth = fits(name) ?? fits();
  return auth && scheme ? [{ auth, scheme }] : [];
}

/** Fetches the secrets and says where they go; the redactor knows each of them before anything else happens. */
export async function sign(
  { call, sent, rejected }: Sending,
  credentials: readonly Credential[],
  scope: Scope,
): Promise<Signature> {
  const headers: (readonly [string, string])[] = [];
  const query: string[] = [];
  const { settings, operation, redactor } = call;
  sent.clear();
  for (const { auth, scheme } of credentials) {
    const need = {
      operation: operation.id,
      now: settings.clock.now,
      fetch: settings.fetch,
      redactor,
      // One that nobody asks for is not made.
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
    // The platform's own message would show the value.
    else if (/[^ -~]/.test(value)) throw new InvalidOptionError('auth', 'holds what a header cannot carry');
    else headers.push([name, value]);
  }
  return { headers, query };
}
