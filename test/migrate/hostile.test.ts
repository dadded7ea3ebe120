import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Diagnostics } from '../spec/read-text.js';
import { readMigration, shopDocument, SpecFacts, TOOLS } from './migrate.js';

/** Keys and values of configurations, and other words. */
const words = (
  'resources methods subresources models endpoint skip only deprecated paginated pagination request response purpose name type ' +
  'x-stainless-pagination-property get\u0020/orders post\u0020/orders next_cursor_param targets typescript node package_name ' +
  'environments settings license client_settings opts custom_casings camel security security_schemes input output path target ' +
  'plugins parser filters tags operations include exclude client mock override workspace scripts apis root x-openapi-ts ' +
  'openapi-typescript\u0020a\u0020-o\u0020b __proto__ constructor toString $shared orders'
).split(/(?<! \/|typescript) (?!\/|a -o|-o b)/);

const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 12 }));

/** Nested values whose keys and strings are often those of configurations. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false, 0, -1.5),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
  ),
}));

const config = fc.dictionary(text, value, { maxKeys: 8 });

/** Migrates all services of a configuration, and expects that every message has a position in it. */
function migrateAll(file: string, source: string, tool: (typeof TOOLS)[number], document: unknown): void {
  const diagnostics = new Diagnostics({ strict: true });
  const read = readMigration({ file, text: source }, tool, diagnostics);
  const lines = source.split(/\r\n|[\n\r]/).length;
  const inFile = (line: number): boolean => line >= 1 && line <= lines;
  expect(read !== undefined || diagnostics.failed).toBe(true);
  for (const { at } of diagnostics.list) expect(inFile(at.line)).toBe(true);
  // as: the document is JSON, as if it had been read.
  const facts = new SpecFacts(document as ConstructorParameters<typeof SpecFacts>[0]);
  for (const { migrate, at } of read?.services ?? []) {
    expect(inFile(at.line)).toBe(true);
    const { leftovers, actions, keys } = migrate(facts);
    for (const one of leftovers) expect([inFile(one.at.line), one.message === '']).toEqual([true, false]);
    for (const { target } of actions) expect(target).toMatch(/^\$/);
    expect(() => JSON.stringify([...keys])).not.toThrow();
  }
}

test.each(TOOLS)('any configuration of %s is migrated or rejected', (tool) => {
  fc.assert(
    fc.property(config, (settings) => {
      migrateAll('settings.json', JSON.stringify(settings, null, 1), tool, shopDocument);
    }),
    { numRuns: 200 },
  );
});

test.each(TOOLS)('a configuration of %s can be compared with any document', (tool) => {
  const settings = {
    resources: { orders: { methods: { list: 'get /orders' } } },
    pagination: [{ name: 'a', request: { cursor: { purpose: 'next_cursor_param' } } }],
    environments: { production: 'https://a.example' },
    input: 'a.yaml',
    output: 'b',
    shop: { input: { target: 'a.yaml', filters: { tags: ['a'] } }, output: 'b' },
    scripts: { types: 'openapi-typescript a.yaml --exclude-deprecated' },
  };
  const methods = fc.dictionary(fc.constantFrom('get', 'post', 'parameters', '$ref', 'x'), value);
  const document = fc.oneof(
    value,
    fc.record({
      openapi: fc.constant('3.1.0'),
      paths: fc.dictionary(fc.constantFrom('/orders', '/a*'), methods),
      servers: value,
    }),
  );
  fc.assert(
    fc.property(document, (one) => {
      migrateAll('settings.json', JSON.stringify(settings), tool, JSON.parse(JSON.stringify(one)));
    }),
    { numRuns: 100 },
  );
});

test('any text of YAML or TypeScript is read or rejected', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('a.yml', 'a.ts', 'package.json'),
      (source, file) => {
        const diagnostics = new Diagnostics({ strict: true });
        const read = readMigration({ file, text: source }, undefined, diagnostics);
        expect(read !== undefined || diagnostics.failed).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test('a reference to itself is not followed endlessly', () => {
  const document = { openapi: '3.1.0', paths: { '/orders': { $ref: '#/paths/~1orders' } } };
  migrateAll('a.json', '{"resources":{"a":{"methods":{"b":"get /orders"}}}}', 'stainless', document);
});

test('deeply nested resources are migrated', () => {
  const nested = `${'{"a":{"subresources":'.repeat(40)}{}${'}}'.repeat(40)}`;
  migrateAll('a.json', `{"resources":${nested}}`, 'stainless', shopDocument);
});
