import { sharing } from '../../respond/sharing.js';

/** An error of the token endpoint and of its neighbours (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, message: string, { status = 400, headers = {} }: OAuthErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

interface OAuthErrorDetails {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The members of an error, with the characters that RFC 6749 allows in descriptions. */
export function errorFields({ code, message }: OAuthError): {
  readonly error: string;
  readonly error_description: string;
} {
  return { error: code, error_description: message.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 300) };
}

/** A JSON response that nobody may cache. */
export function sendSecret(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
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
