import { withWholeBody } from '../engine/response/whole-body.js';

/** JSON text of the error envelope that a server answers with where no emulator can. */
export function envelopeText(code: number, reason: string, message: string): string {
  return JSON.stringify({ error: { code, message, errors: [{ domain: 'global', reason, message }] } });
}

/** The same as a response. */
export function envelope(code: number, reason: string, message: string): Response {
  const text = envelopeText(code, reason, message);
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return withWholeBody(new Response(text, { status: code, headers }), text);
}
