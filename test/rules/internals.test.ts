import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { importsBelow } from './imports.js';
import { root } from './sources.js';

/** A module inside the generator, the runtime or the emulator that tests may import. */
interface Internal {
  readonly module: string;
  /** The behaviour that its tests check, in one sentence. */
  readonly contract: string;
}

/** Highest number of imports of internal modules. It is only ever lowered. */
const MOST_IMPORTS = 137;

const { rows } = readRows(import.meta.url);
const internals = [...rows<Internal>('stages'), ...rows<Internal>('algorithms')];
const imports = importsBelow('test').filter(({ to }) => /^(?:generator|templates)\//.test(to));

test('tests import packages by name, and only the internal modules of internals.yaml', () => {
  const listed = new Set(internals.map(({ module }) => module));
  expect(imports.filter(({ to }) => !listed.has(to)).map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
});

test('every listed module exists, is imported, and has a contract', () => {
  const imported = new Set(imports.map(({ to }) => to));
  const wrong = internals.filter(
    ({ module, contract }) =>
      !existsSync(join(root, module)) || !imported.has(module) || !/^[A-Z].{10,}\.$/.test(contract),
  );
  expect(wrong).toEqual([]);
});

test('a stage is imported by one test file only', () => {
  for (const { module } of rows<Internal>('stages')) {
    const files = new Set(imports.filter(({ to }) => to === module).map(({ from }) => from));
    expect([...files], module).toHaveLength(1);
  }
});

test(`at most ${MOST_IMPORTS} imports reach into internal modules`, () => {
  expect(imports.length).toBeLessThanOrEqual(MOST_IMPORTS);
});
