import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEmittedRows } from '../emitted-rows.js';

testEmittedRows(import.meta.url);

/** Lists the names that a module exports from others. */
function readExports(path: string): readonly string[] {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\} from/g)].map(([, names = '']) => names);
  return lists.join().match(/\w+(?=\s*(?:,|$))/g) ?? [];
}

test('the index of a package exports everything that the client runtime exports', () => {
  const exported = ['video-platform', 'ad-reporting'].flatMap((name) => readExports(`generated/${name}/src/index.ts`));
  const runtimeExports = readExports('templates/runtime/client/index.ts');
  const entries = ['video-platform', 'ad-reporting'].flatMap((name) =>
    readExports(`generated/${name}/src/operations.ts`),
  );
  // Packages have their own `createCore`, and neither service has a stream other than reports. The others are for generated code.
  expect(runtimeExports.filter((name) => ![...exported, ...entries].includes(name))).toEqual([
    'ApiStream',
    'createCore',
    'openBareCore',
    'FeatureOption',
    'validateCalls',
  ]);
});
