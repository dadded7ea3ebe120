import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { document as adDocument } from '@speccast/ad-reporting/spec';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { document } from '@speccast/video-platform/spec';
import { expect, test } from 'vitest';
import { makeCalls } from './client-calls.js';
import { findResponseSchema, listUndeclaredMembers, type Node } from './declared-members.js';
import { recordRequests } from './recorder.js';
import { readRows } from '../rows.js';

const { data } = readRows(import.meta.url);

/** A JSON response, its operation, and the parts that the request named. */
interface JsonResponse {
  readonly operation: string;
  readonly status: number;
  readonly parts: readonly string[];
  readonly body: unknown;
}

interface JournaledEmulator {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly journal: readonly { readonly operation?: string }[];
}

/** Members that are not declared for all lists, but that the documents require: every list has pages (D18), every item has an id (G1). */
const required = new Set(['pageInfo', 'prevPageToken', 'items[].id']);

/** Returns a `fetch` that adds every JSON response to a list. */
function keepResponses(
  { fetch, journal }: JournaledEmulator,
  responses: JsonResponse[],
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (!isJson) return response;
    const parts = (new URL(request.url).searchParams.get('part') ?? '').split(',').filter((part) => part !== '');
    const operation = journal.at(-1)?.operation ?? '';
    responses.push({ operation, status: response.status, parts, body: await response.clone().json() });
    return response;
  };
}

/** Lists the members of responses that the document does not declare: `videos.list items[].mood`. */
function listUndeclared(spec: Node, responses: readonly JsonResponse[]): readonly string[] {
  const found = responses
    .filter(({ status }) => status < 300)
    .flatMap(({ operation, status, body }) =>
      listUndeclaredMembers(spec, findResponseSchema(spec, operation, status), body).map(
        (path) => `${operation} ${path}`,
      ),
    );
  return [...new Set(found)].filter((one) => !required.has(one.slice(one.indexOf(' ') + 1)));
}

/** Returns the items of a list, or a resource itself as the only item. */
function listResources(body: unknown): readonly Node[] {
  const { items } = Object(body);
  return Array.isArray(items) ? items : [Object(body)];
}

test('responses of the video platform have declared members only, every requested part, and an etag on each resource', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const responses: JsonResponse[] = [];
  const recorder = recordRequests(keepResponses(emulator, responses));
  const client = createVideoPlatform({ auth: bearer('ann'), baseUrl: emulator.baseUrl, fetch: recorder.fetch });
  await makeCalls('video', { client, recorder, base: '/v3', authorization: 'Bearer ann' });
  const good = responses.filter(({ status }) => status < 300);
  expect(listUndeclared(document, good)).toEqual([]);
  expect(good.length).toBeGreaterThan(35);
  for (const { operation, parts, body } of good) {
    expect(body, operation).toHaveProperty('etag', expect.stringMatching(/^[\w-]{27}$/));
    for (const resource of listResources(body)) {
      const absent = parts.filter((part) => !Object.hasOwn(resource, part) && part !== 'replies');
      expect(absent, operation).toEqual([]);
      if (parts.length > 0) expect(resource, operation).toHaveProperty('etag', expect.stringMatching(/^[\w-]{27}$/));
    }
  }
});

test('responses of ad reporting have declared members only', async () => {
  const emulator = createAdEmulator({ checkResponses: true });
  const responses: JsonResponse[] = [];
  const recorder = recordRequests(keepResponses(emulator, responses));
  const client = createAdReporting({ baseUrl: emulator.baseUrl, fetch: recorder.fetch });
  await makeCalls('ads', { client, recorder, base: '', authorization: null });
  expect(responses.length).toBe(6);
  expect(listUndeclared(adDocument, responses)).toEqual([]);
});

const lists = data<Readonly<Record<string, string>>>('lists');

test.each(Object.entries(lists))('%s responds with the requested parts only', async (path, query) => {
  const emulator = createEmulator({ checkResponses: true });
  const responses: JsonResponse[] = [];
  const fetch = keepResponses(emulator, responses);
  const send = (more: string): Promise<Response> =>
    fetch(new Request(`${emulator.baseUrl}${path}?${query}&${more}`, { headers: { authorization: 'Bearer ann' } }));
  const parameters: readonly Node[] = Object(document.paths)[path].get.parameters;
  const parts: readonly string[] = Object(parameters.find(({ name }) => name === 'part'))['schema'].items.enum;
  expect(parts.length).toBeGreaterThan(0);
  await send('');
  await send(`part=${parts.join(',')}`);
  for (const part of parts) await send(`part=${part}`);
  expect(listUndeclared(document, responses)).toEqual([]);
  for (const { parts: requested, body } of responses) {
    expect(listResources(body).length).toBeGreaterThan(0);
    for (const resource of listResources(body)) {
      const others = parts.filter((part) => requested.length > 0 && !requested.includes(part) && part !== 'id');
      for (const part of requested.filter((one) => one !== 'replies')) expect(resource).toHaveProperty(part);
      for (const part of others) expect(resource).not.toHaveProperty(part);
    }
  }
});
