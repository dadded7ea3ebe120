import { execSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import { api, context } from '../code/fixture.js';

test('building a package starts from nothing, so that no module of an older spec is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-build-'));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'gone.js'), '');
  writeFileSync(join(folder, '.tsbuildinfo'), '{}');
  const { scripts } = JSON.parse(JSON.stringify(packageJson(context(api()))));
  const [clean, build] = scripts.build.split(' && ');
  execSync(clean, { cwd: folder });
  const left = ['dist', '.tsbuildinfo'].filter((path) => existsSync(join(folder, path)));
  rmSync(folder, { recursive: true });
  expect([left, build, scripts.prepack]).toEqual([[], 'tsc -p tsconfig.json', 'npm run build']);
});
