import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCore, InvalidParameterError } from '@speccast/runtime/client';
import { callParts, writeAnyParameter } from '@speccast/runtime';
import { createRouter } from '@speccast/runtime/requests';
import { createOperationPlan } from '../../server/create-operation-plan.js';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  captureRequest,
  service,
  createWriteOperation,
  writers,
} from '../support.js';

describe('parameters', () => {
  test('of a style without a writer in the descriptor are rejected', async () => {
    const parameters = [{ name: 'c', in: 'query', style: 'deepObject' }] as const;
    const called = createOperation({ writers: { any: writeAnyParameter }, parameters });
    expect((await catchError(captureRequest(called, { c: { a: 1 } }))).message).toBe(
      'films.list: parameter `c` cannot be written: the operation has no writer for `deepObject`',
    );
  });

  test('of the service use its writers', async () => {
    const { fetch, requests } = scriptFetch();
    const filter = { name: 'f', in: 'query', style: 'deepObject' } as const;
    const client = createCore({ ...service, parameters: [filter], writers }, { fetch });
    await client.call(createOperation({ writers: {}, parameters: [] }), { f: { a: 1 } });
    expect(requests[0]?.url).toBe('https://films.test/v3/films?f%5Ba%5D=1');
  });

  test.each([
    [{ style: 'deepObject' } as const, 'is nested too deeply'],
    [{ contentType: 'application/json' }, 'cannot be written as JSON: it is an object'],
  ])('that are circular objects are rejected: %j', async (rules, want) => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const called = createOperation({ parameters: [{ name: 'c', in: 'query', ...rules }] });
    expect((await catchError(captureRequest(called, { c: circular }))).message).toBe(
      `films.list: parameter \`c\` ${want}`,
    );
  });

  test('arrive with any text unchanged', async () => {
    const called = createOperation({ parameters: [{ name: 'c', in: 'query' }] });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const { url } = await captureRequest(called, { c: text });
        expect([...new URL(url).searchParams]).toEqual([['c', text]]);
      }),
    );
  });

  test('that default to the members of a body do not include inherited members', async () => {
    const part = { name: 'part', in: 'query', required: true, type: 'array', bodyKeys: ['snippet'] } as const;
    const call = callParts(createTestCore({}), createWriteOperation({ parameters: [part] }), {
      body: Object.create({ snippet: {} }),
    });
    expect((await catchError(call)).message).toBe('films.insert: parameter `part` is required');
  });
});

test('a call for parts is sent once, when it is awaited', async () => {
  const { fetch, requests } = scriptFetch(json({ a: 1 }));
  const call = callParts(createTestCore({ fetch }), createOperation(), {});
  expect(requests).toHaveLength(0);
  expect([await call, await call]).toEqual([{ a: 1 }, { a: 1 }]);
  expect(requests).toHaveLength(1);
});

const upload = createOperation({ method: 'POST', media: { mediaTypes: ['image/*'] } });

test('a stream that is already being read is rejected', async () => {
  const media = new Blob(['a']).stream();
  media.getReader();
  expect((await catchError(captureRequest(upload, { media }))).message).toBe(
    'films.list: parameter `media` is a stream that is being read',
  );
});

test('a view is sent without the rest of its buffer', async () => {
  const media = new DataView(new Uint8Array([0, 1, 2, 3]).buffer, 1, 2);
  const request = await captureRequest(upload, { media });
  expect(new Uint8Array(await request.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[./\\%25eEfFcCaA3;?#:]{1,12}$/),
  fc.constantFrom('accounts', 'locations', '..', 'x:cancel', 'x%3Acancel'),
);
const names: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '/films/{name}/end': hostile,
  '/v1/{name=accounts/*}': hostile.map((id) => `accounts/${id}`),
  '/v1/{name=accounts/*}:cancel': hostile.map((id) => `accounts/${id}`),
  '/v1/{name=projects/*/locations/*}/runs': fc.tuple(hostile, hostile).map(([a, b]) => `projects/${a}/locations/${b}`),
  '/v2/{name=files/**}/end': fc.array(hostile, { minLength: 1 }).map((ids) => `files/${ids.join('/')}`),
  '/v3/{+name}': fc.array(hostile, { minLength: 1 }).map((ids) => ids.join('/')),
};
const route = createRouter(Object.keys(names).map((path) => createOperationPlan({ id: path, path })));

test.each(Object.entries(names))(
  '%s: any value stays in its segments, and the emulator finds the operation',
  async (path, values) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(values, async (name) => {
        const { fetch, requests } = scriptFetch();
        const client = createTestCore({ fetch, baseUrl: 'https://films.test' });
        const outcome = await client.call(createOperation({ path }), { name }).result();
        if (!outcome.ok) {
          expect(outcome.error).toBeInstanceOf(InvalidParameterError);
          return;
        }
        accepted += 1;
        const url = new URL(requests[0]?.url ?? '');
        const [before = '', after = ''] = path.split(/\{.*\}/);
        expect([url.origin, url.search, url.hash]).toEqual(['https://films.test', '', '']);
        const inside = url.pathname.slice(before.length, url.pathname.length - after.length);
        expect(before + inside + after).toBe(url.pathname);
        const segments = path.includes('{name}') ? [name] : name.split('/');
        expect(inside.split('/').map(decodeURIComponent)).toEqual(segments);
        expect(route('GET', url.pathname)).toMatchObject({ kind: 'operation', plan: { operation: { path } } });
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
  },
);
