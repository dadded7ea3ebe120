import { expect, test } from 'vitest';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import type { PackageSettings } from '../../../generator/emit/package-settings.js';
import { api, context, model } from '../code/fixture.js';

function written(): { files: readonly string[]; scripts: object; exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(JSON.stringify(packageJson(context(api()))));
}

test('a package is built before it is packed, by one command', () => {
  expect(written().scripts).toEqual({ build: 'tsc -p tsconfig.json && node build.js', prepack: 'npm run build' });
});

test('what is published is what was built, the sources that its maps lead to, and what npm shows of it', () => {
  expect(written().files).toEqual(['dist', 'src', 'README.md', 'api.md', 'CHANGELOG.md']);
  const targets = Object.values(written().exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry ?? {}),
  );
  expect(targets.filter((path) => !String(path).startsWith('./dist/'))).toEqual(['./package.json']);
});

test('a package that draws thumbnails has their decoders built in, so that it depends on nothing', () => {
  const drawn = api({
    models: [
      model(
        'Thing',
        { kind: 'object', members: [] },
        { extensions: { 'x-resource': { table: 'things' }, 'x-thumbnails': {} } },
      ),
    ],
  });
  const text = JSON.stringify(packageJson(context(drawn)));
  expect(JSON.parse(text)).toMatchObject({
    exports: { './mocks/images': { types: './dist/mocks/images.d.ts', default: './dist/mocks/images.js' } },
    files: ['dist', 'src', 'README.md', 'api.md', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
    devDependencies: { icodec: '0.6.0', 'jpeg-js': '0.4.4', omggif: '1.0.10' },
  });
  expect(JSON.parse(text)).not.toHaveProperty('dependencies');
  expect(JSON.stringify(packageJson(context(api())))).not.toContain('icodec');
});

test('a package states its provenance where its repository is known, which npm demands of such a statement', () => {
  const repository = 'git+https://example.com/pets.git';
  const publishing = (settings: PackageSettings): unknown =>
    JSON.parse(JSON.stringify(packageJson({ ...context(api()), settings }))).publishConfig;
  expect(publishing({})).toEqual({ access: 'public' });
  expect(publishing({ repository })).toEqual({ access: 'public', provenance: true });
});
