import { expect } from 'vitest';
import { adOperations, videoOperations, type DocumentedOperation } from '../documents/operations.js';
import { decodeBody, type Recorder, type RecordedRequest } from './recorder.js';
import { insertKept, mediaFiles, mediaTypes, readCalls, valueAt, type ClientCall } from './vendors/clients.js';

/** A client with a method for each operation, with its recorded requests. */
export interface CallingClient {
  readonly client: object;
  readonly recorder: Recorder;
  /** Path of the base address: `/v3`. Uploads are sent to `/upload/v3`. */
  readonly base: string;
  /** Value of the header `authorization` of every request. */
  readonly authorization: string | null;
}

/** The file of calls of each service, and the operations of its document. */
const services: Readonly<Record<'video' | 'ads', { file: string; operations: readonly DocumentedOperation[] }>> = {
  video: { file: 'video-calls.json', operations: videoOperations },
  ads: { file: 'ad-calls.json', operations: adOperations },
};

/** Calls every operation of a service, compares the requests with the document, and returns the results. */
export async function makeCalls(name: keyof typeof services, caller: CallingClient): Promise<readonly unknown[]> {
  const { file, operations } = services[name];
  const results: unknown[] = [];
  const kept = new Map<string, string>();
  const called = new Set<string>();
  for (const one of readCalls(file)) {
    const params: Readonly<Record<string, unknown>> = Object(insertKept(one.params, kept));
    const body = one.body === undefined ? undefined : insertKept(one.body, kept);
    const before = caller.recorder.all.length;
    const result = await callOperation(caller.client, one, { ...params, ...(body !== undefined && { body }) });
    expect(caller.recorder.all.length - before, `${one.call}: requests sent`).toBe(1);
    const operation = operations.find(({ id }) => id === one.call);
    expectRequest(caller.recorder.last(), { ...operation, params, body, media: one.media }, caller);
    for (const [key, path] of Object.entries(one.keep ?? {})) kept.set(key, valueAt(result, path));
    results.push(result);
    called.add(one.call);
  }
  expect([...called].toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  return results;
}

/** Calls an operation of a client by its name, and returns JSON or the text of a file. If the call states an error, expects it. */
async function callOperation(client: object, { call, media, status }: ClientCall, params: object): Promise<unknown> {
  const upload = media === undefined ? {} : { media: { data: mediaFiles[media], type: mediaTypes[media] } };
  const names = call.split('.');
  const holder: unknown = names.slice(0, -1).reduce((inner: unknown, name) => Reflect.get(Object(inner), name), client);
  const sent = Object(holder)[names.at(-1) ?? '']({ ...params, ...upload });
  if (call === 'captions.download') return sent.text();
  if (status === undefined) return sent;
  const { ok, error } = await sent.result();
  expect([ok, error.status], call).toEqual([false, status]);
  return undefined;
}

/** An operation of the document with the values of a call. */
interface ExpectedCall {
  readonly method?: string;
  readonly path?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly media: string | undefined;
}

function expectRequest(sent: RecordedRequest, expected: ExpectedCall, { base, authorization }: CallingClient): void {
  const { method, path = '', params, body, media } = expected;
  const names = [...path.matchAll(/[{<](\w+)/g)].map(([, name = '']) => name);
  const place = path.replace(/[{<](\w+)[^}>]*[}>]/g, (_all, name: string) => String(params[name]));
  const query = Object.entries(params).filter(([name]) => !names.includes(name));
  const uploadType = body === undefined ? 'media' : 'multipart';
  expect([sent.method, sent.url.pathname]).toEqual([method, (media === undefined ? base : `/upload${base}`) + place]);
  expect(Object.fromEntries(sent.url.searchParams)).toEqual({
    ...Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    ...(media !== undefined && { uploadType }),
  });
  expect(sent.headers.get('authorization')).toBe(authorization);
  const type = sent.headers.get('content-type');
  if (media !== undefined) expect(type).toContain(body === undefined ? mediaTypes[media] : 'multipart/related');
  else if (body === undefined) expect([type, sent.bytes.length]).toEqual([null, 0]);
  else expect([type?.split(';')[0], JSON.parse(decodeBody(sent))]).toEqual(['application/json', body]);
}
