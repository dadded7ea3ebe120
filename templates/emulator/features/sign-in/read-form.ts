import { HttpError, readFormText, mediaTypeOf } from '@speccast/runtime/requests';
import { readBytes } from '../../receive/read-bytes.js';
import { OAuthError } from './oauth-error.js';

/** Parameters of a request, each once. Those without a value are left out, as RFC 6749 wants it. */
export type Parameters = ReadonlyMap<string, string>;

const maxBytes = 64 * 1024;

/** Reads the form of a request. Rejects (400, 413) anything else, and a parameter that comes twice. */
export async function readForm(request: Request): Promise<Parameters> {
  return onceEach(await readFields(request));
}

/** Reads the fields of a form, some of which may come several times. */
export async function readFields(request: Request): Promise<URLSearchParams> {
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'The body has to be application/x-www-form-urlencoded.');
  try {
    return new URLSearchParams(readFormText(await readBytes(request, maxBytes)));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new OAuthError('invalid_request', error.message, { status: error.status });
  }
}

/** Parameters by name. Rejects (400) one that comes twice. */
export function onceEach(fields: URLSearchParams): Parameters {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of fields) {
    if (seen.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} comes twice.`);
    seen.add(name);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** A parameter that has to be there. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}
