import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCore, InvalidParameterError, InvalidOptionError } from '@speccast/runtime/client';
import { writeAnyParameter } from '@speccast/runtime';
import type { OperationParameter } from '@speccast/runtime';
import { core, errorOf, operation, script, sentBy, service, type AnyParams } from '../support.js';

async function urlOf(parameter: OperationParameter, value: unknown): Promise<string> {
  const path = parameter.in === 'path' ? `/films/{${parameter.name}}` : '/films';
  const request = await sentBy(operation({ path, parameters: [parameter] }), { [parameter.name]: value });
  return request.url.slice('https://films.test/v3/films'.length);
}

async function refusalOf(path: string, params: AnyParams): Promise<string> {
  const { fetch, requests } = script();
  const error = await errorOf(core({ fetch }).call(operation({ path }), params));
  expect(error).toBeInstanceOf(InvalidParameterError);
  expect(requests).toEqual([]);
  return error.message;
}

describe('query parameters', () => {
  const list = ['blue', 'black'];
  const object = { R: 100, G: 200 };
  test.each<[Partial<OperationParameter>, unknown, string]>([
    [{}, 'blue', '?c=blue'],
    [{}, '', '?c='],
    [{}, 7, '?c=7'],
    [{}, 0, '?c=0'],
    [{}, false, '?c=false'],
    [{}, new Date(0), '?c=1970-01-01T00%3A00%3A00.000Z'],
    [{}, undefined, ''],
    [{}, null, ''],
    [{}, [], ''],
    [{}, list, '?c=blue&c=black'],
    [{}, ['a', null, undefined, 'b'], '?c=a&c=b'],
    [{}, object, '?R=100&G=200'],
    [{ explode: false }, list, '?c=blue,black'],
    [{ explode: false }, ['a,b', 'c'], '?c=a%2Cb,c'],
    [{ explode: false }, object, '?c=R,100,G,200'],
    [{ explode: false }, [], ''],
    [{ style: 'spaceDelimited' }, list, '?c=blue%20black'],
    [{ style: 'pipeDelimited' }, list, '?c=blue%7Cblack'],
    [{ style: 'pipeDelimited' }, object, '?c=R%7C100%7CG%7C200'],
    [{ style: 'spaceDelimited', explode: true }, list, '?c=blue&c=black'],
    [{ style: 'deepObject' }, object, '?c%5BR%5D=100&c%5BG%5D=200'],
    [
      { style: 'deepObject' },
      { at: { from: 1 }, in: ['x', 'y'] },
      '?c%5Bat%5D%5Bfrom%5D=1&c%5Bin%5D%5B0%5D=x&c%5Bin%5D%5B1%5D=y',
    ],
    [{ allowReserved: true }, 'a/b:c@d,e&f=g#h+i%41', '?c=a/b:c@d,e%26f=g%23h%2Bi%2541'],
    [{ allowReserved: true }, '[a]', '?c=%5Ba%5D'],
    [{ allowReserved: true }, ['a,b', 'c/d'], '?c=a,b&c=c/d'],
    [{ allowReserved: true, explode: false }, ['a,b', 'c/d'], '?c=a%2Cb,c/d'],
    [{ allowReserved: true }, { 'a=b': '=,' }, '?a%3Db==,'],
    [{ style: 'deepObject' }, [undefined, 'x', null, 'y'], '?c%5B0%5D=x&c%5B1%5D=y'],
    [{ style: 'deepObject' }, 5, '?c=5'],
    [{ contentType: 'application/json' }, { a: ['x'] }, '?c=%7B%22a%22%3A%5B%22x%22%5D%7D'],
    [{ contentType: 'text/plain' }, 'a b', '?c=a%20b'],
    [{}, 'a b&c=d#e+f%', '?c=a%20b%26c%3Dd%23e%2Bf%25'],
    [{}, 'größe 🎬', '?c=gr%C3%B6%C3%9Fe%20%F0%9F%8E%AC'],
  ])('%j with %j becomes %s', async (rules, value, want) => {
    expect(await urlOf({ name: 'c', in: 'query', ...rules }, value)).toBe(want);
  });

  test('a bigint is written in full', async () => {
    expect(await urlOf({ name: 'c', in: 'query' }, 2n ** 64n)).toBe('?c=18446744073709551616');
  });

  test('a name is encoded as well', async () => {
    expect(await urlOf({ name: 'a&b=c', in: 'query' }, 'x')).toBe('?a%26b%3Dc=x');
  });

  test('a property other than the name on the wire is read', async () => {
    const request = await sentBy(operation({ parameters: [{ name: 'id', property: 'queryId', in: 'query' }] }), {
      queryId: '7',
    });
    expect(request.url).toBe('https://films.test/v3/films?id=7');
  });

  test.each<[unknown, string]>([
    [Number.NaN, 'cannot be written as text: it is not a finite number'],
    [[{}], 'cannot be written as text: it is an object'],
    [[['a']], 'cannot be written as text: it is a list'],
    [() => 1, 'cannot be written as text: it is a function'],
    [new Date(Number.NaN), 'cannot be written as text: it is an invalid date'],
    ['\ud800', 'holds half a surrogate pair'],
  ])('%s is rejected', async (value, want) => {
    const error = await errorOf(urlOf({ name: 'c', in: 'query' }, value));
    expect(error.message).toBe(`films.list: parameter \`c\` ${want}`);
  });

  test.each<[Partial<OperationParameter>, unknown, string]>([
    [{ style: 'spaceDelimited' }, ['a b', 'c'], 'holds ` `, which separates items'],
    [{ style: 'pipeDelimited' }, { 'a|b': 1 }, 'holds `|`, which separates items'],
    [{ style: 'pipeDelimited' }, 'a|b', 'holds `|`, which separates items'],
    [{ style: 'deepObject' }, { 'a[b]': 1 }, 'has a name that holds a bracket'],
    [{ explode: false }, { a: { b: 1 } }, 'cannot be written as text: it is an object'],
  ])('%j with %j is rejected: it would read as something else', async (rules, value, want) => {
    const error = await errorOf(urlOf({ name: 'c', in: 'query', ...rules }, value));
    expect(error).toBeInstanceOf(InvalidParameterError);
    expect(error.message).toBe(`films.list: parameter \`c\` ${want}`);
  });

  test('an object whose names are those of another parameter is rejected', async () => {
    const called = operation({
      parameters: [
        { name: 'filter', in: 'query' },
        { name: 'page token', in: 'query' },
      ],
    });
    const error = await errorOf(sentBy(called, { filter: { a: 1, 'page token': 'x' } }));
    expect(error.message).toBe(
      'films.list: parameter `filter` would be sent as `page token`, which is another parameter',
    );
    expect((await sentBy(called, { filter: { filter: 1 } })).url).toBe('https://films.test/v3/films?filter=1');
  });

  test('a style whose writer the descriptor does not bring is rejected', async () => {
    const parameters = [{ name: 'c', in: 'query', style: 'deepObject' }] as const;
    const called = operation({ writers: { any: writeAnyParameter }, parameters });
    const error = await errorOf(sentBy(called, { c: { a: 1 } }));
    expect(error.message).toBe('films.list: parameter `c` has no writer of `deepObject` in its operation');
  });

  test('a circular object is rejected, not followed for ever', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const deep = await errorOf(urlOf({ name: 'c', in: 'query', style: 'deepObject' }, circular));
    const asJson = await errorOf(urlOf({ name: 'c', in: 'query', contentType: 'application/json' }, circular));
    expect(deep.message).toBe('films.list: parameter `c` is nested too deeply');
    expect(asJson.message).toBe('films.list: parameter `c` cannot be written as JSON: it is an object');
  });

  test('a required parameter that is absent is rejected before anything is sent', async () => {
    const { fetch, requests } = script();
    const called = operation({ parameters: [{ name: 'q', in: 'query', required: true }] });
    const error = await errorOf(core({ fetch }).call(called, {}));
    expect(error.message).toBe('films.list: parameter `q` is required');
    expect(requests).toEqual([]);
  });

  test('any text survives: what the server decodes is what the caller gave', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const url = new URL(`https://films.test/${await urlOf({ name: 'c', in: 'query' }, text)}`);
        expect([...url.searchParams]).toEqual([['c', text]]);
      }),
    );
  });
});

