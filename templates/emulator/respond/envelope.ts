import { withKnownBody } from './respond.js';

/** Writes the error envelope of the server as JSON. */
export function writeEnvelope(code: number, reason: string, message: string): string {
  return JSON.stringify({ error: { code, message, errors: [{ domain: 'global', reason, message }] } });
}

/** Returns the error envelope of the server as a response. */
export function envelope(
  code: number,
  reason: string,
  message: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const text = writeEnvelope(code, reason, message);
  const headers = { 'content-type': 'application/json; charset=UTF-8', ...more };
  return withKnownBody(new Response(text, { status: code, headers }), text);
}
