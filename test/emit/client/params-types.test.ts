import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const fields = { $ref: '#/components/parameters/fields' };
const parent = { name: 'parent', in: 'path', required: true, schema: { type: 'string' } };
const responses = {
  '200': { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Film' } } } },
};

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Films', version: '1' },
  servers: [{ url: '/v1' }, { url: 'https://{host}/films/v1', variables: { host: { default: 'films.example' } } }],
  paths: {
    '/{parent=studios/*}/films': {
      get: {
        operationId: 'studios.films.list',
        parameters: [parent, fields, { name: 'order', in: 'query', schema: { enum: ['date', 'title'] } }],
        responses,
      },
      post: { operationId: 'studios.films.insert', parameters: [parent, fields], responses },
    },
    '/{name=studios/*/films/*}': {
      get: { operationId: 'films.get', parameters: [{ ...parent, name: 'name' }, fields], responses },
    },
    '/ping': { get: { operationId: 'films.count', parameters: [fields], responses } },
  },
  components: {
    parameters: { fields: { name: 'fields', in: 'query', schema: { type: 'string' } } },
    schemas: {
      Film: { type: 'object', properties: { name: { type: 'string', pattern: '^studios/[^/]+/films/[^/]+$' } } },
    },
  },
});

const consumer = `
import { createFilms, type CommonParams, type StudiosFilmsListParams } from './index.js';

const client = createFilms();
const common: CommonParams = { fields: 'name' };

export async function calls(id: string, anything: string): Promise<void> {
  const listed = await client.studios.films.list({ parent: \`studios/\${id}\`, ...common, order: 'date' });
  await client.studios.films.insert({ parent: 'studios/a' });
  if (listed.name !== undefined) await client.films.get({ name: listed.name, fields: undefined });
  await client.films.count();
  await client.films.count({ fields: 'name' });
  const params: StudiosFilmsListParams = { parent: 'studios/a', fields: 'name' };
  await client.studios.films.list(params);
  // @ts-expect-error -- an id alone is no resource name
  await client.studios.films.list({ parent: 'a' });
  // @ts-expect-error -- neither is a text of which nothing is known
  await client.studios.films.list({ parent: anything });
  // @ts-expect-error -- the name of a film has two ids
  await client.films.get({ name: 'studios/a' });
  // @ts-expect-error -- only these orders can be sent
  await client.studios.films.list({ parent: 'studios/a', order: 'length' });
  // @ts-expect-error -- what all operations take is text here, too
  await client.films.count({ fields: 1 });
}
`;

test('params accept the values that the service accepts, and no others', async () => {
  expect((await checkTypes('films', spec, consumer)).errors).toEqual([]);
});

const query = (names: string, schema: object): readonly object[] =>
  names.split(' ').map((name) => ({ name, in: 'query', schema }));
const text = { type: 'string' };
const list = (operationId: string, rules: object, parameters: readonly object[]): object => ({
  get: { operationId, 'x-parameter-rules': rules, parameters, responses },
});
const five = 'a b c d e';

const ruled = JSON.stringify({
  ...JSON.parse(spec),
  paths: {
    '/two': list('two.list', { exactlyOne: ['id', 'mine'], excludes: { id: ['page'] } }, [
      ...query('id', { type: 'array', items: text }),
      ...query('mine', { type: 'boolean' }),
      ...query('page', text),
    ]),
    '/five': list(
      'five.list',
      { exactlyOne: five.split(' '), requires: { near: { a: 'x' } } },
      query(`${five} near`, text),
    ),
    '/few': list('few.list', { atMostOne: ['forMe', 'forAll'] }, query('forMe forAll near', { type: 'boolean' })),
    '/both': list('both.list', { exactlyOne: ['a', 'b'], atMostOne: ['c', 'd'] }, query('a b c d', text)),
    // 5 times 5 combinations are more than the limit of the types.
    '/many': list(
      'many.list',
      { exactlyOne: five.split(' '), atMostOne: ['f', 'g', 'h', 'i'] },
      query(`${five} f g h i`, text),
    ),
  },
});

