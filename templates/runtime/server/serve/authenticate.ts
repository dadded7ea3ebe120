import type { SecurityScheme, Service } from '../../operation.js';
import type { Query } from '../../parameters/query.js';
import { credentialOf } from '../auth/credentials.js';
import { HttpError } from '../errors/http-error.js';
import type { ServedOperation } from './served-operation.js';
import type { Authenticate } from './server-plan.js';

/** A request that is to be authenticated. */
export interface Caller<Context> {
  readonly request: Request;
  readonly query: Query;
  readonly context: Context;
}

/** Who calls: what `authenticate` returns for the first alternative that it accepts. Throws (401) if it accepts none. */
export async function findPrincipal<Context>(
  { operation, security }: ServedOperation,
  service: Service,
  caller: Caller<Context>,
  authenticate: Authenticate<unknown, Context> | undefined,
): Promise<unknown> {
  if (security.length === 0) return undefined;
  const { request, query, context } = caller;
  const carried = (scheme: string): string | undefined => {
    const kind = Object.hasOwn(service.security, scheme) ? service.security[scheme] : undefined;
    if (kind === undefined) return undefined;
    // Whoever ends the connection has checked the certificate.
    return kind.kind === 'mutualTLS' ? '' : credentialOf(kind, request.headers, query);
  };
  let isSent = false;
  for (const needs of security) {
    const schemes = Object.keys(needs);
    const found = schemes.map((scheme) => [scheme, carried(scheme)] as const);
    const credentials = found.flatMap(([scheme, value]) => (value === undefined ? [] : [[scheme, value] as const]));
    isSent ||= credentials.length > 0;
    if (schemes.length === 0 || credentials.length < schemes.length) continue;
    const principal = await authenticate?.({
      operation,
      schemes,
      credentials: Object.fromEntries(credentials),
      credential: credentials[0]?.[1] ?? '',
      scopes: Object.values(needs).flat(),
      request,
      context,
    });
    if (principal !== undefined && principal !== null) return principal;
  }
  const isOptional = security.some((needs) => Object.keys(needs).length === 0);
  if (isOptional && (!isSent || authenticate === undefined)) return undefined;
  throw unauthorized(security, service, isSent);
}

function unauthorized(security: ServedOperation['security'], service: Service, isSent: boolean): HttpError {
  const names = [...new Set(security.flatMap((needs) => Object.keys(needs)))];
  const challenges = names.map((name) => challengeOf(service.security[name], service.name, isSent));
  const message = isSent ? 'The credential is not valid.' : 'This request needs a credential: it carries none.';
  return new HttpError(401, isSent ? 'authError' : 'required', message, {
    location: 'Authorization',
    locationType: 'header',
    headers: { 'www-authenticate': [...new Set(challenges)].join(', ') },
  });
}

function challengeOf(scheme: SecurityScheme | undefined, realm: string, isSent: boolean): string {
  const kind = scheme?.kind === 'basic' ? 'Basic' : scheme?.kind === 'apiKey' ? 'ApiKey' : 'Bearer';
  return `${kind} realm="${realm}"${isSent && kind === 'Bearer' ? ', error="invalid_token"' : ''}`;
}
