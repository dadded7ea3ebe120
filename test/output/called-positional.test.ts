import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientOptions } from '@speccast/runtime';
import { mergeBody } from '@speccast/runtime/positional';
import { importCase, type ImportedCase } from './import-case.js';

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => PromiseLike<unknown>>>;

let one: ImportedCase<Readonly<Record<'pets' | 'classes' | 'lists' | 'protos', Methods>>> | undefined;

beforeAll(async () => {
  one = await importCase('positive-positional');
});

afterAll(() => one?.remove());

/** What a call sends. */
async function sent(
  resource: 'pets' | 'classes' | 'lists' | 'protos',
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const requests: Request[] = [];
  const fetch: ClientOptions['fetch'] = async (request: Request): Promise<Response> => {
    requests.push(request.clone());
    return method === 'list' ? Response.json([]) : Response.json({ name: 'Rex' });
  };
  const { client } = one!.open({ fetch, retry: false, validate: { request: 'off' } });
  await client[resource][method]!(...args);
  const [request] = requests;
  const body = await request!.text();
  return [
    request!.method,
    request!.url.replace('https://positive-positional.test', ''),
    ...(body === '' ? [] : [JSON.parse(body)]),
  ];
}

describe('methods that take an id by position', () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['list', [], ['GET', '/pets']],
    ['list', [{ limit: 3 }], ['GET', '/pets?limit=3']],
    ['create', [{ name: 'Rex', age: 3, dry_run: true }], ['POST', '/pets?dry_run=true', { name: 'Rex', age: 3 }]],
    ['create', [{}], ['POST', '/pets', {}]],
    ['get', ['a/b'], ['GET', '/pets/a%2Fb']],
    ['update', ['p1', { name: 'Rex' }], ['PATCH', '/pets/p1', { name: 'Rex' }]],
    ['update', ['p1'], ['PATCH', '/pets/p1']],
    ['update', ['p1', { name: undefined }], ['PATCH', '/pets/p1']],
    ['replace', ['p1', { name: 'old', body: { name: 'Rex' } }], ['PUT', '/pets/p1?name=old', { name: 'Rex' }]],
    ['tag', ['p1', { shop_id: 's1', body: ['a'] }], ['PUT', '/shops/s1/pets/p1/tags', ['a']]],
    // JavaScript may leave out what TypeScript asks for.
    ['create', [], ['POST', '/pets', {}]],
    // What a property is called does not matter.
    [
      'create',
      [JSON.parse('{"__proto__":"x","constructor":1,"name":"Rex"}')],
      ['POST', '/pets', JSON.parse('{"__proto__":"x","constructor":1,"name":"Rex"}')],
    ],
  ])('%s(%j)', async (method, args, want) => {
    expect(await sent('pets', method, ...args)).toEqual(want);
  });

  test('properties of a body in one of two media types, and which it is', async () => {
    const requests: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      requests.push(request);
      return new Response(null, { status: 204 });
    };
    const { client } = one!.open({ fetch });
    const file = new File(['woof'], 'rex.png', { type: 'image/png' });
    await client.pets['addPhoto']!('p1', { file, caption: 'Rex' });
    await client.pets['addPhoto']!('p1', { url: 'https://rex.test', contentType: 'application/json' });
    const [form, json] = requests;
    const parts = [...(await form!.formData())];
    expect(parts.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
      ['file', 'rex.png'],
      ['caption', 'Rex'],
    ]);
    expect([json!.headers.get('content-type'), await json!.json()]).toEqual([
      'application/json',
      { url: 'https://rex.test' },
    ]);
  });

  test('and options behind it', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(sent('pets', 'get', 'p1', { signal: controller.signal })).rejects.toThrow();
    expect(await sent('classes', 'delete', 'c1')).toEqual(['DELETE', '/classes/c1']);
  });

  test('where their names mean something else in a module or an object', async () => {
    expect(await sent('lists', 'walk', 'l1', { after: 'a' })).toEqual(['GET', '/lists/l1?after=a']);
    expect(await sent('protos', 'delete', 'p1')).toEqual(['DELETE', '/protos/p1']);
  });
});

test('every parameter and every property of a body arrives where it belongs', () => {
  const names = fc.uniqueArray(fc.string(), { maxLength: 12 });
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.nat(),
      fc.array(fc.jsonValue(), { minLength: 12, maxLength: 12 }),
      (all, one, two, values) => {
        const [first, second] = [one, two].map((at) => at % (all.length + 1)).toSorted((left, right) => left - right);
        const entries = all.map((name, at): [string, unknown] => [name, values[at]]);
        const [ids, params, body] = [entries.slice(0, first), entries.slice(first, second), entries.slice(second)];
        const merged = mergeBody<object>(
          Object.fromEntries([...body, ...params]),
          params.map(([name]) => name),
          Object.fromEntries(ids),
        );
        const whole = body.length === 0 ? [] : [['body', Object.fromEntries(body)]];
        fc.pre(!all.includes('body'));
        expect(merged).toEqual(Object.fromEntries([...params, ...ids, ...whole]));
      },
    ),
    { numRuns: 1000 },
  );
});
