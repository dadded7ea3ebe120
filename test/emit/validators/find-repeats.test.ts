import { describe, expect, test } from 'vitest';
import { planSchemas } from '../../../generator/compile-validators/plan-schemas.js';
import { Diagnostics } from '../../spec/read-text.js';
import { findRepeats } from '../../../generator/emit/validators/plan/find-repeats.js';
import type { JsonObject } from 'speccast/emitter';
import { Positions } from '../../spec/read-tree.js';
import { compileModule } from '../../conformance/compile-module.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

/** Names of the units of a schema that need a memo. */
function repeats(schema: JsonObject): readonly string[] {
  const at = { file: 'in.json', line: 1, column: 1 };
  const planned = planSchemas({
    input: { schemas: { root: schema }, remotes: {}, positions: new Positions(), locate: () => at },
    assertFormats: false,
    diagnostics: new Diagnostics(),
    taken: [],
  });
  if (planned === undefined) throw new Error('the schema is not valid');
  const { program } = planned;
  return [...findRepeats(program)].map((key) => program.unit(key).plan.pointer);
}

/** How often the innermost of nested values is looked at. */
async function looks(schema: JsonObject, wrap: (value: unknown) => unknown, depth: number): Promise<number> {
  let count = 0;
  const get = (target: object, key: string | symbol): unknown => {
    count += 1;
    return Reflect.get(target, key);
  };
  let value: unknown = new Proxy(Array.isArray(wrap(1)) ? ['leaf'] : { n: 'leaf', kind: 'none' }, { get });
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  (await compileModule({ schemas: { root: schema } }))['root']?.is(value);
  return count;
}

const again = { $ref: '#' };
const list = (more: JsonObject = {}): JsonObject => ({ type: 'array', items: again, ...more });
const node = (more: JsonObject = {}): JsonObject => ({ type: 'object', properties: { n: again }, ...more });
const tagged = (kind: string): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, n: again },
});
const branch = { oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] };

/** Schemas that come to the same part of a value again and again, and what nests values for them. */
const repeated: readonly (readonly [string, JsonObject, 'list' | 'node'])[] = [
  ['two alternatives', { anyOf: [list({ minItems: 0 }), list({ maxItems: 99 })] }, 'list'],
  ['two parts', { allOf: [list(), list()] }, 'list'],
  ['two references', { $defs: { a: list() }, allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] }, 'list'],
  ['oneOf that is not told apart', { oneOf: [node({ required: ['a'] }), node({ required: ['b'] }), true] }, 'node'],
  ['items and contains', { type: 'array', items: again, contains: again }, 'list'],
  ['a property and a pattern', { properties: { n: again }, patternProperties: { '^n': again } }, 'node'],
  ['a property and a schema that depends on it', node({ dependentSchemas: { n: node() } }), 'node'],
  ['a condition and what follows', { if: list(), then: list() }, 'list'],
  ['not, and a part', { allOf: [list()], not: list({ minItems: 2 }) }, 'list'],
  ['branches asked again', { anyOf: [node()], unevaluatedProperties: false }, 'node'],
  [
    'a tag that is judged last',
    {
      oneOf: ['a', 'b', 'c'].map((kind) => ({
        type: 'object',
        required: ['kind'],
        properties: { n: again, kind: { enum: [kind, 'none'] } },
      })),
    },
    'node',
  ],
  ['the value itself', { oneOf: [again, again, { type: 'string' }] }, 'list'],
  ['units in turn', { $defs: { a: list(), b: list() }, anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] }, 'list'],
];

const single: readonly (readonly [string, JsonObject, 'list' | 'node'])[] = [
  ['a list', list(), 'list'],
  ['a tree', node(), 'node'],
  ['a list or an object', { anyOf: [list(), node()] }, 'list'],
  ['any JSON', { anyOf: [{ type: 'string' }, list(), { type: 'object', additionalProperties: again }] }, 'node'],
  ['properties and all others', node({ additionalProperties: again }), 'node'],
  ['patterns and all others', { patternProperties: { '^n$': again }, additionalProperties: again }, 'node'],
  ['first items and the others', { type: 'array', prefixItems: [again, again], items: again }, 'list'],
  [
    'a base and further properties',
    { $defs: { a: node({ properties: { n: again, kind: true } }) }, $ref: '#/$defs/a', unevaluatedProperties: false },
    'node',
  ],
  ['a tag that is judged first', { $defs: { a: tagged('a'), b: tagged('b') }, ...branch }, 'node'],
  [
    'a condition on a tag',
    {
      if: { required: ['kind'], properties: { kind: { const: 'a' } } },
      then: node(),
      else: node({ minProperties: 1 }),
    },
    'node',
  ],
  [
    'a condition before two branches',
    { properties: { n: { if: again, then: { maxProperties: 2 }, else: { minProperties: 1 } } } },
    'node',
  ],
  ['an expression', { $defs: { a: node(), b: list() }, anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] }, 'node'],
];

const wraps = {
  list: (value: unknown): unknown => [value],
  node: (value: unknown): unknown => ({ kind: 'a', n: value }),
};

describe('findRepeats', () => {
  test.each(repeated)('names what comes to the same part twice: %s', (_name, schema) => {
    expect(repeats(schema)).not.toEqual([]);
  });

  test.each(single)('leaves out what comes to each part once: %s', (_name, schema) => {
    expect(repeats(schema)).toEqual([]);
  });

  test.each(single)('is right about what it leaves out: %s', async (_name, schema, shape) => {
    const [few, many] = [await looks(schema, wraps[shape], 4), await looks(schema, wraps[shape], 12)];
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThanOrEqual(few * 2);
  });

  test('names all units of the loop, and none beside it', () => {
    const schema = {
      $defs: {
        even: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/odd' } }, { items: { $ref: '#/$defs/odd' } }] },
        odd: { type: 'array', items: { $ref: '#/$defs/even' } },
        tree: node({ properties: { n: { $ref: '#/$defs/tree' } } }),
      },
      properties: { a: { $ref: '#/$defs/even' }, b: { $ref: '#/$defs/tree' } },
    };
    expect(repeats(schema)).toEqual(['#/$defs/even', '#/$defs/odd']);
  });

  table('names a unit that each level of another one starts anew', ({ schema }: { schema: JsonObject }) => {
    expect(repeats(schema)).toEqual(['#/$defs/t']);
  });

  table(
    'but not one that starts at other members than those by which the other one goes on',
    ({ schema, given, given4 }: { schema: JsonObject; given: JsonObject; given4: JsonObject }) => {
      expect(repeats(schema)).toEqual([]);
      expect(repeats(given)).toEqual([]);
      expect(repeats(given4)).toEqual([]);
    },
  );

  test('has nothing to say where nothing recurs', () => {
    expect(repeats({ anyOf: [{ items: { type: 'string' } }, { items: { type: 'number' } }] })).toEqual([]);
  });
});
