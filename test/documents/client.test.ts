import { createAdReporting } from '@speccast/ad-reporting';
import * as adFunctions from '@speccast/ad-reporting/operations';
import { ApiError, apiKey, bearer, createVideoPlatform } from '@speccast/video-platform';
import * as videoFunctions from '@speccast/video-platform/operations';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { answerOf, demandedOf, functionName, paramsOf, queryOf, sentPath } from './calls.js';
import { published } from './layer.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';

const base = 'https://service.test/v3';

describe.each([
  { service: 'video-platform', operations: videoOperations, functions: videoFunctions },
  { service: 'ad-reporting', operations: adOperations, functions: adFunctions },
])('client of $service', ({ service, operations, functions }) => {
  test.each(operations)('$id sends $method $path, as line $line says', async (row) => {
    const sent: Request[] = [];
    const client = open(service, row, sent);
    await settle(call(client, row.id, paramsOf(row)), row);
    expect(sent.map((request) => request.method)).toEqual([row.method]);
    const url = new URL(sent[0]?.url ?? base);
    expect(url.pathname).toBe(`${published && row.upload !== 'no' ? '/upload' : ''}/v3${sentPath(row)}`);
    const query = Object.fromEntries([...url.searchParams].filter(([name]) => !isPublic(row, name)));
    expect(query).toEqual(queryOf(row));
  });

  test.each(operations)('$id is a function of its own as well', (row) => {
    expect(typeof Reflect.get(functions, functionName(row.id))).toBe('function');
  });

  test.each(operations)('$id is documented with line $line', (row) => {
    expect(sourceOf(service, row)).toBe(`${service}.md:${row.line}`);
  });
});

describe('credentials of the video platform', () => {
  const key = apiKey('the-key');
  const open = videoOperations.filter((row) => row.credential === 'key or token');
  const guarded = videoOperations.filter((row) => row.credential === 'token');

  test.each(open)('$id takes a key in the query parameter `key` (line 112)', async (row) => {
    const sent = await send(row, key);
    expect(new URL(sent[0]?.url ?? base).searchParams.get('key')).toBe('the-key');
  });

  test.each(guarded)('$id sends nothing with a key alone (line 114)', async (row) => {
    const sent: Request[] = [];
    const client = createVideoPlatform({ baseUrl: base, auth: key, fetch: answering(row, sent) });
    await expect(Promise.resolve(call(client, row.id, paramsOf(row)))).rejects.toThrow(/oauth2|token/i);
    expect(sent).toEqual([]);
  });

  test.each(videoOperations)('$id takes a token in the header or in `access_token` (line 113)', async (row) => {
    const [header] = await send(row, bearer('the-token'));
    expect(header?.headers.get('authorization')).toBe('Bearer the-token');
    const [query] = await send(row, bearer('the-token', { in: 'query' }));
    expect(query?.headers.get('authorization')).toBeNull();
    expect(new URL(query?.url ?? base).searchParams.get('access_token')).toBe('the-token');
  });
});

test.runIf(!published)('the address of neither service is given, so callers have to give it', () => {
  expect(() => createVideoPlatform({ auth: apiKey('k') })).toThrow(/baseUrl/);
  expect(() => createAdReporting()).toThrow(/baseUrl/);
});

test.runIf(published)('the address of each service is a public fact, so callers need not give it', async () => {
  const urls: string[] = [];
  const fetch = (input: Request): Promise<Response> => {
    urls.push(input.url);
    return Promise.resolve(Response.json({}));
  };
  await createVideoPlatform({ auth: apiKey('k'), fetch }).i18nRegions.list();
  await createAdReporting({ fetch }).accounts.list();
  expect(urls).toEqual([
    'https://www.googleapis.com/youtube/v3/i18nRegions?part=snippet&key=k',
    'https://admob.googleapis.com/v1/accounts',
  ]);
});

test('activities.insert alone is marked as deprecated (line 57), beside what is so in public', () => {
  const marked = videoOperations.filter((row) => clientSource('video-platform', row).includes('@deprecated'));
  const gone = published ? ['comments.markAsSpam', 'guideCategories.list'] : [];
  expect(marked.map((row) => row.id)).toEqual(['activities.insert', ...gone]);
});

/** Tells whether a parameter of the query is there for public facts alone. */
function isPublic(row: DocumentedOperation, name: string): boolean {
  return published && (name === 'part' || name === 'uploadType' || Object.hasOwn(demandedOf(row), name));
}

async function send(row: DocumentedOperation, auth: ReturnType<typeof apiKey>): Promise<readonly Request[]> {
  const sent: Request[] = [];
  const client = createVideoPlatform({ baseUrl: base, auth, fetch: answering(row, sent) });
  await settle(call(client, row.id, paramsOf(row)), row);
  return sent;
}

function open(service: string, row: DocumentedOperation, sent: Request[]): object {
  const fetch = answering(row, sent);
  if (service === 'ad-reporting') return createAdReporting({ baseUrl: base, fetch });
  return createVideoPlatform({ baseUrl: base, auth: bearer('the-token'), fetch });
}

function answering(row: DocumentedOperation, sent: Request[]): typeof fetch {
  return (input, init) => {
    sent.push(new Request(input, init));
    return Promise.resolve(answerOf(row));
  };
}

/** Waits for the answer; a refused operation has to reject with what the service said. */
async function settle(answer: unknown, row: DocumentedOperation): Promise<void> {
  if (row.answer === 'refusal') await expect(Promise.resolve(answer)).rejects.toBeInstanceOf(ApiError);
  else await answer;
}

/** Calls `client.<resource>.<method>(params)` by the name in the table. */
function call(client: object, id: string, params: object): unknown {
  const way = id.split('.');
  const method = way.pop() ?? '';
  const owner: unknown = way.reduce<unknown>((found, name) => Reflect.get(Object(found), name), client);
  const found: unknown = Reflect.get(Object(owner), method);
  if (typeof found !== 'function') throw new Error(`the client lacks ${id}`);
  return Reflect.apply(found, owner, [params]);
}

/** The source of an operation, as a cell of the reference. */
function sourceOf(service: string, row: DocumentedOperation): string | undefined {
  const rows = readGenerated(service, 'api.md').split('\n');
  return rows
    .map((line) => line.split(' | '))
    .find(([name, request]) => name === `| \`${row.id}\`` && request?.startsWith(`\`${row.method} `))?.[2]
    ?.replace(/ \|$/, '');
}

/** The doc comment and the method of an operation, as they stand in the generated client. */
function clientSource(service: string, row: DocumentedOperation): string {
  const group = row.id.split('.').slice(0, -1).join('-');
  const stem = group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = readGenerated(service, `src/client/${stem}.ts`);
  const name = row.id.slice(row.id.lastIndexOf('.') + 1);
  const end = text.search(new RegExp(`\\n  ${name}[(<]`));
  return end < 0 ? '' : text.slice(text.lastIndexOf('\n  /**', end), end);
}

function readGenerated(service: string, path: string): string {
  const packages = process.env['PACKAGES'] ?? fileURLToPath(new URL('../../generated', import.meta.url));
  return readFileSync(join(packages, service, path), 'utf8');
}
