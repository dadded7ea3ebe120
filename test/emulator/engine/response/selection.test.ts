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

test.each(selects)('$fields selects members', ({ fields, want }) => {
  const selection = readSelection(fields);
  expect(selection && select(list, selection)).toEqual(want);
});

test.each(rejected)('%j is not a valid list of fields', (fields) => {
  expect(readSelection(fields)).toBeUndefined();
});

/** A field of `fields`: `a/b(c,d)` → `{ names: [a, b], inner: [{ names: [c] }, { names: [d] }] }`. */
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
  ) as fc.Arbitrary<Field>, // fast-check types `inner` as possibly `undefined`, but it is left out then.
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

function writeFields(all: readonly Field[]): string {
  return all
    .map(({ names, inner }) => names.join('/') + (inner === undefined ? '' : `(${writeFields(inner)})`))
    .join(',');
}

/** Lists the paths from the root to each field: `a/b(c,d)` → `[[a, b, c], [a, b, d]]`. */
function listFieldPaths(all: readonly Field[]): readonly (readonly string[])[] {
  return all.flatMap(({ names, inner }) =>
    inner === undefined ? [names] : listFieldPaths(inner).map((path) => [...names, ...path]),
  );
}

/** Selects the members at paths in the simplest path, to compare `select` with. */
function selectPaths(node: Json, paths: readonly (readonly string[])[]): Json | undefined {
  if (paths.some((path) => path.length === 0)) return node;
  if (Array.isArray(node)) return node.map((one) => selectPaths(one, paths)).filter((one) => one !== undefined);
  if (!isJsonObject(node)) return undefined;
  const kept: Record<string, Json> = {};
  for (const [key, member] of Object.entries(node)) {
    const further = paths.filter(([first]) => first === key || first === '*').map((path) => path.slice(1));
    const result = further.length === 0 ? undefined : selectPaths(member, further);
    if (result !== undefined) kept[key] = result;
  }
  return kept;
}

test('any list of fields selects the members at its paths', () => {
  fc.assert(
    fc.property(fields, value, (all, node) => {
      const selection = readSelection(writeFields(all));
      expect(selection).toBeDefined();
      if (selection !== undefined) expect(select(node, selection)).toEqual(selectPaths(node, listFieldPaths(all)));
    }),
  );
});

test('any text is read or rejected, without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '/', '(', ')', ',', '*', ' ') }), (text) => {
      const selection = readSelection(text);
      if (selection !== undefined) expect(select(list, selection)).toBeDefined();
    }),
  );
});
