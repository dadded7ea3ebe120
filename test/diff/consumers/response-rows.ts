import { at, type Row } from './row.js';

const item = {
  description: 'The item.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
};
const problem = {
  description: 'There is none.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const use =
  "const { data, response } = await shop.items.get({ itemId: '1' }).withResponse(); void [data.name, response.status];";

/** Operations that have no error with a body. */
const silent = [
  at.list,
  at.insert,
  `${at.item}/delete`,
  '/paths/~1orders/get',
  at.order,
  at.films,
  '/paths/~1ping/get',
  '/paths/~1notes/put',
];

/** Changes of statuses. */
export const responseRows: readonly Row[] = [
  {
    name: 'a status became the range that holds it',
    change: { [`${at.item}/get/responses/200`]: undefined, [`${at.item}/get/responses/2XX`]: item },
    use,
    kind: 'feature',
  },
  {
    name: 'a status is one of the same body besides',
    change: { [`${at.item}/get/responses/203`]: item },
    use,
    kind: 'feature',
  },
  {
    name: 'a status of an error became the range that holds it',
    change: { [`${at.item}/get/responses/404`]: undefined, [`${at.item}/get/responses/4XX`]: problem },
    use: "const code = (of: ItemsGetErrors): number => of['404'].code; void code;",
    imports: 'type ItemsGetErrors',
    kind: 'breaking',
  },
  {
    name: 'all operations have the same errors',
    change: Object.fromEntries(silent.map((operation) => [`${operation}/responses/404`, problem])),
    use: "const code = (of: ItemsGetErrors): number => of['404'].code; void code;",
    imports: 'type ItemsGetErrors',
    kind: 'breaking',
  },
];