const caller = `
import { createFilms, type FiveListParams, type TwoListBaseParams, type TwoListParams } from './index.js';

const client = createFilms();

export function calls(flag: boolean, id: string | undefined): unknown {
  const params: TwoListParams = { mine: true };
  params.page = 'next';
  const next = { ...params, page: 'last' };
  const written = { mine: true };
  const wide: TwoListBaseParams = {};
  const take = <P extends FiveListParams>(given: P): P => given;
  const ask = (...given: Parameters<typeof client.two.list>): unknown => client.two.list(...given);
  return [
    client.two.list(next),
    client.two.list(written),
    client.two.list({ mine: flag }),
    client.two.list({ mine: true, id: undefined }),
    client.two.list({ id: ['a'], mine: false }),
    client.two.list(id === undefined ? { mine: true } : { id: [id] }),
    client.two.list({ ...(id === undefined ? { mine: true } : { id: [id] }), page: 'next' }),
    // Validators know that a page does not go with ids.
    client.two.list({ id: ['a'], page: 'next' }),
    ask({ mine: true }),
    take({ c: 'x', near: 'y' }),
    client.few.list(),
    client.few.list({ forMe: true, near: false }),
    client.both.list({ a: 'x' }),
    client.both.list({ b: 'x', d: 'y' }),
    client.many.list(),
    client.many.list({ a: 'x', b: 'x' }),
    // @ts-expect-error -- one of two must be there
    client.two.list(),
    // @ts-expect-error
    client.two.list({}),
    // @ts-expect-error
    client.two.list({ page: 'next' }),
    // @ts-expect-error
    client.two.list({ id: undefined }),
    // @ts-expect-error
    client.two.list(wide),
    // @ts-expect-error -- and no more than one
    client.two.list({ id: ['a'], mine: true }),
    // @ts-expect-error
    ask({ id: ['a'], mine: flag }),
    // @ts-expect-error
    take({ near: 'y' }),
    // @ts-expect-error
    client.five.list({ a: 'x', e: 'x' }),
    // @ts-expect-error
    client.few.list({ forMe: true, forAll: true }),
    // @ts-expect-error
    client.both.list({ c: 'y' }),
    // @ts-expect-error
    client.both.list({ a: 'x', c: 'y', d: 'y' }),
    // @ts-expect-error -- misspelled
    client.two.list({ mine: true, pages: 'next' }),
  ];
}
`;

test('params of which exactly one, or at most one, can be sent do not compile otherwise', async () => {
  expect((await checkTypes('films', ruled, caller)).errors).toEqual([]);
});

test('errors of the compiler about such params name the parameters', async () => {
  const wrong = `
import { createFilms, type TwoListParams } from './index.js';
const client = createFilms();
export function calls(): unknown {
  const params: TwoListParams = { mine: true };
  return [params, client.two.list({ page: 'next' }), client.two.list({ id: ['a'], mine: true })];
}
`;
  const { errors, hover } = await checkTypes('films', ruled, wrong);
  expect(hover['params']).toBe('const params: TwoListParams');
  expect(errors).toEqual([
    "Argument of type '{ page: string; }' is not assignable to parameter of type 'TwoListParams'.\n" +
      '  Type \'{ page: string; }\' is not assignable to type \'TwoListBaseParams & Sent<TwoListBaseParams, "mine"> & Unsent<TwoListBaseParams, "id">\'.\n' +
      "    Property 'mine' is missing in type '{ page: string; }' but required in type 'Sent<TwoListBaseParams, \"mine\">'.",
    "Argument of type '{ id: string[]; mine: true; }' is not assignable to parameter of type 'TwoListParams'.\n" +
      "  Types of property 'mine' are incompatible.\n" +
      "    Type 'true' is not assignable to type 'false'.",
  ]);
});
