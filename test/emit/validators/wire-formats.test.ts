import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import type { Validator } from '@speccast/runtime/validators';
import { emitPackage, runValidators } from './emit-package.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const properties = {
  kind: { type: 'string', const: 'films#film' },
  views: { type: 'string', format: 'uint64' },
  offset: { type: 'string', format: 'int64' },
  position: { type: 'integer', format: 'uint32' },
  change: { type: 'integer', format: 'int32' },
  size: { type: 'integer', format: 'int64' },
  ratio: { type: 'number', format: 'float' },
  score: { type: 'number', format: 'double' },
  made: { type: 'string', format: 'date-time' },
  seen: { type: 'string', format: 'google-datetime' },
  length: { type: 'string', format: 'google-duration' },
  mask: { type: 'string', format: 'google-fieldmask' },
  bytes: { type: 'string', format: 'byte' },
  studio: { type: 'string', pattern: '^studios/[^/]+$' },
} satisfies JsonObject;

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

describe('what formats admit', () => {
  test.each<[keyof typeof properties, unknown, string | undefined]>([
    ['kind', 'films#film', undefined],
    ['kind', 'films#cast', 'must be "films#film"'],
    ['views', '18446744073709551615', undefined],
    ['views', '18446744073709551616', 'must be a whole number of 64 bits without sign'],
    ['views', '-1', 'must be a whole number of 64 bits without sign'],
    ['views', 7, 'must be a string'],
    ['offset', '-9223372036854775808', undefined],
    ['offset', '9223372036854775808', 'must be a whole number of 64 bits'],
    ['offset', '-0', 'must be a whole number of 64 bits'],
    ['offset', '+1', 'must be a whole number of 64 bits'],
    ['offset', ' 1', 'must be a whole number of 64 bits'],
    ['offset', '01', 'must be a whole number of 64 bits'],
    ['position', 4_294_967_295, undefined],
    ['position', -1, 'must be a whole number of 32 bits without sign'],
    ['position', 4_294_967_296, 'must be a whole number of 32 bits without sign'],
    ['position', 1.5, 'must be a whole number'],
    ['position', '1', 'must be a whole number'],
    ['change', -2_147_483_648, undefined],
    ['change', 2_147_483_648, 'must be a whole number of 32 bits'],
    ['size', 2 ** 53 - 1, undefined],
    ['size', 2 ** 53, 'must be a whole number of 64 bits that a number holds exactly, up to 2^53 - 1'],
    ['size', 2 ** 63, 'must be a whole number of 64 bits that a number holds exactly, up to 2^53 - 1'],
    ['ratio', 1e300, 'must be a number of single precision'],
    ['score', 1e300, undefined],
    ['made', '2024-02-29T12:30:00.5+01:00', undefined],
    ['made', '2024-02-30T12:30:00Z', 'must be a date and time such as 2024-02-29T12:30:00Z'],
    ['made', '2024-02-29 12:30:00Z', 'must be a date and time such as 2024-02-29T12:30:00Z'],
    ['made', '2024-02-29T12:30:00', 'must be a date and time such as 2024-02-29T12:30:00Z'],
    ['seen', '2024-02-29', 'must be a date and time such as 2024-02-29T12:30:00Z'],
    ['length', '3.5s', undefined],
    ['length', 'PT3S', 'must be a duration in seconds such as 3.5s'],
    ['mask', 'title,author.name', undefined],
    ['mask', 'title, author', 'must be paths of fields separated by commas'],
    ['bytes', 'YQ==', undefined],
    ['bytes', 'YQ', 'must be base64'],
    ['studio', 'studios/a', undefined],
    ['studio', 'a', 'must match the pattern ^studios/[^/]+$'],
  ])('%s: %j', (name, value, want) => {
    const given = { [name]: value };
    const issues = validators['Film']?.check(given) ?? [];
    expect(issues.map(({ message }) => message)).toEqual(want === undefined ? [] : [want]);
    expect(validators['Film']?.is(given)).toBe(want === undefined);
  });
});

describe('resource names and lists of values that callers send', () => {
  table('%j', (given: JsonObject, want: readonly string[]) => {
    expect(validators['filmsListParameters']?.check(given).map(({ message }) => message)).toEqual(want);
    expect(validators['filmsListParameters']?.is(given)).toBe(want.length === 0);
  });

  test('have types that say the same', () => {
    expect(files.get('operations/films.ts')).toContain(`  /** A resource name of the form \`studios/*\`. */
  parent: \`studios/\${string}\`;
  order?: 'date' | 'title' | Unrecognized | undefined;
`);
  });
});

test('models say what a text or number is', () => {
  const model = files.get('models/films.ts') ?? files.get('models/shared.ts') ?? '';
  const docs = [...model.matchAll(/\/\*\* (.*) \*\/\n {2}readonly (\w+)/g)].map(([, doc, name]) => `${name}: ${doc}`);
  expect(docs).toEqual([
    'kind: Always `"films#film"`.',
    'views: A 64-bit unsigned integer as a decimal string.',
    'offset: A 64-bit integer as a decimal string.',
    'position: A 32-bit unsigned integer.',
    'change: A 32-bit integer.',
    'size: A 64-bit integer.',
    'ratio: Single precision.',
    'made: Date and time with offset (RFC 3339).',
    'seen: Date and time with offset (RFC 3339).',
    'length: Duration in seconds, such as `3.5s`.',
    'mask: Paths of fields, separated by commas.',
    'bytes: Bytes in base64.',
    'studio: Matches `^studios/[^/]+$`.',
  ]);
  expect(model).toContain('readonly studio?: `studios/${string}`;');
  expect(model).toContain(`readonly kind?: 'films#film';`);
});
