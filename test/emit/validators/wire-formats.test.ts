import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { emitPackage, runValidators } from './emit-package.js';
import { readRows } from '../../rows.js';

const { data, rows, table } = readRows(import.meta.url);

const properties = data<JsonObject>('properties');

const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Film' } } } };
const parent = { name: 'parent', in: 'path', required: true, schema: { type: 'string' } };

let files: ReadonlyMap<string, string>;
let validators: Readonly<Record<string, Validator<unknown>>>;

beforeAll(async () => {
  files = await emitPackage({
    paths: {
      '/v1/{parent=studios/*}/films': {
        get: {
          operationId: 'films.list',
          parameters: [parent, { name: 'order', in: 'query', schema: { type: 'string', enum: ['date', 'title'] } }],
          responses: { '200': { description: '', ...answer } },
        },
      },
    },
    components: { schemas: { Film: { type: 'object', properties } } },
  });
  validators = await runValidators(files);
});

table(
  'a value of a model is accepted or rejected by the formats of its properties',
  ({ given, message }: { given: JsonObject; message?: string }) => {
    const issues = validators['Film']?.check(given) ?? [];
    expect(issues.map((issue) => issue.message)).toEqual(message === undefined ? [] : [message]);
    expect(validators['Film']?.is(given)).toBe(message === undefined);
  },
);

describe('resource names and lists of values that callers send', () => {
  table('%j', (given: JsonObject, want: readonly string[]) => {
    expect(validators['filmsListParameters']?.check(given).map(({ message }) => message)).toEqual(want);
    expect(validators['filmsListParameters']?.is(given)).toBe(want.length === 0);
  });

  test('have types of the same form', () => {
    expect(files.get('operations/films.ts')).toContain(`  /** A resource name of the form \`studios/*\`. */
  parent: \`studios/\${string}\`;
  order?: 'date' | 'title' | Unrecognized | undefined;
`);
  });
});

test('the docs of models describe the format of strings and numbers', () => {
  const model = files.get('models/films.ts') ?? files.get('models/shared.ts') ?? '';
  const docs = [...model.matchAll(/\/\*\* (.*) \*\/\n {2}readonly (\w+)/g)].map(([, doc, name]) => `${name}: ${doc}`);
  expect(docs).toEqual(rows('docs'));
  expect(model).toContain('readonly studio?: `studios/${string}`;');
  expect(model).toContain(`readonly kind?: 'films#film';`);
});
