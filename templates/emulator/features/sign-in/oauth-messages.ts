import { HttpError, readFormText, mediaTypeOf } from '@speccast/runtime/requests';
import { readBytes } from '../../receive/read-body.js';
import { sharing } from '../../respond/respond.js';

/** Parameters of a request by name. Those without a value are left out (RFC 6749, section 3.1). */
export type Parameters = Readonly<Record<string, string>>;

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
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

/** Makes the error (400) for a parameter that comes twice. */
export function sentTwice(name: string): OAuthError {
  return invalidRequest(`The parameter ${name} comes twice.`);
}

/** Returns a parameter. Rejects (400) a request without it. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`);
  return value;
}

type Headers = Readonly<Record<string, string>>;

/** An error of an endpoint for OAuth (RFC 6749, section 5.2), as a response: `{"error": "invalid_scope", "error_description": "…"}`. */
export class OAuthError extends HttpError {
  constructor(code: string, message: string, status = 400, headers: Headers = {}) {
    super(status, code, message, { headers });
  }
}

/** Makes the error (400) for a request that lacks a parameter, or has an invalid one. */
export function invalidRequest(message: string): OAuthError {
  return new OAuthError('invalid_request', message);
}

/** Makes the error (400) for a code, a refresh token or an assertion that is not valid. */
export function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}

/** Makes the error (401) for a client that could not be authenticated. */
export function invalidClient(message: string): OAuthError {
  return new OAuthError('invalid_client', message, 401, {
    'www-authenticate': 'Basic realm="emulator", charset="UTF-8"',
  });
}

/** Writes the members of an error, with the characters that RFC 6749 allows in descriptions. Other errors than those of OAuth are invalid requests. */
export function errorFields(error: HttpError): Record<'error' | 'error_description', string> {
  const code = error instanceof OAuthError ? error.reason : 'invalid_request';
  return { error: code, error_description: error.message.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 300) };
}

/** Sends JSON that no cache may keep. */
export function sendSecret(body: object, status = 200, headers: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...sharing,
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
