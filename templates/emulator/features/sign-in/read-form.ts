import { readFormText, mediaTypeOf } from '@speccast/runtime/requests';
import { readBytes } from '../../receive/read-bytes.js';
import { invalidRequest, type OAuthError } from './oauth-error.js';

/** Parameters of a request by name. Those without a value are left out (RFC 6749, section 3.1). */
export type Parameters = ReadonlyMap<string, string>;

const maxBytes = 64 * 1024;

/** Reads the form of a request. Rejects another media type (400), more than 64 KiB (413), and a parameter that comes twice (400). */
export async function readForm(request: Request): Promise<Parameters> {
  return toParameters(await readFields(request));
}

/** Reads the fields of a form, some of which may come several times. Rejects as `readForm` does. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  if (mediaTypeOf(request.headers.get('content-type') ?? '') !== 'application/x-www-form-urlencoded')
    throw invalidRequest('The body has to be application/x-www-form-urlencoded.');
  return new URLSearchParams(readFormText(await readBytes(request, maxBytes)));
}

/** Lists parameters by name. Rejects (400) one that comes twice. */
export function toParameters(fields: URLSearchParams): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of fields) {
    if (parameters.has(name)) throw sentTwice(name);
    parameters.set(name, value);
  }
  return new Map([...parameters].filter(([, value]) => value !== ''));
}

/** Makes the error (400) for a parameter that comes twice. */
export function sentTwice(name: string): OAuthError {
  return invalidRequest(`The parameter ${name} comes twice.`);
}

/** Returns a parameter. Rejects (400) a request without it. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`);
  return value;
}
