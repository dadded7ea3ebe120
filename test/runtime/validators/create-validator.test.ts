import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/json.js';
import { validator } from '../../../templates/runtime/validators/create-validator.js';
import { nest, report } from '../../../templates/runtime/validators/issues.js';
import type { Validator } from '../../../templates/runtime/validators/validator.js';

function named(schema: JsonObject, references: Readonly<Record<string, Validator<unknown>>> = {}): Validator<string> {
  return validator({
    is: (value): value is string => typeof value === 'string',
    collect: (value, context) => {
      if (typeof value !== 'string') report(context, '#/type', 'must be a string');
    },
    schema: () => schema,
    references: () => references,
  });
}

describe('a validator', () => {
  const one = named({ type: 'string' });

  test('has no member that other libraries would take for their own', () => {
    expect(Object.keys(one)).toEqual(['is', 'check', '~standard']);
  });

  test('says whether, and why not', () => {
    expect([one.is('a'), one.is(1)]).toEqual([true, false]);
    expect(one.check('a')).toEqual([]);
    expect(one.check(1)).toEqual([{ message: 'must be a string', path: [], keyword: 'type', schema: '#/type' }]);
  });

  test('is a Standard Schema', () => {
    const { version, vendor, validate } = one['~standard'];
    expect([version, vendor]).toEqual([1, 'speccast']);
    expect(validate('a')).toEqual({ value: 'a' });
    expect(validate(1)).toEqual({ issues: one.check(1) });
  });

  test('collects no more issues than the limit', () => {
    const many = validator({
      is: (value): value is never => value === undefined,
      collect: (value, context) => {
        for (let index = 0; index < 1000; index += 1)
          nest(context, index, value, (_item, inner) => report(inner, '#/type', 'must be nothing'));
      },
      schema: () => ({}),
    });
    expect(many.check(1)).toHaveLength(100);
    expect(many.check(1).at(-1)).toEqual({ message: 'must be nothing', path: [99], keyword: 'type', schema: '#/type' });
  });
});

describe('jsonSchema', () => {
  const inner = named({ type: 'string', maxLength: 3 });
  const outer = named(
    { type: 'object', properties: { $ref: { $ref: '#/components/schemas/In~1ner' } } },
    { '#/components/schemas/In~1ner': inner },
  );

  test('holds the models it refers to', () => {
    expect(outer['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { $ref: { $ref: '#/$defs/In~1ner' } },
      $defs: { 'In/ner': { type: 'string', maxLength: 3 } },
    });
  });

  test('holds itself where it is recursive', () => {
    const references: Record<string, Validator<unknown>> = {};
    const tree = named({ items: { $ref: '#/components/schemas/Tree' } }, references);
    references['#/components/schemas/Tree'] = tree;
    const definition = { items: { $ref: '#/$defs/Tree' } };
    expect(tree['~standard'].jsonSchema.output({ target: 'openapi-3.1' })).toEqual({
      ...definition,
      $defs: { Tree: definition },
    });
  });

  test('is written in draft-07 where that can express it', () => {
    const schema = named({
      prefixItems: [{ $ref: '#/$defs/a', title: 'A' }],
      items: false,
      dependentRequired: { a: ['b'] },
      $defs: { a: { const: { items: 1 } } },
    });
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ title: 'A', allOf: [{ $ref: '#/definitions/a' }] }],
      additionalItems: false,
      dependencies: { a: ['b'] },
      definitions: { a: { const: { items: 1 } } },
    });
  });

  test('refuses what a target cannot express, and unknown targets', () => {
    const schema = named({ unevaluatedProperties: false });
    expect(() => schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toThrow(
      'JSON Schema target "draft-07" cannot express unevaluatedProperties',
    );
    expect(() => schema['~standard'].jsonSchema.input({ target: 'draft-04' })).toThrow(
      'JSON Schema target "draft-04" is not supported: use draft-2020-12, draft-07 or openapi-3.1',
    );
  });
});
