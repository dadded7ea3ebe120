import { isJsonObject, type Json } from '@speccast/runtime';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { readSelection, select } from '../../../../templates/emulator/respond/select-fields.js';

const {
  of: list,
  selects,
  rejected,
} = readYaml<{
  readonly of: Json;
  readonly selects: readonly { readonly fields: string; readonly want: Json }[];
  readonly rejected: readonly string[];
}>(new URL('selection.yaml', import.meta.url));

test.each(selects)('$fields selects', ({ fields, want }) => {
  const selection = readSelection(fields);
  expect(selection && select(list, selection)).toEqual(want);
});

test.each(rejected)('%j is no list of fields', (fields) => {
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
