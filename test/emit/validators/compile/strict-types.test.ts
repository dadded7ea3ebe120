import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { compileValidators } from 'speccast';
import { temporaryFolder, writeTexts } from '../../../output/temporary-folder.js';
import { tsc } from '../../../rules/compiler.js';
import { readRows } from '../../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

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

table(
  'a module compiles under the strict config with the library of ES2022 alone',
  async ({ compilerOptions }: { compilerOptions: JsonObject }) => {
    const folder = temporaryFolder();
    writeTexts(folder, { 'package.json': '{"type": "module"}', 'tsconfig.json': JSON.stringify({ compilerOptions }) });
    for (const places of [false, true]) {
      const { code } = await compileValidators({ text: JSON.stringify({ schemas }), formats: 'assert', places });
      writeTexts(folder, { [`places-${places}.ts`]: code ?? '' });
    }
    const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  },
);
