import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSelection, select } from '../../../../templates/emulator/engine/response/partial-response.js';
import { isJsonObject } from '@speccast/runtime';
import type { Json } from '@speccast/runtime';

const list: Json = {
  kind: 'list',
  items: [
    { id: 'a', snippet: { title: 'A', tags: ['x', 'y'] }, sizes: { small: { width: 1 }, large: { width: 2 } } },
    { id: 'b', snippet: { title: 'B' }, status: null },
  ],
};

function selected(fields: string): Json | undefined {
  const selection = readSelection(fields);
  if (selection === undefined) throw new Error(`cannot read ${fields}`);
  return select(list, selection);
}

test.each<[string, Json]>([
  ['kind', { kind: 'list' }],
  ['*', list],
  ['items/id', { items: [{ id: 'a' }, { id: 'b' }] }],
  [
    'items(id,snippet/title)',
    {
      items: [
        { id: 'a', snippet: { title: 'A' } },
        { id: 'b', snippet: { title: 'B' } },
      ],
    },
  ],
  ['kind, items( id )', { kind: 'list', items: [{ id: 'a' }, { id: 'b' }] }],
  ['items/snippet(tags)', { items: [{ snippet: { tags: ['x', 'y'] } }, { snippet: {} }] }],
  ['items/sizes/*/width', { items: [{ sizes: { small: { width: 1 }, large: { width: 2 } } }, {}] }],
  ['items/sizes(*/height,large)', { items: [{ sizes: { small: {}, large: { width: 2 } } }, {}] }],
  ['items/id,items/status', { items: [{ id: 'a' }, { id: 'b', status: null }] }],
  ['items,items/id', { items: list['items'] ?? null }],
  ['kind/name', {}],
  ['nothing', {}],
])('%s selects', (fields, want) => {
  expect(selected(fields)).toEqual(want);
});

test.each([
  '',
  ',',
  'a,',
  'a(',
  'a()',
  'a)',
  'a/',
  '/a',
  'a b',
  'a(b',
  'a(b))',
  '(a)',
  'a(b)c',
  `${'a('.repeat(40)}a${')'.repeat(40)}`,
])('%j is no list of fields', (fields) => {
  expect(readSelection(fields)).toBeUndefined();
});

/** A field as it is written: names joined by `/`, and what stands in parentheses behind the last. */
interface Field {
  readonly names: readonly string[];
  readonly inner?: readonly Field[];
}

const name = fc.constantFrom('a', 'b', 'c', '*');

const { fields } = fc.letrec<{ field: Field; fields: readonly Field[] }>((tie) => ({
  field: fc.record(
    {
      names: fc.array(name, { minLength: 1, maxLength: 3 }),
      inner: fc.option(tie('fields'), { nil: undefined, depthSize: 'small' }),
    },
    { noNullPrototype: true, requiredKeys: ['names'] },
  ) as fc.Arbitrary<Field>, // `inner` is there or is not, which the types of fast-check cannot say.
  fields: fc.array(tie('field'), { minLength: 1, maxLength: 3 }),
}));

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, 1, 'text', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { noNullPrototype: true, maxKeys: 4 }),
  ),
}));

function write(all: readonly Field[]): string {
  return all.map(({ names, inner }) => names.join('/') + (inner === undefined ? '' : `(${write(inner)})`)).join(',');
}

/** Every way from the root to a field. */
function waysOf(all: readonly Field[]): readonly (readonly string[])[] {
  return all.flatMap(({ names, inner }) =>
    inner === undefined ? [names] : waysOf(inner).map((way) => [...names, ...way]),
  );
}

/** Walks all ways side by side, with no tree of what is selected. */
function walk(node: Json, ways: readonly (readonly string[])[]): Json | undefined {
  if (ways.some((way) => way.length === 0)) return node;
  if (Array.isArray(node)) return node.map((one) => walk(one, ways)).filter((one) => one !== undefined);
  if (!isJsonObject(node)) return undefined;
  const kept: Record<string, Json> = {};
  for (const [key, member] of Object.entries(node)) {
    const further = ways.filter(([first]) => first === key || first === '*').map((way) => way.slice(1));
    const result = further.length === 0 ? undefined : walk(member, further);
    if (result !== undefined) kept[key] = result;
  }
  return kept;
}

test('any list of fields selects what its ways lead to', () => {
  fc.assert(
    fc.property(fields, value, (all, node) => {
      const selection = readSelection(write(all));
      expect(selection).toBeDefined();
      if (selection !== undefined) expect(select(node, selection)).toEqual(walk(node, waysOf(all)));
    }),
  );
});

test('any text is either read or rejected, without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '/', '(', ')', ',', '*', ' ') }), (text) => {
      const selection = readSelection(text);
      if (selection !== undefined) expect(select(list, selection)).toBeDefined();
    }),
  );
});
