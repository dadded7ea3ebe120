import { expect } from 'vitest';
import type { Json } from 'speccast/emitter';
import { readRows } from '../rows.js';
import { compileModule } from './compile-module.js';
import { interpret } from './interpreter.js';

interface Case {
  readonly schema: Json;
  readonly value: Json;
  readonly issues: readonly (readonly [keyword: string, path: string])[];
}

const { table } = readRows(import.meta.url);

table('a validator and the interpreter agree', async ({ schema, value, issues }: Case) => {
  const { one } = await compileModule({ schemas: { one: schema } });
  const found = one?.check(value).map(({ keyword, path }) => [keyword, path.map((step) => `/${step}`).join('')]);
  const isRight = issues.length === 0;
  expect({ found, is: one?.is(value), oracle: interpret(schema, value) }).toEqual({
    found: issues,
    is: isRight,
    oracle: isRight,
  });
});
