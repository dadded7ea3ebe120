import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestOperation, readable } from '../../../../templates/emulator/engine/contract/nearest-operation.js';
import type { EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { openShelf, operation, planned, shelfPlan } from '../shelf.js';
import type { Sent } from '../shelf.js';

/** The explanation of an error, each as rule, got, want and fix. */
async function taught(path: string, sent: Sent = {}, options: EmulatorOptions = {}): Promise<unknown> {
  const { body } = await openShelf(options).call(path, sent);
  const error = body['error'];
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'details') : undefined;
}

const write = { method: 'POST', token: 'reader' };

describe('An error explains', () => {
  const explanations: readonly (readonly [string, string, Sent, readonly string[]])[] = [
    [
      'a credential',
      '/books',
      {},
      [
        'books.list#auth',
        'no credential',
        'A call carries a credential: key or oauth.',
        'Send key or oauth with the request.',
      ],
    ],
    [
      'a good key',
      '/books?key=invalid-one',
      {},
      [
        '*#auth/key',
        'an API key (redacted)',
        'A key that is sent is a good one.',
        'Send a key that does not begin with "invalid", or one that the emulator was given.',
      ],
    ],
    [
      'a good token',
      '/books',
      { token: 'expired-one' },
      [
        '*#auth/token',
        'a credential in Authorization (redacted)',
        'A token that is sent is a good one.',
        'Send a token that begins with neither "invalid" nor "expired", or one that the emulator was given.',
      ],
    ],
    [
      'a method that the path has',
      '/books',
      { method: 'PATCH', token: 'reader' },
      [
        '*#method',
        'PATCH',
        'GET (books.list), POST (books.insert), PUT (books.update), DELETE (books.delete)',
        'Use GET (books.list) or POST (books.insert) or PUT (books.update) or DELETE (books.delete).',
      ],
    ],
    [
      'an operation that is supported',
      '/books/lend',
      { ...write, body: {} },
      [
        'books.lend#unsupported',
        'POST /books/lend',
        'The operation is not supported any more.',
        'Do without this operation.',
      ],
    ],
    [
      'one parameter of several',
      '/books?key=some',
      {},
      [
        'books.list#selectors',
        'none of them',
        'The request has one of the parameters shelfId, id, mine.',
        'Send shelfId or id or mine.',
      ],
    ],
    [
      'a token for a parameter',
      '/books?key=some&mine=true',
      {},
      [
        'books.list#selectors/mine/token',
        'true',
        'The parameter mine needs a token.',
        'Send the token of a user as Authorization: Bearer.',
      ],
    ],
    [
      'a value that is listed',
      '/books?key=some&id=1&status=lost',
      {},
      [
        'books.list#filters/status',
        'lost',
        'The parameter status is one of public, hidden.',
        'Send one of public, hidden as status.',
      ],
    ],
    [
      'an id that names something',
      '/books?key=some&shelfId=none',
      {},
      [
        'books.list#selectors/shelfId',
        'none',
        'The parameter shelfId is the id of an entry of shelves.',
        'Send the id of an entry of shelves that the caller may see.',
      ],
    ],
    [
      'a size of pages',
      '/books?key=some&id=1&maxResults=-1',
      {},
      [
        '*#paging/size',
        '-1',
        'The parameter maxResults is a whole number from 0 to 2.',
        'Send a number from 0 to 2 as maxResults, or leave it out.',
      ],
    ],
    [
      'a token of a page',
      '/books?key=some&id=1&pageToken=x',
      {},
      [
        '*#paging/token',
        'x',
        'The parameter pageToken is the token of a page of the same list.',
        'Take pageToken from an answer to the same request, or leave it out to begin at the first page.',
      ],
    ],
    [
      'an entry that is there',
      '/books/none?key=some',
      {},
      [
        'books.get#target',
        'none',
        'The entry of books that the request names is there.',
        'Send the id of an entry of books that is there and that the caller may see.',
      ],
    ],
    [
      'which entry is meant',
      '/books',
      { method: 'DELETE', token: 'reader' },
      [
        'books.delete#target/required',
        'nothing',
        'The request says with id which entry of books it is about.',
        'Send the id of an entry of books.',
      ],
    ],
    [
      'a type of body',
      '/books',
      { ...write, body: 'x', headers: { 'content-type': 'text/plain' } },
      [
        'books.insert#body/type',
        'text/plain',
        'The body is of type application/json.',
        'Send another Content-Type, and a body of that type.',
      ],
    ],
    [
      'JSON',
      '/books',
      { ...write, body: '{' },
      ['*#json', '{', 'A body that says it is JSON is JSON.', 'Send JSON that is nested less than 100 levels deep.'],
    ],
    [
      'a member of the body',
      '/books',
      { ...write, body: { title: 'A' } },
      ['books.insert#requires/shelfId', 'nothing', 'The request has shelfId.', 'Send shelfId.'],
    ],
    [
      'what does not belong there',
      '/books',
      { ...write, body: { shelfId: 'old', title: 'A', price: 3 } },
      ['books.insert#refuses/price', '3', 'The request does not have price.', 'Leave out price.'],
    ],
    [
      'a reference to what is there',
      '/books',
      { ...write, body: { shelfId: 'x', title: 'A' } },
      [
        'books#references/shelfId',
        'x',
        'The shelfId of an entry of books is the id of an entry of shelves.',
        'Send the id of an entry of shelves that the caller may see.',
      ],
    ],
    [
      'a reference to what is the own',
      '/books',
      { ...write, body: { shelfId: 'old', title: 'A' } },
      [
        'books#references/shelfId/owned',
        'what belongs to somebody else',
        'What the shelfId of an entry of books names belongs to the caller.',
        'Name an entry of shelves of your own, or send the token of its owner.',
      ],
    ],
    [
      'a value that the table lists',
      '/books',
      { ...write, body: { shelfId: 'old', title: 'A', status: 'lost' } },
      [
        'books#enums/status',
        'lost',
        'The status of an entry of books is one of public, hidden.',
        'Send one of public, hidden as status.',
      ],
    ],
  ];

  test.each(explanations)('%s', async (_name, path, sent, [rule, got, want, fix]) => {
    expect(await taught(path, sent)).toEqual([{ '@type': 'speccast/teaching', rule, got, want, fix }]);
  });

  test('how many entries there may be, where they stand, and whose they are', async () => {
    const { emulator, call } = openShelf();
    const { ownId } = emulator.as('reader');
    const [shelf] = emulator.state.shelves?.list().filter((one) => one['ownerId'] === ownId) ?? [];
    const book = { shelfId: String(shelf?.['id']), title: 'A' };
    const rules: unknown[] = [];
    const note = async (path: string, sent: Sent): Promise<string> => {
      const { body } = await call(path, sent);
      const error = body['error'];
      if (typeof error === 'object' && error !== null) rules.push(Reflect.get(error, 'details'));
      return String(body['id']);
    };
    await note('/books', { ...write, body: { ...book, position: 9 } });
    const id = await note('/books', { ...write, body: book });
    await note('/books', { ...write, token: 'another', method: 'DELETE' });
    await note(`/books?id=${id}`, { method: 'DELETE', token: 'another' });
    for (let count = 1; count < 4; count += 1) await note('/books', { ...write, body: book });
    expect(rules).toMatchObject([
      [
        {
          rule: 'books#order',
          got: '9',
          want: 'The position is a number from 0 to the number of entries with the same shelfId.',
        },
      ],
      [{ rule: 'books.delete#target/required' }],
      [{ rule: 'books.delete#owner', got: 'another caller', want: 'The entry of books belongs to the caller.' }],
      [
        {
          rule: 'books.insert#limit/shelfFull',
          got: '4 entries',
          want: 'There are at most 3 entries of books with the same shelfId.',
          fix: 'Delete an entry of books first.',
        },
      ],
    ]);
  });

  test('and names where its rule is stated, as the document says it', async () => {
    const list = { 'x-source': 'shelf.md:3', 'x-sources': { 'selectors/mine': 'shelf.md:7' }, responses: {} };
    const document = { openapi: '3.1.0', paths: { '/books': { get: list } } };
    const { call } = openShelf({}, { ...shelfPlan, document });
    const sources = ['/books', '/books?key=some&mine=true', '/books?key=some&id=1&maxResults=-1', '/books/1?key=some'];
    const found = await Promise.all(sources.map(async (path) => (await call(path)).body['error']));
    expect(found).toMatchObject([
      { details: [{ source: 'shelf.md:3' }] },
      { details: [{ source: 'shelf.md:7' }] },
      { details: [{ source: 'public' }] },
      { details: [{ rule: 'books.get#target', source: 'public' }] },
    ]);
  });

  test('nothing in the profile vendor, nor where it is told not to', async () => {
    expect(await taught('/books?key=some', {}, { teach: false })).toBeUndefined();
    expect(await taught('/books?key=some', {}, { profile: 'vendor' })).toBeUndefined();
  });

  test('no secrets, and no long texts', async () => {
    const secret = 'a-token-of-a-user';
    const address = `/books/${secret}${'x'.repeat(500)}?access_token=${secret}`;
    const told = JSON.stringify(await taught(address));
    expect(told).toContain('(redacted)xxx');
    expect(told).not.toContain(secret);
    expect(told.length).toBeLessThan(600);
  });
});

