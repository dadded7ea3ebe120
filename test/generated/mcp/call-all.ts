import { expect } from 'vitest';
import { callsIn, filled, mediaTypes, valueAt } from '../vendors/clients.js';

/** Calls a tool by its operation, and gives the text of its result. */
export type CallText = (operation: string, args: Record<string, unknown>) => Promise<string> | string;

/** Makes the calls of a file that all clients make, expects each to succeed or to be rejected as it says, and returns the operations. */
export async function callAll(file: string, callText: CallText): Promise<ReadonlySet<string>> {
  const called = new Set<string>();
  const kept = new Map<string, string>();
  for (const { call: operation, params, body, media, keep = {}, status = 200 } of callsIn(file)) {
    const text = await callText(operation, {
      ...Object(filled(params, kept)),
      ...(body !== undefined && { body: filled(body, kept) }),
      ...(media !== undefined && { media: { path: media, type: mediaTypes[media] } }),
      ...(operation === 'captions.download' && { saveTo: 'saved', overwrite: true }),
    });
    if (status >= 400) expect(text).toMatch(new RegExp(`^The service rejected ${operation}: ${status} `));
    else if (!/^[[{]/.test(text)) expect(text).toBe('Done: the service responded with 204 and no content.');
    for (const [name, path] of Object.entries(keep)) kept.set(name, valueAt(JSON.parse(text), path));
    called.add(operation);
  }
  return called;
}
