import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeWrongLicense } from '../../../generator/emit/license.js';
import { emitPackage } from '../../../generator/emit/package/emit-package.js';
import { SPECCAST_RANGE } from '../../../generator/emit/code/runtime-version.js';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import type { PackageSettings } from '../../../generator/emit/emit-context.js';
import { generate } from '../../../generator/index.js';
import { root } from '../../rules/sources.js';
import { api, assets, context, model } from '../code/fixture.js';

function written(): { files: readonly string[]; scripts: object; exports: Readonly<Record<string, unknown>> } {
  return JSON.parse(JSON.stringify(packageJson(context(api()))));
}

test('a package is built before it is packed, by one command', () => {
  expect(written().scripts).toEqual({ build: 'node build.js', prepack: 'npm run build' });
});

test('what is published is what was built, and what npm shows of it', () => {
  expect(written().files).toEqual(['dist', 'openapi.json', 'README.md', 'CHANGELOG.md']);
  const targets = [...JSON.stringify(written().exports).matchAll(/:"([^"]*)"/g)].map(([, path]) => path);
  expect(targets.filter((path) => !path?.startsWith('./dist/'))).toEqual(['./openapi.json', './package.json']);
});

test('a package depends on the runtime alone, and names the emulator for its tests', () => {
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
    exports: {
      './mocks/images': {
        types: './dist/mocks/images.d.ts',
        module: './dist/mocks/images.js',
        node: { import: './dist/explained/images.js' },
        default: './dist/mocks/images.js',
      },
      './spec': { types: './dist/spec.d.ts', default: './dist/spec.js' },
    },
    peerDependencies: { '@speccast/emulator': SPECCAST_RANGE, msw: '^2.10.0 || ^3.0.0' },
    peerDependenciesMeta: { '@speccast/emulator': { optional: true }, msw: { optional: true } },
  });
  expect(JSON.parse(text).dependencies).toEqual({ '@speccast/runtime': SPECCAST_RANGE });
});

test('a package states its provenance where its repository is known, which npm demands of such a statement', () => {
  const repository = 'git+https://example.com/pets.git';
  const publishing = (settings: PackageSettings): unknown =>
    JSON.parse(JSON.stringify(packageJson({ ...context(api()), settings }))).publishConfig;
  expect(publishing({})).toEqual({ access: 'public' });
  expect(publishing({ repository })).toEqual({ access: 'public', provenance: true });
});

describe('settings of a package', () => {
  const packageOf = (settings: PackageSettings): Readonly<Record<string, unknown>> =>
    JSON.parse(JSON.stringify(packageJson({ ...context(api()), settings })));

  test('stand in package.json as they are', () => {
    const own = { license: 'Apache-2.0', author: 'Acme <a@acme.example>', keywords: ['pets'] };
    expect(packageOf(own)).toMatchObject(own);
  });

  test('are speccast’s where there are none', () => {
    const { license, author } = packageOf({});
    expect({ license, author }).toEqual({ license: 'MIT', author: 'speccast contributors' });
  });

  test('are one line each, of whole characters', () => {
    const evil = 'A\r\n"*/\ud800';
    const text = 'A "*/\ufffd';
    const settings = { author: evil, keywords: [evil], repository: evil, homepage: evil, bugs: evil };
    expect(packageOf(settings)).toMatchObject({
      author: text,
      keywords: [text],
      repository: { type: 'git', url: text },
      homepage: text,
      bugs: { url: text },
    });
  });
});

describe('the files of a licence', () => {
  const filesOf = (settings: PackageSettings): Readonly<Record<string, string>> =>
    Object.fromEntries(
      emitPackage({ ...context(api()), assets, settings }).flatMap((file) =>
        file.kind === 'plain' && file.path.startsWith('LICENSE') ? [[file.path, file.text]] : [],
      ),
    );
  const linesOf = (text: string = ''): readonly string[] =>
    text.split('\n').filter((line) => /Copyright|^MIT/.test(line));
  const speccast = ['MIT License', 'Copyright (c) 2026 speccast contributors'];

  test('name speccast where nobody else is named', () => {
    const { LICENSE, ...others } = filesOf({});
    expect(others).toEqual({});
    expect(linesOf(LICENSE)).toEqual(speccast);
    expect(LICENSE).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  test.each([
    ['Acme Pets <pets@acme.example> (https://acme.example)', 'Acme Pets'],
    ['Acme (https://acme.example)', 'Acme'],
    ['<pets@acme.example>', '<pets@acme.example>'],
    ['Acme\n\nNo warranty is disclaimed.', 'Acme No warranty is disclaimed.'],
  ])('name the author %j', (author, holder) => {
    const [first = '', ...others] = linesOf(filesOf({ author })['LICENSE']);
    expect([first, ...others]).toEqual([speccast[0], `Copyright (c) ${holder}`, speccast[1]]);
  });

  test.each(['Apache-2.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])(
    'leave the text of %s to the maintainers',
    (license) => expect(filesOf({ license, author: 'Acme' })).toEqual({}),
  );
});

test('the library takes no licence that npm would not take', async () => {
  const spec = { file: 'pets.yaml', text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n' };
  await expect(generate({ spec, settings: { license: 'MIT\n# Evil' } })).rejects.toThrow(
    new TypeError(describeWrongLicense('MIT\n# Evil')),
  );
});
