import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, ValidationError } from '@speccast/runtime';
import { importCase, type ImportedCase } from './import-case.js';

interface Call extends PromiseLike<Readonly<Record<string, unknown>>>, AsyncIterable<unknown> {}

interface Client {
  readonly stock_items: Readonly<Record<'list' | 'add' | 'update' | 'label' | 'photo', (params: object) => Call>>;
  readonly movements: { readonly stream: () => Call };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-names');
});

afterAll(() => one?.remove());

const wireItem = {
  item_id: 'i1',
  unit_price: 2,
  etag: 'e',
  item_state: 'in_stock',
  shelf_mark: { row_number: 3, class: 'a' },
  per_shelf: { row_number: { row_number: 4 }, unit_price: { row_number: 5, other_thing: 1 } },
  free_form: { row_number: 1, unit_price: { item_id: 1 } },
  made_from: [{ item_id: 'i2', unit_price: 1 }],
  _links: { self_link: '/i1' },
  '@type': 'x',
  not_declared: { item_id: 1 },
  unitPrice: 'undeclared, and called as another is for callers',
};

const item = {
  itemId: 'i1',
  unitPrice: 2,
  version: 'e',
  itemState: 'in_stock',
  shelfMark: { rowNumber: 3, delete: 'a' },
  perShelf: { row_number: { rowNumber: 4 }, unit_price: { rowNumber: 5, other_thing: 1 } },
  freeForm: { row_number: 1, unit_price: { item_id: 1 } },
  madeFrom: [{ itemId: 'i2', unitPrice: 1 }],
  _links: { selfLink: '/i1' },
  '@type': 'x',
  not_declared: { item_id: 1 },
  unitPrice_: 'undeclared, and called as another is for callers',
};

/** A client whose calls all have these responses, and what it sent. */
function respond(...responses: readonly (() => Response)[]): { readonly client: Client; readonly sent: Request[] } {
  const sent: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request);
    return responses[Math.min(sent.length, responses.length) - 1]!();
  };
  return { client: one!.open({ fetch, retry: false, logLevel: 'off' }).client, sent };
}

function json(data: unknown, status: number = 200): () => Response {
  return () => Response.json(data, { status });
}

describe('names of properties', () => {
  test('are those of callers in bodies and responses, and those of the spec on the wire', async () => {
    const { client, sent } = respond(json(wireItem, 201));
    expect(await client.stock_items.add({ body: item })).toEqual(item);
    const { item_id: _readOnly, ...others } = wireItem;
    // `item_id` is `readOnly`: it is left out, also of what the item is made from.
    expect(await sent[0]!.json()).toEqual({ ...others, made_from: [{ unit_price: 1 }] });
  });

  test('are those of callers in pages, to the last one', async () => {
    const { client, sent } = respond(
      json({ stock_items: [wireItem], next_page_token: 'two', api_version: { major: 1 } }),
      json({ stock_items: [wireItem] }),
    );
    const items: unknown[] = [];
    for await (const found of client.stock_items.list({ pageSize: 1, xRequestId: 'r' })) items.push(found);
    expect(items).toEqual([item, item]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?page_size=1', '?page_size=1&page_token=two']);
    expect(sent.map(({ headers }) => headers.get('x-request-id'))).toEqual(['r', 'r']);
  });

  test('are those of callers in objects of parameters, forms, XML and multipart bodies', async () => {
    const { client, sent } = respond(
      json({ stock_items: [] }),
      json(wireItem, 201),
      () => new Response('<Shelf><row_number>3</row_number><class>a</class></Shelf>', xml),
      () => new Response(null, { status: 204 }),
    );
    await client.stock_items.list({ createdBetween: { notBefore: '2026-01-01T00:00:00Z' } });
    await client.stock_items.add({ body: { rowNumber: 3, delete: 'b' }, contentType: form });
    const shelf = { rowNumber: 3, delete: 'a' };
    expect(await client.stock_items.label({ itemId: 'i1', body: shelf })).toEqual(shelf);
    await client.stock_items.photo({ itemId: 'i1', body: { imageData: new Blob(['x']), takenBy: 'me' } });
    expect(decodeURIComponent(new URL(sent[0]!.url).search)).toBe('?created[not_before]=2026-01-01T00:00:00Z');
    expect(await sent[1]!.text()).toBe('row_number=3&class=b');
    expect(await sent[2]!.text()).toContain('<row_number>3</row_number><class>a</class>');
    expect([...(await sent[3]!.formData()).keys()]).toEqual(['image_data', 'taken_by']);
  });

  test('are those of callers in items of a stream, by the alternative of each', async () => {
    const lines = [
      { movement_type: 'arrival', moved_by: 'me', from_where: 'a', to_where: 'undeclared' },
      { movement_type: 'departure', moved_by: 'me', to_where: 'b' },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { client } = respond(() => new Response(text, { headers: { 'content-type': 'application/jsonl' } }));
    const items: unknown[] = [];
    for await (const found of client.movements.stream()) items.push(found);
    expect(items).toEqual([
      { movementType: 'arrival', movedBy: 'me', fromWhere: 'a', to_where: 'undeclared' },
      { movementType: 'departure', movedBy: 'me', toWhere: 'b' },
    ]);
  });

  test('are those of callers in what errors say', async () => {
    const { client } = respond(json({ retry_after: 5 }, 429));
    const error: unknown = await client.stock_items.list({}).then(undefined, (reason: unknown) => reason);
    expect(ApiError.is(error) && error.body).toEqual({ retryAfter: 5 });
  });

  test('are those of the wire in what is wrong with a request', async () => {
    const { client } = respond(json(wireItem));
    const call = client.stock_items.add({ body: { ...item, unitPrice: 'much' }, contentType: 'application/json' });
    const error: unknown = await call.then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues[0]?.path).toEqual(['body', 'unit_price']);
  });

  test('name the parts that a body holds as they are sent', async () => {
    const { client, sent } = respond(json(wireItem));
    await client.stock_items.update({ itemId: 'i1', body: { unitPrice: 2, shelfMark: { rowNumber: 1 } } });
    await client.stock_items.update({ itemId: 'i1', part: ['item_id'], body: { unitPrice: 2 } });
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?part=unit_price,shelf_mark', '?part=item_id']);
  });
});

const form = 'application/x-www-form-urlencoded';
const xml = { headers: { 'content-type': 'application/xml' } };

describe('an emulator of a package with other names', () => {
  test('is sent, and sends, what is on the wire', async () => {
    const { client, sent } = one!.open();
    const made = await client.stock_items.add({ body: { unitPrice: 7, shelfMark: { rowNumber: 1 } } });
    expect(made).toMatchObject({ unitPrice: 7, shelfMark: { rowNumber: 1 } });
    expect(JSON.parse(sent[0]!.body)).toEqual({ unit_price: 7, shelf_mark: { row_number: 1 } });
    expect(await client.stock_items.list({ pageSize: 1 })).toHaveProperty('stockItems');
  });

  test('has validators of the wire, which give what callers have', async () => {
    const validator = one!.validators['StockItem']!;
    expect(validator.is(wireItem)).toBe(true);
    expect(validator.is(item)).toBe(false);
    expect(await validator['~standard'].validate(wireItem)).toEqual({ value: item });
  });
});
