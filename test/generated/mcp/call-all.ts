import { expect } from 'vitest';
import { insertKept, mediaTypes, readCalls, valueAt } from '../vendors/clients.js';

/** Calls the tool of an operation, and returns the text of its result. */
export type CallText = (operation: string, args: Record<string, unknown>) => Promise<string> | string;

/** Makes the calls of a file such as `video-calls.json`, expects each to succeed or to fail with its status, and returns the operations. */
export async function callAll(file: string, callText: CallText): Promise<ReadonlySet<string>> {
  const called = new Set<string>();
  const kept = new Map<string, string>();
  for (const { call: operation, params, body, media, keep = {}, status = 200 } of readCalls(file)) {
    const text = await callText(operation, {
      ...Object(insertKept(params, kept)),
      ...(body !== undefined && { body: insertKept(body, kept) }),
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
