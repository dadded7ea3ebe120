import { at, type Row } from './row.js';

const text = { type: 'string' };
const json = (schema: {
  readonly $ref: string;
}): { readonly 'application/json': { readonly schema: { readonly $ref: string } } } => ({
  'application/json': { schema },
});
const Item = { $ref: '#/components/schemas/Item' };

/** Changes of operations and of what belongs to them. */
export const operationRows: readonly Row[] = [
  {
    name: 'an operation is new',
    change: {
      [`${at.item}/put`]: {
        operationId: 'items.touch',
        parameters: [{ name: 'itemId', in: 'path', required: true, schema: text }],
        responses: { 204: { description: 'Done.' } },
      },
    },
    use: "await shop.items.get({ itemId: '1' });",
    kind: 'feature',
  },
  {
    name: 'an operation is gone',
    change: { [`${at.item}/delete`]: undefined },
    use: "await shop.items.delete({ itemId: '1' });",
    kind: 'breaking',
  },
  {
    name: 'an operation has another id',
    change: { [`${at.item}/delete/operationId`]: 'items.remove' },
    use: "await shop.items.delete({ itemId: '1' });",
    kind: 'breaking',
  },
  {
    name: 'an operation stands under another tag',
    change: { '/paths/~1ping/get/tags': ['status'] },
    use: 'await shop.health.ping();',
    kind: 'breaking',
  },
  {
    name: 'an operation has another path',
    change: {
      '/paths/~1notes': undefined,
      '/paths/~1remarks': {
        put: {
          operationId: 'notes.update',
          requestBody: { required: true, content: json({ $ref: '#/components/schemas/Note' }) },
          responses: { 204: { description: 'Stored.' } },
        },
      },
    },
    use: "await shop.notes.update({ body: { text: 'a' } });",
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a parameter is new',
    change: { [`${at.list}/parameters/4`]: { name: 'year', in: 'query', schema: { type: 'integer' } } },
    use: "await shop.items.list({ sort: 'name' });",
    kind: 'feature',
  },
  {
    name: 'a parameter is new and required',
    change: { [`${at.list}/parameters/4`]: { name: 'year', in: 'query', required: true, schema: { type: 'integer' } } },
    use: "await shop.items.list({ sort: 'name' });",
    kind: 'breaking',
  },
  {
    name: 'a parameter is gone',
    change: { [`${at.list}/parameters/3`]: undefined },
    use: "await shop.items.list({ owner: 'me' });",
    kind: 'breaking',
  },
  {
    name: 'a parameter is required now',
    change: { [`${at.list}/parameters/3/required`]: true },
    use: 'await shop.items.list();',
    kind: 'breaking',
  },
  {
    name: 'a parameter is of another type',
    change: { [`${at.list}/parameters/3/schema`]: { type: 'integer' } },
    use: "await shop.items.list({ owner: 'me' });",
    kind: 'breaking',
  },
  {
    name: 'an enum of a parameter has a value less',
    change: { [`${at.list}/parameters/2/schema/enum`]: ['name'] },
    use: "await shop.items.list({ sort: 'price' });",
    kind: 'breaking',
  },
  {
    name: 'another default is taken for a parameter',
    change: { [`${at.list}/parameters/2/schema/default`]: 'price' },
    use: 'await shop.items.list();',
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a list as parameter became a single value',
    change: { '/paths/~1orders/get/parameters/0/schema': { type: 'string', enum: ['open', 'paid'] } },
    use: "await shop.orders.list({ state: ['open'] });",
    kind: 'breaking',
  },
  {
    name: 'a single value as parameter became a list',
    change: { [`${at.list}/parameters/3/schema`]: { type: 'array', items: text } },
    use: "await shop.items.list({ owner: 'me' });",
    kind: 'breaking',
  },
  {
    name: 'a variable of a path has another name',
    change: {
      [at.item]: undefined,
      '/paths/~1items~1{id}': {
        get: {
          operationId: 'items.get',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: { description: 'The item.', content: json(Item) } },
        },
      },
    },
    use: "await shop.items.get({ itemId: '1' });",
    kind: 'breaking',
  },
  {
    name: 'a parameter travels in a header now',
    change: { [`${at.list}/parameters/3/in`]: 'header' },
    use: "await shop.items.list({ owner: 'me' });",
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a body is required now',
    change: { [`${at.order}/requestBody/required`]: true },
    use: 'await shop.orders.insert();',
    kind: 'breaking',
  },
  {
    name: 'a body is optional now',
    change: { [`${at.insert}/requestBody/required`]: undefined },
    use: "await shop.items.insert({ body: { name: 'a', state: 'on' } });",
    kind: 'feature',
  },
  {
    name: 'a body may be a form, too',
    change: { [`${at.insert}/requestBody/content/application~1x-www-form-urlencoded`]: { schema: Item } },
    use: "await shop.items.insert({ body: { name: 'a', state: 'on' } });",
    kind: 'feature',
  },
  {
    name: 'a response may be CSV, too',
    change: { [`${at.item}/get/responses/200/content/text~1csv`]: { schema: text } },
    use: "const name: string = (await shop.items.get({ itemId: '1' })).name; void name;",
    kind: 'breaking',
  },
  {
    name: 'a response has another schema',
    change: { [`${at.item}/get/responses/200/content/application~1json/schema/$ref`]: '#/components/schemas/Order' },
    use: "const name: string = (await shop.items.get({ itemId: '1' })).name; void name;",
    kind: 'breaking',
  },
  {
    name: 'there is a response where there was none',
    change: { [`${at.item}/delete/responses`]: { 200: { description: 'What was deleted.', content: json(Item) } } },
    use: "const nothing: void = await shop.items.delete({ itemId: '1' }); void nothing;",
    kind: 'breaking',
  },
  {
    name: 'a response may come with another status and schema',
    change: {
      [`${at.insert}/responses/202`]: {
        description: 'Later.',
        content: json({ $ref: '#/components/schemas/Problem' }),
      },
    },
    use: "const { name } = await shop.items.insert({ body: { name: 'a', state: 'on' } }); void name;",
    kind: 'breaking',
  },
  {
    name: 'the body of an error is of another type',
    change: { [`${at.schemas}/Problem/properties/code`]: text },
    use: "try { await shop.items.get({ itemId: '1' }); } catch (error) { if (isErrorOf(error, 'items.get', 404)) { const code: number = error.body.code; void code; } }",
    imports: 'isErrorOf',
    kind: 'breaking',
  },
  {
    name: 'the body of an error is not documented any more',
    change: { [`${at.item}/get/responses/404/content`]: undefined },
    use: "try { await shop.items.get({ itemId: '1' }); } catch (error) { if (isErrorOf(error, 'items.get', 404)) void error; }",
    imports: 'isErrorOf',
    kind: 'breaking',
  },
  {
    name: 'a header is gone',
    change: { [`${at.list}/responses/200/headers/X-Hint`]: undefined },
    use: "const { headers } = await shop.items.list().withResponse(); const hint = (of: ItemsListHeaders): string | undefined => of['X-Hint']; void [headers, hint];",
    imports: 'type ItemsListHeaders',
    kind: 'breaking',
  },
  {
    name: 'a header is new',
    change: { [`${at.list}/responses/200/headers/X-Age`]: { schema: { type: 'integer' } } },
    use: "const total = (of: ItemsListHeaders): number => of['X-Total']; void total;",
    imports: 'type ItemsListHeaders',
    kind: 'feature',
  },
  {
    name: 'a list comes as a whole, and came in pages',
    change: {
      [`${at.list}/x-paging`]: undefined,
      [`${at.list}/parameters/1`]: undefined,
      [`${at.schemas}/ItemPage/properties/nextPageToken`]: undefined,
    },
    use: 'for await (const item of shop.items.list()) void item.name;',
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a list comes in pages, and came as a whole',
    change: {
      '/paths/~1orders/get/parameters/1': { name: 'pageToken', in: 'query', schema: text },
      '/paths/~1orders/get/responses/200/content/application~1json/schema/properties/nextPageToken': text,
    },
    use: 'const { orders } = await shop.orders.list(); void orders.length;',
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a response is no list any more',
    change: {
      [`${at.schemas}/ItemPage/properties/items`]: {
        type: 'object',
        additionalProperties: { $ref: '#/components/schemas/Item' },
      },
    },
    use: 'for await (const item of shop.items.list()) void item.name;',
    kind: 'breaking',
  },
  {
    name: 'a response has a part less',
    change: {
      [`${at.films}/parameters/0/schema/items/enum`]: ['id', 'snippet'],
      [`${at.schemas}/Film/properties/status`]: undefined,
    },
    use: "const { films } = await shop.films.list({ part: ['status'] }); const open: boolean = films?.[0]?.status?.public ?? false; void open;",
    kind: 'breaking',
  },
  {
    name: 'another part comes where none is asked for',
    change: { [`${at.films}/parameters/0/x-part/default`]: ['status'] },
    use: "const { films } = await shop.films.list({}); const title: string = films?.[0]?.snippet?.title ?? ''; void title;",
    kind: 'breaking',
  },
  {
    name: 'a webhook is gone',
    change: { '/webhooks': undefined },
    use: 'const sold = (request: ItemSoldWebhookRequest): string => request.itemId; void sold;',
    imports: 'type ItemSoldWebhookRequest',
    kind: 'breaking',
  },
  {
    name: 'a webhook is new',
    change: {
      '/webhooks/itemGone': {
        post: {
          requestBody: { content: json({ $ref: '#/components/schemas/Sale' }) },
          responses: { 204: { description: 'Heard.' } },
        },
      },
    },
    use: 'const sold = (request: ItemSoldWebhookRequest): string => request.itemId; void sold;',
    imports: 'type ItemSoldWebhookRequest',
    kind: 'feature',
  },
  {
    name: 'a webhook brings a property less',
    change: { [`${at.schemas}/Sale/properties/at`]: undefined },
    use: "const when = (request: ItemSoldWebhookRequest): string => request.at ?? ''; void when;",
    imports: 'type ItemSoldWebhookRequest',
    kind: 'breaking',
  },
  {
    name: 'an operation needs a token where a key did',
    change: { [`${at.insert}/security`]: [{ token: [] }] },
    use: "await shop.items.insert({ body: { name: 'a', state: 'on' } });",
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a token does, too, where a key did',
    change: { [`${at.insert}/security`]: [{ key: [] }, { token: [] }] },
    use: "await shop.items.insert({ body: { name: 'a', state: 'on' } });",
    kind: 'feature',
  },
  {
    name: 'the service is called otherwise',
    change: { '/info/title': 'Market' },
    use: 'const open: Shop = createShop(); void open;',
    imports: 'type Shop',
    kind: 'fix',
  },
  {
    name: 'an operation is deprecated',
    change: { [`${at.item}/get/deprecated`]: true },
    use: "await shop.items.get({ itemId: '1' });",
    kind: 'feature',
  },
  {
    name: 'a base address is another one',
    change: { '/servers': [{ url: 'https://shop.example/v2' }] },
    use: 'await shop.items.list();',
    kind: 'breaking',
    compiles: true,
  },
];
