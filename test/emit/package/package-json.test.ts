import { expect, test } from 'vitest';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import { api, context } from '../code/fixture.js';

function written(): { files: readonly string[]; scripts: object; exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(JSON.stringify(packageJson(context(api()))));
}

test('a package is built before it is packed, by one command', () => {
  expect(written().scripts).toEqual({ build: 'tsc -p tsconfig.json && node build.js', prepack: 'npm run build' });
});

test('what is published is what was built, with what npm shows of it', () => {
  expect(written().files).toEqual(['dist', 'README.md', 'CHANGELOG.md']);
  const targets = Object.values(written().exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry ?? {}),
  );
  expect(targets.filter((path) => !String(path).startsWith('./dist/'))).toEqual(['./package.json']);
});