describe('An address that leads nowhere', () => {
  const ads: EmulatorPlan = {
    ...shelfPlan,
    basePaths: ['/v1'],
    operations: [
      planned(operation('report', { method: 'POST', path: '/{parent=accounts/*}/report:generate' }), {}),
      planned(operation('accounts', { path: '/accounts' }), {}),
      planned(operation('apps', { path: '/{parent=accounts/*}/apps' }), {}),
    ],
  };
  const report = 'POST /v1/accounts/{account}/report:generate';

  test.each([
    ['POST', '/v1/accounts/7/report', { address: report, got: 'report', want: 'report:generate' }],
    ['POST', '/v1/account/7/report:generate', { address: report, got: 'account', want: 'accounts' }],
    ['POST', '/v2/accounts/7/report:generate', { address: report, got: 'v2', want: 'v1' }],
    ['POST', '/accounts/7/report:generate', { address: report, got: 'accounts', want: 'v1' }],
    ['GET', '/v1/accounts/7/aps', { address: 'GET /v1/accounts/{account}/apps', got: 'aps', want: 'apps' }],
    ['GET', '/v1/acounts', { address: 'GET /v1/accounts', got: 'acounts', want: 'accounts' }],
    ['GET', '/somewhere/else', undefined],
  ])('%s %s', (method, path, want) => {
    expect(nearestOperation(ads, method, path)).toEqual(want);
  });

  test('tells what was meant', async () => {
    const { call } = openShelf();
    const { body } = await call('/boks?key=some');
    expect(body['error']).toMatchObject({
      details: [
        {
          rule: '*#route',
          got: 'GET /v1/boks',
          want: 'GET /v1/books',
          fix: 'Did you mean GET /v1/books? In yours, boks is where books should be.',
        },
      ],
    });
  });

  test('is looked at in no time, whatever it is', () => {
    const many: EmulatorPlan = {
      ...ads,
      operations: Array.from({ length: 60 }, (_none, index) =>
        planned(operation(`op${index}`, { path: `/{name=accounts/*}/${'segment'.repeat(5)}${index}/x` }), {}),
      ),
    };
    nearestOperation(many, 'GET', '/v1');
    const path = fc.oneof(
      fc.webPath(),
      fc.string({ maxLength: 5000 }),
      fc.array(fc.constantFrom('a'.repeat(300), 'accounts', '{x}', ''), { maxLength: 400 }).map((all) => all.join('/')),
    );
    fc.assert(
      fc.property(path, (sent) => {
        const start = performance.now();
        nearestOperation(many, 'GET', sent);
        expect(performance.now() - start).toBeLessThan(10_000);
      }),
      { numRuns: 40 },
    );
  });

  test('is written as people read it', () => {
    expect(readable('/v1/{name=accounts/*}')).toBe('/v1/accounts/{account}');
    expect(readable('/captions/{id}')).toBe('/captions/{id}');
    expect(readable('/{a=x/*/ys/*}/z:go')).toBe('/x/{x}/ys/{y}/z:go');
  });
});
