import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { document as adDocument } from '@speccast/ad-reporting/spec';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { document } from '@speccast/video-platform/spec';
import { expect, test } from 'vitest';
import { makeCalls } from './client-calls.js';
import { answerSchema, undeclaredMembers, type Node } from './declared-members.js';
import { recordRequests } from './recorder.js';
import { readRows } from '../rows.js';

const { data } = readRows(import.meta.url);

/** An answer in JSON, the operation that gave it, and the parts that it was asked for. */
interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly parts: readonly string[];
  readonly body: unknown;
}

interface Emulated {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly journal: readonly { readonly operation?: string }[];
}

/** What the documents decide otherwise than public services: every list pages (D18), every item has an id (G1). */
const decided = new Set(['pageInfo', 'prevPageToken', 'items[].id']);

/** A `fetch` that keeps every answer in JSON. */
function keeping({ fetch, journal }: Emulated, answers: Answered[]): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await fetch(request);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (!isJson) return response;
    const parts = (new URL(request.url).searchParams.get('part') ?? '').split(',').filter((part) => part !== '');
    const operation = journal.at(-1)?.operation ?? '';
    answers.push({ operation, status: response.status, parts, body: await response.clone().json() });
    return response;
  };
}

/** The members of answers that the document does not declare, by operation. */
function strangers(spec: Node, answers: readonly Answered[]): readonly string[] {
  const found = answers
    .filter(({ status }) => status < 300)
    .flatMap(({ operation, status, body }) =>
      undeclaredMembers(spec, answerSchema(spec, operation, status), body).map((path) => `${operation} ${path}`),
    );
  return [...new Set(found)].filter((one) => !decided.has(one.slice(one.indexOf(' ') + 1)));
}

/** The resources of an answer: its items, or itself. */
function resourcesOf(body: unknown): readonly Node[] {
  const { items } = Object(body);
  return Array.isArray(items) ? items : [Object(body)];
}

test('the video platform answers nothing that is not declared, every part asked for, and a tag on each resource', async () => {
  const emulator = createEmulator({ checkResponses: true });
  const answers: Answered[] = [];
  const recorder = recordRequests(keeping(emulator, answers));
  const client = createVideoPlatform({ auth: bearer('ann'), baseUrl: emulator.baseUrl, fetch: recorder.fetch });
  await makeCalls('video', { client, recorder, base: '/v3', authorization: 'Bearer ann' });
  const good = answers.filter(({ status }) => status < 300);
  expect(strangers(document, good)).toEqual([]);
  expect(good.length).toBeGreaterThan(35);
  for (const { operation, parts, body } of good) {
    expect(body, operation).toHaveProperty('etag', expect.stringMatching(/^[\w-]{27}$/));
    for (const resource of resourcesOf(body)) {
      const absent = parts.filter((part) => !Object.hasOwn(resource, part) && part !== 'replies');
      expect(absent, operation).toEqual([]);
      if (parts.length > 0) expect(resource, operation).toHaveProperty('etag', expect.stringMatching(/^[\w-]{27}$/));
    }
  }
});

test('ad reporting answers nothing that is not declared', async () => {
  const emulator = createAdEmulator({ checkResponses: true });
  const answers: Answered[] = [];
  const recorder = recordRequests(keeping(emulator, answers));
  const client = createAdReporting({ baseUrl: emulator.baseUrl, fetch: recorder.fetch });
  await makeCalls('ads', { client, recorder, base: '', authorization: null });
  expect(answers.length).toBe(6);
  expect(strangers(adDocument, answers)).toEqual([]);
});

const lists = data<Readonly<Record<string, string>>>('lists');

test.each(Object.entries(lists))('%s sends each part that there is, to who asks for it', async (path, query) => {
  const emulator = createEmulator({ checkResponses: true });
  const answers: Answered[] = [];
  const fetch = keeping(emulator, answers);
  const ask = (more: string): Promise<Response> =>
    fetch(new Request(`${emulator.baseUrl}${path}?${query}&${more}`, { headers: { authorization: 'Bearer ann' } }));
  const parts = partsOf(path);
  expect(parts.length).toBeGreaterThan(0);
  await ask('');
  await ask(`part=${parts.join(',')}`);
  for (const part of parts) await ask(`part=${part}`);
  expect(strangers(document, answers)).toEqual([]);
  for (const { parts: asked, body } of answers) {
    expect(resourcesOf(body).length).toBeGreaterThan(0);
    for (const resource of resourcesOf(body)) {
      const others = parts.filter((part) => asked.length > 0 && !asked.includes(part) && part !== 'id');
      for (const part of asked.filter((one) => one !== 'replies')) expect(resource).toHaveProperty(part);
      for (const part of others) expect(resource).not.toHaveProperty(part);
    }
  }
});

/** The values of the parameter `part` of a list. */
function partsOf(path: string): readonly string[] {
  const parameters: readonly Node[] = Object(document.paths)[path].get.parameters;
  const part = parameters.find(({ name }) => name === 'part');
  return Object(part)['schema'].items.enum;
}
