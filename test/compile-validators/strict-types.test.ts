import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { compileValidators } from 'speccast';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { tsc } from '../rules/compiler.js';

const schemas = {
  plain: { type: 'integer', multipleOf: 0.01 },
  tree: {
    anyOf: [
      { type: 'array', items: { $ref: '#' } },
      { type: 'array', maxItems: 9, items: { $ref: '#' } },
    ],
  },
  closed: { properties: { a: { enum: [1, {}] } }, patternProperties: { '^x': true }, unevaluatedProperties: false },
  list: { contains: { format: 'uuid' }, uniqueItems: true, unevaluatedItems: false },
  formats: { anyOf: ['date-time', 'uri', 'email', 'ipv6', 'hostname', 'int64'].map((format) => ({ format })) },
};

test('a module passes the strict configuration alone, with nothing but the library of ES2022', async () => {
  const folder = temporaryFolder();
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    declaration: true,
    erasableSyntaxOnly: true,
    noEmit: true,
  };
  writeTexts(folder, { 'package.json': '{"type": "module"}', 'tsconfig.json': JSON.stringify({ compilerOptions }) });
  for (const places of [false, true]) {
    const { code } = await compileValidators({ text: JSON.stringify({ schemas }), formats: 'assert', places });
    writeTexts(folder, { [`places-${places}.ts`]: code ?? '' });
  }
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});
