import { readMember } from '../../json.js';
import type { Service } from '../../operation.js';
import type { Query } from '../../parameters/query.js';
import { readCredential } from '../auth/credentials.js';
import { HttpError } from '../errors/http-error.js';
import type { ServedOperation } from './served-operation.js';
import type { Authenticate } from './server-plan.js';

/** Returns the result of `authenticate` for the first alternative that it accepts; throws an `HttpError` (401) if it accepts none. */
export async function findPrincipal<Context>(
  { operation, security }: ServedOperation,
  service: Service,
  caller: { readonly request: Request; readonly query: Query; readonly context: Context },
  authenticate: Authenticate<unknown, Context> | undefined,
): Promise<unknown> {
  if (!security.length) return undefined;
  const { request, query, context } = caller;
  let isSent = false;
  for (const needs of security) {
    const schemes = Object.keys(needs);
    const credentials = schemes.flatMap((name) => {
      const scheme = readMember(service.security, name);
      // The TLS server has already checked the certificate.
      const value = scheme?.kind === 'mutualTLS' ? '' : scheme && readCredential(scheme, request.headers, query);
      return value === undefined ? [] : [[name, value]];
    });
    isSent ||= credentials.length > 0;
    if (!schemes.length || credentials.length < schemes.length) continue;
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
  if (isOptional && (!isSent || !authenticate)) return undefined;
  const challenges = security.flatMap(Object.keys).map((name) => {
    const { kind } = readMember(service.security, name) ?? {};
    const challenge = `${kind === 'basic' ? 'Basic' : kind === 'apiKey' ? 'ApiKey' : 'Bearer'} realm="${service.name}"`;
    return isSent && challenge.startsWith('Bearer') ? `${challenge}, error="invalid_token"` : challenge;
  });
  const message = isSent ? 'The credential is not valid.' : 'This request needs a credential: it carries none.';
  throw new HttpError(401, isSent ? 'authError' : 'required', message, {
    location: 'Authorization',
    locationType: 'header',
    headers: { 'www-authenticate': [...new Set(challenges)].join(', ') },
  });
}
