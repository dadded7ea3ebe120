import { expect, test } from 'vitest';
import { declaredValues } from '../../../../templates/emulator/engine/contract/declared-values.js';
import type { OperationPlan } from '@speccast/emulator';
import type { Json, OperationContent } from '@speccast/runtime';
import { schemaValidator } from '../schema-validator.js';
import { operation, planned } from '../shelf.js';

const colour: Json = { type: 'string', enum: ['red', 'dark blue', '100%'] };

const thing: Json = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    colour,
    'a.b': colour,
    state: { enum: ['new', 'old'], readOnly: true },
    tags: { type: 'array', items: { type: 'object', properties: { level: { enum: [1, null] } } } },
    size: { allOf: [{ enum: ['s', 'l'] }] },
    inner: { $ref: '#/$defs/Thing' },
  },
};

function planOf(body?: readonly OperationContent[]): OperationPlan {
  return {
    ...planned(operation('things.insert', body === undefined ? {} : { body }), { action: { insert: 'things' } }),
    parameters: schemaValidator({
      type: 'object',
      properties: { order: { enum: ['new first'] }, only: { type: 'array', items: colour }, free: { type: 'string' } },
    }),
    body: schemaValidator({ $ref: '#/$defs/Thing', $defs: { Thing: thing } }),
  };
}

test('are those of parameters, and of what their lists hold', () => {
  expect([...declaredValues(planOf()).parameters]).toEqual([
    ['order', ['new first']],
    ['only', ['red', 'dark blue', '100%']],
  ]);
});

test('are those of the body by their paths, without what callers cannot send', () => {
  const values = [...declaredValues(planOf()).body].filter(([path]) => !path.startsWith('inner.'));
  expect(values).toEqual([
    ['colour', ['red', 'dark blue', '100%']],
    ['tags.level', ['1', 'null']],
    ['size', ['s', 'l']],
  ]);
});

test('of a schema that holds itself end', () => {
  const paths = [...declaredValues(planOf()).body.keys()];
  expect(paths).toContain('inner.inner.colour');
  expect(Math.max(...paths.map((path) => path.split('.').length))).toBeLessThan(12);
});

test('are none of a form, and none where no validator has a schema', () => {
  expect(declaredValues(planOf([{ mediaType: 'multipart/form-data', kind: 'multipart' }])).body.size).toBe(0);
  expect(declaredValues(planOf([{ mediaType: 'application/json' }])).body.size).toBeGreaterThan(0);
  const bare = declaredValues(planned(operation('things.list'), { action: { list: 'things' } }));
  expect([bare.parameters.size, bare.body.size]).toEqual([0, 0]);
});
