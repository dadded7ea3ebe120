import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import { createTemplates } from 'speccast/emitter';
import { quotaMeterSymbol } from '../../../generator/emit/client/emit-quota-meter.js';
import { runtimeExports } from '../../../generator/emit/client/emit-client.js';
import { emitApiPage } from '../../../generator/emit/package/emit-api-page.js';
import { api, assets, context, jsonResponse, member, model, operation, parameter } from '../code/fixture.js';
import { hostileTexts } from '../code/hostile-texts.js';

function pageOf(given: Partial<Api>): string {
  return emitApiPage(context(api(given)), createTemplates(assets.templates));
}

/** The lines of a page from a heading to the next one. */
function section(page: string, heading: string): string {
  const start = page.indexOf(`${heading}\n`);
  if (start < 0) throw new Error(`no heading ${heading}`);
  return page.slice(start).split(/\n(?=#)/, 1)[0] ?? '';
}

function namesOf(feature: keyof typeof runtimeExports): readonly string[] {
  const { values, types } = runtimeExports[feature];
  return `${values} ${types}`.trim().split(' ');
}

test('the public surface names everything that the entry of a package exports', () => {
  const page = pageOf({});
  expect(namesOf('all').filter((name) => !new RegExp(`\`${name}[(\`]`).test(page))).toEqual([]);
});

const array = jsonResponse('200', { kind: 'array', items: { kind: 'string' } });
const streamed = { ...array, contents: array.contents.map((one) => ({ ...one, stream: true as const })) };
const media = { required: true, mediaTypes: ['*/*'], resumable: true as const };
const parts = { parameter: 'part', values: ['a'], default: ['a'], always: [] };

test.each<[string, Partial<Api>, readonly string[]]>([
  ['lists', { operations: [operation('list', { paging: {} })] }, namesOf('lists')],
  ['parts', { operations: [operation('list', { parts })] }, namesOf('parts')],
  ['streams', { operations: [operation('list', { responses: [streamed] })] }, namesOf('streams')],
  ['reports', { operations: [operation('list', { report: { row: 'row', keys: [] } })] }, namesOf('reports')],
  [
    'uploads',
    { operations: [operation('insert', { body: { required: true, contents: [], media, doc: {} } })] },
    namesOf('uploads'),
  ],
  ['costs', { operations: [operation('list', { quota: { cost: 1 } })] }, [...namesOf('costs'), quotaMeterSymbol.name]],
  ['a budget', { errors: { typeName: 'Reason', quota: { timeZone: 'UTC', reasons: [] } } }, namesOf('budget')],
])('the public surface names what goes with %s where it is there', (_, given, names) => {
  const pages = [pageOf({}), pageOf(given)];
  for (const name of names)
    expect(
      pages.map((page) => new RegExp(`\`${name}[(\`]`).test(page)),
      name,
    ).toEqual([false, true]);
});

describe('an operation', () => {
  const thing = model('Thing', { kind: 'object', members: [] });
  const reference = { kind: 'reference', model: thing.id } as const;

  test('shows what it does, takes, costs, answers and fails with', () => {
    const list = operation('list', {
      parameters: [
        parameter('size', {
          required: true,
          doc: { description: 'How `big`.', source: 'things.md:4' },
          notes: ['At most 3.'],
        }),
        parameter('order', {
          doc: { deprecated: true },
          shape: { kind: 'literals', values: ['up', 'down'], open: false },
        }),
      ],
      responses: [jsonResponse('200', { kind: 'array', items: reference })],
      doc: { summary: 'Lists things.', description: 'Slowly.\n\nIn order.', source: 'things.md:3' },
      quota: { cost: 2 },
      extensions: { 'x-reasons': { 404: ['notFound'] } },
    });
    const page = pageOf({ operations: [list], models: [{ ...thing, doc: { source: 'public' } }] });
    expect(section(page, '#### `client.things.list(params, options?)`'))
      .toBe(`#### \`client.things.list(params, options?)\`

Lists things.

Slowly.

In order.

\`GET /things\`. Needs no credential. Returns [\`readonly Thing[]\`](#thing). As a function: \`thingsList\`.

- Costs 2 units of the quota \`default\`.
- Errors: 404 \`notFound\`.

| Parameter | Type | Description | Source |
| --- | --- | --- | --- |
| \`size\` | \`string\` | How \`big\`. | things.md:4 |
| \`order?\` | \`'up' \\| 'down'\` | **Deprecated.** |  |
`);
    expect(section(page, '### `client.things`')).toContain(`
| Operation | Request | Source |
| --- | --- | --- |
| \`things.list\` | \`GET /things\` | things.md:3 |
`);
    expect(section(page, '## Models')).toContain(`
| Model | Source |
| --- | --- |
| \`Thing\` | public facts |
`);
  });

  test('has no column with sources where the spec names none', () => {
    const page = pageOf({ operations: [operation('list', { parameters: [parameter('size')] })], models: [thing] });
    expect(page).toContain('| Parameter | Type | Description |\n');
    expect(page).not.toContain('| Source |');
  });

  test('without anything shows that', () => {
    const remove = operation('remove', { openParameters: true, doc: { deprecated: true } });
    const page = pageOf({ operations: [remove] });
    expect(section(page, '#### `client.things.remove(params?, options?)`'))
      .toBe(`#### \`client.things.remove(params?, options?)\`

**Deprecated.**

\`GET /things\`. Needs no credential. Returns nothing. As a function: \`thingsRemove\`.

Further query parameters can be given: the spec leaves them open.
`);
  });
});

const layer = { operations: 51, parameters: 1394, schemas: 73, properties: 157, enumValues: 2 };

test('what the document states and what public facts add is counted', () => {
  const facts = { ...layer, kind: 'overlays', operations: 0, enumValues: 10995 } as const;
  expect(pageOf({ layers: [{ ...layer, kind: 'spec' }, facts] })).toContain(`
| | Document | Public facts |
| --- | ---: | ---: |
| Operations | 51 | 0 |
| Parameters of operations | 1,394 | 1,394 |
| Schemas | 73 | 73 |
| Properties | 157 | 157 |
| Values of enums | 2 | 10,995 |
`);
});

test('a spec of one layer is not counted', () => {
  expect(pageOf({ layers: [{ ...layer, kind: 'spec' }] })).not.toContain('Where the facts come from');
});

test('parameters that all operations share stand once', () => {
  const shared = parameter('fields', { doc: { description: 'Fields wanted.' } });
  const list = operation('list', { parameters: [parameter('id'), shared] });
  const other = operation('other', { parameters: [{ ...shared, required: true }] });
  const commonParameters = { typeName: 'CommonParams', parameters: [shared], operations: [list.id] };
  const page = pageOf({ operations: [list, other], commonParameters });
  expect(section(page, '## Parameters of every call')).toContain('| `fields?` | `string` | Fields wanted. |');
  const own = section(page, '#### `client.things.list(params?, options?)`');
  expect(own).toContain(`| \`id?\` | \`string\` |  |

Also takes [those of every call](#parameters-of-every-call).
`);
  expect(section(page, '#### `client.things.other(params, options?)`')).toContain(
    '| `fields` | `string` | Fields wanted. |',
  );
});

describe('a model', () => {
  const text = { kind: 'string' } as const;

  test('shows its fields, and the models that they refer to', () => {
    const other = model('Models', text, { doc: { description: 'A word.' }, notes: ['At most 3 characters.'] });
    const thing = model(
      'Thing',
      {
        kind: 'object',
        members: [
          member('id', text, { required: true, doc: { description: 'The id.' } }),
          member('state', { kind: 'literals', values: ['a', 'b'], open: 'unrecognized' }),
          member('words', { kind: 'array', items: { kind: 'reference', model: other.id } }),
          member('inner', { kind: 'object', members: [member('a|b', text, { doc: { description: 'Hidden.' } })] }),
        ],
      },
      { doc: { description: 'A thing.' }, input: { name: 'ThingInput', shape: text } },
    );
    const page = pageOf({ models: [thing, other] });
    expect(section(page, '### `Thing`')).toBe(`### \`Thing\`

A thing.

Sent as \`ThingInput\`, without what only the service sets.

\`id\`, \`state?\`, \`words?: Models[]\`, \`inner?\`
`);
    expect(section(page, '### `Models`')).toBe(`### \`Models\`

A word.

\`string\`
`);
  });
});

test.each(hostileTexts)('%j adds no heading and no cell', (hostile) => {
  const doc = { summary: hostile, description: hostile };
  const shape = { kind: 'literals', values: [hostile], open: false } as const;
  const pageWith = (spec: string, said: typeof doc | Record<string, never>): string => {
    const thing = model('Thing', { kind: 'object', members: [member(spec, shape, { doc: said, notes: [spec] })] });
    const list = operation('list', { doc: said, parameters: [parameter('id', { doc: said, notes: [spec] })] });
    return pageOf({ operations: [list], models: [{ ...thing, doc: said }], title: spec });
  };
  const shapeOf = (page: string): readonly (readonly [string, number])[] =>
    page
      .split('\n')
      .filter((line) => /^[#|]/.test(line))
      .map((line) => [line.slice(0, 1), line.split(/(?<!\\)\|/).length]);
  expect(shapeOf(pageWith(hostile, doc))).toEqual(shapeOf(pageWith('plain', {})));
});
