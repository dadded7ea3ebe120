import { createAdReporting } from '@speccast/ad-reporting';
import * as adFunctions from '@speccast/ad-reporting/operations';
import { ApiError, apiKey, bearer, createVideoPlatform } from '@speccast/video-platform';
import * as videoFunctions from '@speccast/video-platform/operations';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  createResponse,
  listRequiredParams,
  toFunctionName,
  createParams,
  createQuery,
  createPath,
} from './call-values.js';
import { hasPublicFacts } from './public-facts.js';
import { adOperations, videoOperations, type DocumentedOperation } from './operations.js';

const base = 'https://service.test/v3';

describe.each([
  { service: 'video-platform', operations: videoOperations, functions: videoFunctions },
  { service: 'ad-reporting', operations: adOperations, functions: adFunctions },
])('client of $service', ({ service, operations, functions }) => {
  test.each(operations)('$id sends $method $path, as line $line states', async (row) => {
    const sent: Request[] = [];
    const client = createClient(service, row, sent);
    await expectResult(callOperation(client, row.id, createParams(row)), row);
    expect(sent.map((request) => request.method)).toEqual([row.method]);
    const url = new URL(sent[0]?.url ?? base);
    expect(url.pathname).toBe(`${hasPublicFacts && row.upload !== 'no' ? '/upload' : ''}/v3${createPath(row)}`);
    const query = Object.fromEntries([...url.searchParams].filter(([name]) => !isPublicParameter(row, name)));
    expect(query).toEqual(createQuery(row));
  });

  test.each(operations)('$id is also exported as a function', (row) => {
    expect(typeof Reflect.get(functions, toFunctionName(row.id))).toBe('function');
  });

  test.each(operations)('$id has line $line as its source in api.md', (row) => {
    expect(readSource(service, row)).toBe(`${service}.md:${row.line}`);
  });
});

describe('credentials of the video platform', () => {
  const key = apiKey('the-key');
  const keyOperations = videoOperations.filter((row) => row.credential === 'key or token');
  const tokenOperations = videoOperations.filter((row) => row.credential === 'token');

  test.each(keyOperations)('$id takes a key in the query parameter `key` (line 112)', async (row) => {
    const sent = await recordRequests(row, key);
    expect(new URL(sent[0]?.url ?? base).searchParams.get('key')).toBe('the-key');
  });

  test.each(tokenOperations)('$id sends nothing with a key alone (line 114)', async (row) => {
    const sent: Request[] = [];
    const client = createVideoPlatform({ baseUrl: base, auth: key, fetch: createFetch(row, sent) });
    await expect(Promise.resolve(callOperation(client, row.id, createParams(row)))).rejects.toThrow(/oauth2|token/i);
    expect(sent).toEqual([]);
  });

  test.each(videoOperations)('$id takes a token in the header or in `access_token` (line 113)', async (row) => {
    const [header] = await recordRequests(row, bearer('the-token'));
    expect(header?.headers.get('authorization')).toBe('Bearer the-token');
    const [query] = await recordRequests(row, bearer('the-token', { in: 'query' }));
    expect(query?.headers.get('authorization')).toBeNull();
    expect(new URL(query?.url ?? base).searchParams.get('access_token')).toBe('the-token');
  });
});

test.runIf(!hasPublicFacts)('callers have to set the address of a service, which the documents do not state', () => {
  expect(() => createVideoPlatform({ auth: apiKey('k') })).toThrow(/baseUrl/);
  expect(() => createAdReporting()).toThrow(/baseUrl/);
});

test.runIf(hasPublicFacts)('callers need not set the address of a service, which is a public fact', async () => {
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

test('activities.insert is marked as deprecated (line 57), and so are operations that are deprecated by public facts', () => {
  const deprecated = videoOperations.filter((row) => readDocComment('video-platform', row).includes('@deprecated'));
  const publiclyDeprecated = hasPublicFacts ? ['comments.markAsSpam', 'guideCategories.list'] : [];
  expect(deprecated.map((row) => row.id)).toEqual(['activities.insert', ...publiclyDeprecated]);
});

/** Returns whether a query parameter is sent only because of public facts. */
function isPublicParameter(row: DocumentedOperation, name: string): boolean {
  return hasPublicFacts && (name === 'part' || name === 'uploadType' || Object.hasOwn(listRequiredParams(row), name));
}

async function recordRequests(row: DocumentedOperation, auth: ReturnType<typeof apiKey>): Promise<readonly Request[]> {
  const sent: Request[] = [];
  const client = createVideoPlatform({ baseUrl: base, auth, fetch: createFetch(row, sent) });
  await expectResult(callOperation(client, row.id, createParams(row)), row);
  return sent;
}

function createClient(service: string, row: DocumentedOperation, sent: Request[]): object {
  const fetch = createFetch(row, sent);
  if (service === 'ad-reporting') return createAdReporting({ baseUrl: base, fetch });
  return createVideoPlatform({ baseUrl: base, auth: bearer('the-token'), fetch });
}

function createFetch(row: DocumentedOperation, sent: Request[]): typeof fetch {
  return (input, init) => {
    sent.push(new Request(input, init));
    return Promise.resolve(createResponse(row));
  };
}

/** Waits for the response; an operation that the service no longer supports has to reject with an `ApiError`. */
async function expectResult(answer: unknown, row: DocumentedOperation): Promise<void> {
  if (row.response === 'refusal') await expect(Promise.resolve(answer)).rejects.toBeInstanceOf(ApiError);
  else await answer;
}

/** Calls an operation by its id: `playlists.insert` calls `client.playlists.insert(params)`. */
function callOperation(client: object, id: string, params: object): unknown {
  const path = id.split('.');
  const method = path.pop() ?? '';
  const owner: unknown = path.reduce<unknown>((found, name) => Reflect.get(Object(found), name), client);
  const found: unknown = Reflect.get(Object(owner), method);
  if (typeof found !== 'function') throw new Error(`the client lacks ${id}`);
  return Reflect.apply(found, owner, [params]);
}

/** Reads the source of an operation in the table of `api.md`: `video-platform.md:56`. */
function readSource(service: string, row: DocumentedOperation): string | undefined {
  const rows = readGenerated(service, 'api.md').split('\n');
  return rows
    .map((line) => line.split(' | '))
    .find(([name, request]) => name === `| \`${row.id}\`` && request?.startsWith(`\`${row.method} `))?.[2]
    ?.replace(/ \|$/, '');
}

/** Reads the doc comment of an operation in the generated client; `''` if there is none. */
function readDocComment(service: string, row: DocumentedOperation): string {
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
