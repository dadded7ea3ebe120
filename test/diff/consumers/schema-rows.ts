import { at, type Row } from './row.js';

const get = "const item = await shop.items.get({ itemId: '1' });";
const insert = "await shop.items.insert({ body: { name: 'a', state: 'on' } });";
const order = "const payment = await shop.orders.insert({ body: { itemId: '1', count: 2 } });";
const note = "await shop.notes.update({ body: { text: 'a', color: 'red' } });";
const text = { type: 'string' };
const refs = (...names: readonly string[]): readonly { readonly $ref: string }[] =>
  names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** Changes of schemas, by the direction in which their values travel. */
export const schemaRows: readonly Row[] = [
  {
    name: 'a property of a request and of a response is new',
    change: { [`${at.Item}/properties/brand`]: text },
    use: `${insert} ${get} const { id, ...others } = item; void [id, others];`,
    kind: 'feature',
  },
  {
    name: 'a property of a request is new and required',
    change: { [`${at.Note}/properties/mood`]: text, [`${at.Note}/required`]: ['text', 'mood'] },
    use: note,
    kind: 'breaking',
  },
  {
    name: 'a property of a response is new and always there',
    change: {
      [`${at.schemas}/ItemPage/properties/total`]: { type: 'integer' },
      [`${at.schemas}/ItemPage/required`]: ['items', 'total'],
    },
    use: 'const page = await shop.items.list(); void page.items.length;',
    kind: 'feature',
  },
  {
    name: 'a property of a response is gone',
    change: { [`${at.schemas}/Problem/properties/text`]: undefined },
    use: "const text = (problem: Problem): string => problem.text ?? ''; void text;",
    imports: 'type Problem',
    kind: 'breaking',
  },
  {
    name: 'a property of a request is gone',
    change: { [`${at.Order}/properties/rush`]: undefined },
    use: "await shop.orders.insert({ body: { itemId: '1', count: 1, rush: true } });",
    kind: 'breaking',
  },
  {
    name: 'a property of a response is optional now',
    change: { [`${at.Item}/required`]: ['name', 'state'] },
    use: `${get} const id: string = item.id; void id;`,
    kind: 'breaking',
  },
  {
    name: 'a property of a request is optional now',
    change: { [`${at.Note}/required`]: undefined },
    use: note,
    kind: 'feature',
  },
  {
    name: 'a property of a response is always there now',
    change: { [`${at.schemas}/Problem/required`]: ['code', 'text'] },
    use: "const text = (problem: Problem): string => problem.text ?? ''; void text;",
    imports: 'type Problem',
    kind: 'feature',
  },
  {
    name: 'a property of a request is required now',
    change: { [`${at.Note}/required`]: ['text', 'color'] },
    use: "await shop.notes.update({ body: { text: 'a' } });",
    kind: 'breaking',
  },
  {
    name: 'an enum of a request has a value less',
    change: { [`${at.Note}/properties/color/enum`]: ['blue'] },
    use: note,
    kind: 'breaking',
  },
  {
    name: 'an enum of a request has a value more',
    change: { [`${at.Note}/properties/color/enum`]: ['red', 'blue', 'green'] },
    use: note,
    kind: 'feature',
  },
  {
    name: 'an enum of a response has a value more, and code switches over it',
    change: { [`${at.Item}/properties/state/enum`]: ['on', 'off', 'sold'] },
    use: `${get} switch (item.state) { case 'on': return; case 'off': return; default: void item.state.length; }`,
    kind: 'feature',
  },
  {
    name: 'numbers of an enum that is received have a value more',
    change: { [`${at.Order}/properties/priority/enum`]: [1, 2, 3] },
    use: 'const { orders } = await shop.orders.list(); const first: 1 | 2 | undefined = orders[0]?.priority; void first;',
    kind: 'breaking',
  },
  {
    name: 'an enum is stated for what was any text and is sent',
    change: { [`${at.Note}/properties/text`]: { type: 'string', enum: ['x'] } },
    use: note,
    kind: 'breaking',
  },
  {
    name: 'a whole number arrives as text now',
    change: { [`${at.Item}/properties/stock`]: { type: 'string', format: 'int64' } },
    use: `${get} const stock: number = item.stock ?? 0; void stock;`,
    kind: 'breaking',
  },
  {
    name: 'a whole number of 32 bits has 64 now',
    change: { [`${at.Item}/properties/stock/format`]: 'int64' },
    use: `${get} const stock: number = item.stock ?? 0; void stock;`,
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a response may have null where it had text',
    change: { [`${at.Item}/properties/name/type`]: ['string', 'null'] },
    use: `${get} const name: string = item.name; void name;`,
    kind: 'breaking',
  },
  {
    name: 'a request may have null where it had text',
    change: { [`${at.Note}/properties/text/type`]: ['string', 'null'] },
    use: note,
    kind: 'feature',
  },
  {
    name: 'text became a list of texts',
    change: { [`${at.Item}/properties/remark`]: { type: 'array', items: text } },
    use: "await shop.items.insert({ body: { name: 'a', state: 'on', remark: 'b' } });",
    kind: 'breaking',
  },
  {
    name: 'a list became a single text',
    change: { [`${at.Item}/properties/tags`]: text },
    use: `${get} for (const tag of item.tags?.map((one) => one) ?? []) void tag;`,
    kind: 'breaking',
  },
  {
    name: 'only the service writes a property now',
    change: { [`${at.Note}/properties/color/readOnly`]: true },
    use: note,
    kind: 'breaking',
  },
  {
    name: 'only the service writes a property now, of a schema that is sent and received',
    change: { [`${at.Order}/properties/rush/readOnly`]: true },
    use: "const made: Order = { itemId: '1', count: 1, rush: true }; await shop.orders.insert({ body: made });",
    imports: 'type Order',
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'callers may send what only the service wrote',
    change: { [`${at.Item}/properties/id/readOnly`]: undefined, [`${at.Item}/required`]: ['name', 'state'] },
    use: 'const id = (item: Item): string => item.id; void id;',
    imports: 'type Item',
    kind: 'breaking',
  },
  {
    name: 'a union that is received has one more member',
    change: {
      [`${at.schemas}/Payment/oneOf`]: [...refs('Card', 'Cash', 'Transfer')],
      [`${at.schemas}/Payment/discriminator/mapping/transfer`]: '#/components/schemas/Transfer',
    },
    use: `${order} const number: string = payment.kind === 'cash' ? '' : payment.number; void number;`,
    kind: 'breaking',
  },
  {
    name: 'a union that is received has a member less',
    change: {
      [`${at.schemas}/Payment/oneOf`]: [...refs('Card')],
      [`${at.schemas}/Payment/discriminator/mapping/cash`]: undefined,
    },
    use: `${order} const cash = payment.kind === 'cash'; void cash;`,
    kind: 'breaking',
  },
  {
    name: 'an object may not have other properties any more',
    change: { [`${at.Order}/properties/address/additionalProperties`]: false },
    use: "await shop.orders.insert({ body: { itemId: '1', count: 1, address: { street: 'a' } } });",
    kind: 'breaking',
  },
  {
    name: 'other properties of an object are of another type',
    change: { [`${at.Order}/properties/address/additionalProperties`]: { type: 'number' } },
    use: "await shop.orders.insert({ body: { itemId: '1', count: 1, address: { street: 'a' } } });",
    kind: 'breaking',
  },
  {
    name: 'a schema has another name',
    change: {
      [`${at.schemas}/Problem`]: undefined,
      [`${at.schemas}/Trouble`]: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'integer' }, text },
      },
      [`${at.item}/get/responses/404/content/application~1json/schema/$ref`]: '#/components/schemas/Trouble',
    },
    use: 'const code = (problem: Problem): number => problem.code; void code;',
    imports: 'type Problem',
    kind: 'breaking',
  },
  {
    name: 'a schema that nobody uses is gone',
    change: { [`${at.schemas}/Transfer`]: undefined },
    use: 'const iban = (transfer: Transfer): string => transfer.iban; void iban;',
    imports: 'type Transfer',
    kind: 'breaking',
  },
  {
    name: 'an object inside another has a name of its own now',
    change: {
      [`${at.schemas}/Size`]: { type: 'object', required: ['width'], properties: { width: { type: 'integer' } } },
      [`${at.Item}/properties/size`]: { $ref: '#/components/schemas/Size' },
    },
    use: `${get} const width: number = item.size?.width ?? 0; void width;`,
    kind: 'feature',
  },
  {
    name: 'a limit of what is sent is tighter',
    change: { [`${at.Item}/properties/name/maxLength`]: 20 },
    use: insert,
    kind: 'breaking',
    compiles: true,
  },
  {
    name: 'a default is stated',
    change: { [`${at.Note}/properties/color/default`]: 'red' },
    use: "await shop.notes.update({ body: { text: 'a' } });",
    kind: 'feature',
  },
  {
    name: 'a property is deprecated',
    change: { [`${at.Item}/properties/remark/deprecated`]: true },
    use: `${get} void item.remark;`,
    kind: 'feature',
  },
  {
    name: 'a text for people is another one',
    change: { [`${at.Item}/description`]: 'Something to buy.' },
    use: insert,
    kind: 'fix',
  },
  {
    name: 'a request may have further properties',
    change: { [`${at.Note}/additionalProperties`]: true },
    use: note,
    kind: 'feature',
  },
  {
    name: 'a map in a request names its properties',
    change: { [`${at.Order}/properties/address`]: { type: 'object', properties: { street: text } } },
    use: "await shop.orders.insert({ body: { itemId: '1', count: 2, address: { town: 'Rome' } } });",
    kind: 'breaking',
  },
  {
    name: 'a schema is another one that says the same',
    change: {
      [`${at.schemas}/Goods`]: { allOf: refs('Item') },
      [`${at.item}/get/responses/200/content/application~1json/schema/$ref`]: '#/components/schemas/Goods',
    },
    use: `${get} const name: string = item.name; void name;`,
    kind: 'feature',
  },
];