describe('open parameters', () => {
  const open = operation({ openParameters: true, parameters: [{ name: 'hl', in: 'query' }] });

  test('are added after the declared ones, lists repeated, absent ones left out', async () => {
    const request = await sentBy(open, { id: ['a', 'b'], mine: true, none: undefined, nil: null, hl: 'es', max: 5 });
    expect(request.url).toBe('https://films.test/v3/films?hl=es&id=a&id=b&mine=true&max=5');
  });

  test('objects are rejected', async () => {
    const error = await errorOf(sentBy(open, { filter: { a: 1 } }));
    expect(error.message).toBe('films.list: parameter `filter` cannot be written as text: it is an object');
  });

  test('are rejected where the spec does not leave them open', async () => {
    const error = await errorOf(sentBy(operation(), { typo: 1 }));
    expect(error.message).toBe('films.list: parameter `typo` is not a parameter of this operation');
  });

  test('`body` is an ordinary name where the operation takes no body', async () => {
    expect((await sentBy(open, { body: 'x' })).url).toBe('https://films.test/v3/films?body=x');
  });
});

describe('path parameters', () => {
  test.each<[Partial<OperationParameter>, unknown, string]>([
    [{}, 'a-b_c.d~e', '/a-b_c.d~e'],
    [{}, 'a/b', '/a%2Fb'],
    [{}, 'a b?c#d;e', '/a%20b%3Fc%23d%3Be'],
    [{}, 'ü', '/%C3%BC'],
    [{}, '..a', '/..a'],
    [{}, 5, '/5'],
    [{}, ['a', 'b'], '/a,b'],
    [{}, { R: 1 }, '/R,1'],
    [{ explode: true }, { R: 1, G: 2 }, '/R=1,G=2'],
    [{ style: 'label' }, 'blue', '/.blue'],
    [{ style: 'label' }, ['a', 'b'], '/.a,b'],
    [{ style: 'label', explode: true }, ['a', 'b'], '/.a.b'],
    [{ style: 'label', explode: true }, { R: 1, G: 2 }, '/.R=1.G=2'],
    [{ style: 'matrix' }, 'blue', '/;id=blue'],
    [{ style: 'matrix' }, ['a', 'b'], '/;id=a,b'],
    [{ style: 'matrix', explode: true }, ['a', 'b'], '/;id=a;id=b'],
    [{ style: 'matrix' }, { R: 1, G: 2 }, '/;id=R,1,G,2'],
    [{ style: 'matrix', explode: true }, { R: 1, G: 2 }, '/;R=1;G=2'],
    [{}, ['a,b', '', 'c'], '/a%2Cb,,c'],
    [{ style: 'label', explode: true }, ['1.5', '', 2], '/.1%2E5..2'],
    [{ style: 'label' }, ['', ''], '/.,'],
    [{ style: 'matrix' }, '', '/;id'],
    [{ style: 'matrix', explode: true }, ['a', '', ';='], '/;id=a;id;id=%3B%3D'],
    [{ style: 'matrix', explode: true }, { R: '', '': 1 }, '/;R;=1'],
    [{ allowReserved: true }, 'a/b', '/a%2Fb'],
    [{ contentType: 'application/json' }, { a: 1 }, '/%7B%22a%22%3A1%7D'],
  ])('%j with %j becomes %s', async (rules, value, want) => {
    expect(await urlOf({ name: 'id', in: 'path', required: true, ...rules }, value)).toBe(want);
  });

  test.each([
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '../x',
    'x/../y',
    'a\\..\\b',
    '..;x',
    '..%2f',
    'x%2f..%2fy',
    '..%3b',
  ])('%j is rejected: it could leave its segment', async (id) => {
    expect(await refusalOf('/films/{id}', { id })).toBe(
      'films.list: parameter `id` must not hold control characters, `.` or `..`',
    );
  });

  test.each<[unknown, string]>([
    ['', 'must not be empty'],
    [[], 'must not be empty'],
    [undefined, 'is required'],
    [null, 'is required'],
    ['a\nb', 'must not hold control characters, `.` or `..`'],
    ['a\u0000', 'must not hold control characters, `.` or `..`'],
  ])('%j is rejected', async (id, want) => {
    expect(await refusalOf('/films/{id}', { id })).toBe(`films.list: parameter \`id\` ${want}`);
  });

  test.each<[OperationParameter['style'], unknown]>([
    ['label', ''],
    ['label', ['']],
    ['label', ['', '']],
    ['label', []],
    ['matrix', []],
    ['matrix', {}],
  ])('%s of %j is rejected: no segment would be left', async (style = 'simple', value) => {
    const called = operation({
      path: '/films/{id}',
      parameters: [{ name: 'id', in: 'path', required: true, style, explode: true }],
    });
    const error = await errorOf(sentBy(called, { id: value }));
    expect(error.message).toBe('films.list: parameter `id` must not be empty');
  });

  test('an inherited property is not a parameter', async () => {
    expect(await refusalOf('/films/{constructor}', {})).toBe('films.list: parameter `constructor` is required');
  });

  test('a value never leaves its segment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\%25eEfFcC;?#]+$/)),
        async (id) => {
          const { fetch, requests } = script();
          const outcome = await core({ fetch })
            .call(operation({ path: '/films/{id}/end' }), { id })
            .result();
          if (!outcome.ok) {
            expect(outcome.error).toBeInstanceOf(InvalidParameterError);
            return;
          }
          const url = new URL(requests[0]?.url ?? '');
          const [, version, films, segment, end, ...more] = url.pathname.split('/');
          expect([version, films, end, more, url.search, url.hash]).toEqual(['v3', 'films', 'end', [], '', '']);
          expect(decodeURIComponent(segment ?? '')).toBe(id);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('header and cookie parameters', () => {
  const called = operation({
    parameters: [
      { name: 'X-Tags', in: 'header' },
      { name: 'theme', in: 'cookie' },
      { name: 'lang', in: 'cookie' },
    ],
  });

  test('are written in simple and form style', async () => {
    const request = await sentBy(called, { 'X-Tags': ['a', 'b'], theme: 'dark blue', lang: 'es' });
    expect(request.headers.get('x-tags')).toBe('a,b');
    expect(request.headers.get('cookie')).toBe('theme=dark%20blue; lang=es');
  });

  test('an empty list sends no header and no cookie, an empty text does', async () => {
    const absent = await sentBy(called, { 'X-Tags': [], theme: [] });
    expect([absent.headers.get('x-tags'), absent.headers.get('cookie')]).toEqual([null, null]);
    const empty = await sentBy(called, { 'X-Tags': '', theme: '' });
    expect([empty.headers.get('x-tags'), empty.headers.get('cookie')]).toEqual(['', 'theme=']);
  });

  test('no value ends a cookie, reserved characters allowed or not', async () => {
    const cookie: OperationParameter = { name: 'c', in: 'cookie', allowReserved: true };
    const request = await sentBy(operation({ parameters: [cookie] }), { c: 'a; session=evil,1' });
    expect(request.headers.get('cookie')).toBe('c=a%3B%20session%3Devil%2C1');
  });

  test.each<[OperationParameter, unknown, string]>([
    [{ name: 'X-Tags', in: 'header' }, ['a,b', 'c'], 'holds `,`, which separates items'],
    [{ name: 'X-Tags', in: 'header' }, { a: 'b,c' }, 'holds `,`, which separates items'],
    [{ name: 'X-Tags', in: 'header', explode: true }, { 'a=b': 1 }, 'holds `=`, which separates items'],
    [{ name: 'X-Tags', in: 'header' }, [{ a: 1 }], 'cannot be written as text: it is an object'],
    [{ name: 'X-Tags', in: 'header' }, ' a', 'holds what a header cannot carry'],
    [{ name: 'X-Tags', in: 'header' }, ['a\t'], 'holds what a header cannot carry'],
  ])('%j with %j is rejected: a header has no escapes', async (parameter, value, want) => {
    const error = await errorOf(sentBy(operation({ parameters: [parameter] }), { 'X-Tags': value }));
    expect(error).toBeInstanceOf(InvalidParameterError);
    expect(error.message).toBe(`films.list: parameter \`X-Tags\` ${want}`);
  });

  test.each(['a\r\nX-Evil: 1', 'größe €'])('a header of %j is rejected', async (value) => {
    const error = await errorOf(sentBy(called, { 'X-Tags': value }));
    expect(error.message).toBe('films.list: parameter `X-Tags` holds what a header cannot carry');
  });
});

describe('the base URL', () => {
  test.each([
    ['https://mock.test', 'https://mock.test/films?q=1'],
    ['https://mock.test/', 'https://mock.test/films?q=1'],
    ['http://localhost:8080/a/v3//', 'http://localhost:8080/a/v3/films?q=1'],
    ['https://mock.test/v3?tenant=x%20y', 'https://mock.test/v3/films?tenant=x%20y&q=1'],
    ['https://mock.test/v3#part', 'https://mock.test/v3/films?q=1'],
  ])('%s is honoured', async (baseUrl, want) => {
    expect((await sentBy(operation({ openParameters: true }), { q: 1 }, { baseUrl })).url).toBe(want);
  });

  test.each<[string, string]>([
    ['films', 'Option `baseUrl` must be an http or https URL'],
    ['ftp://films.test', 'Option `baseUrl` must be an http or https URL'],
    ['https://user:secret@films.test', 'Option `baseUrl` must hold no user name or password: give `auth: basic(…)`'],
  ])('%s is rejected', (baseUrl, want) => {
    expect(() => core({ baseUrl })).toThrow(new InvalidOptionError('baseUrl', want.replace('Option `baseUrl` ', '')));
  });

  test('has to be given where the spec names none', () => {
    const { baseUrl: _, ...nowhere } = service;
    expect(() => createCore(nowhere)).toThrow('Option `baseUrl` is required: the spec names no address');
    expect(() => createCore(nowhere, { baseUrl: 'https://x.test' })).not.toThrow();
  });
});
