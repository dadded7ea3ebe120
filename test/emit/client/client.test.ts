import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEmittedRows } from '../emitted-rows.js';

testEmittedRows(import.meta.url);

/** The names that a module passes on. */
function readExports(path: string): readonly string[] {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\} from/g)].map(([, names = '']) => names);
  return lists.join().match(/\w+(?=\s*(?:,|$))/g) ?? [];
}

test('the index of a package passes on everything that the runtime of clients offers', () => {
  const passed = ['video-platform', 'ad-reporting'].flatMap((name) => readExports(`generated/${name}/src/index.ts`));
  const offered = readExports('templates/runtime/client/index.ts');
  const entries = ['video-platform', 'ad-reporting'].flatMap((name) =>
    readExports(`generated/${name}/src/operations.ts`),
  );
  // `createCore` is that of the package; a service of reports alone has no other streams. Functions that make cores and a feature
  // are called by generated code.
  expect(offered.filter((name) => ![...passed, ...entries].includes(name))).toEqual([
    'ApiStream',
    'createCore',
    'openBareCore',
    'FeatureOption',
    'validateCalls',
  ]);
});
