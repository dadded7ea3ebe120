import { describe, expect, test } from 'vitest';
import { describeWrongLicense } from '../../../generator/emit/license.js';
import { emitPackage } from '../../../generator/emit/package/emit-package.js';
import { SPECCAST_RANGE } from 'speccast/emitter';
import { generate, type PackageSettings } from 'speccast';
import { packageJson } from '../../../generator/emit/package/package-json.js';
import { api, assets, context, model } from '../code/fixture.js';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

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

table(
  'a package depends on the runtime alone, and names the emulator for its tests',
  ({
    exports,
    peerDependenciesMeta,
  }: {
    exports: {
      './mocks/images': { types: string; module: string; node: { import: string }; default: string };
      './spec': { types: string; default: string };
    };
    peerDependenciesMeta: { '@speccast/emulator': { optional: boolean }; msw: { optional: boolean } };
  }) => {
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
      exports: exports,
      peerDependencies: { '@speccast/emulator': SPECCAST_RANGE, msw: '^2.10.0 || ^3.0.0' },
      peerDependenciesMeta: peerDependenciesMeta,
    });
    expect(JSON.parse(text).dependencies).toEqual({ '@speccast/runtime': SPECCAST_RANGE });
  },
);

describe('what package.json says of publishing', () => {
  const repository = 'git+https://example.com/pets.git';
  const registry = 'https://npm.acme.example/';
  const npm = 'https://registry.npmjs.org/';
  const open = { license: 'MIT', access: 'public' } as const;
  const rows: readonly (readonly [settings: PackageSettings, isPrivate: unknown, publishConfig: unknown])[] = [
    [{}, true, undefined],
    [{ license: 'MIT', author: 'Acme', repository }, true, undefined],
    [{ private: false }, undefined, undefined],
    [{ private: true, ...open, registry }, true, undefined],
    [open, undefined, { access: 'public' }],
    [{ access: 'restricted', repository }, undefined, { access: 'restricted' }],
    [{ registry }, undefined, { registry }],
    [{ ...open, repository }, undefined, { access: 'public', provenance: true }],
    [{ ...open, repository, registry: npm }, undefined, { registry: npm, access: 'public', provenance: true }],
    [{ ...open, repository, registry }, undefined, { registry, access: 'public' }],
  ];

  test.each(rows)('of %j', (settings, isPrivate, publishConfig) => {
    const written: Readonly<Record<string, unknown>> = JSON.parse(
      JSON.stringify(packageJson({ ...context(api()), settings })),
    );
    expect([written['private'], written['publishConfig']]).toEqual([isPrivate, publishConfig]);
  });
});

describe('settings of a package', () => {
  const packageOf = (settings: PackageSettings): Readonly<Record<string, unknown>> =>
    JSON.parse(JSON.stringify(packageJson({ ...context(api()), settings })));

  test('stand in package.json as they are', () => {
    const own = { license: 'Apache-2.0', author: 'Acme <a@acme.example>', keywords: ['pets'] };
    expect(packageOf(own)).toMatchObject(own);
  });

  test('make nobody its author, and no licence, where there are none', () => {
    const { license, author } = packageOf({});
    expect({ license, author }).toEqual({ license: 'UNLICENSED', author: undefined });
    expect(JSON.stringify(packageOf({}))).not.toContain('contributors');
  });

  test('stand where npm writes them', () => {
    const all = {
      license: 'MIT',
      author: 'Acme',
      repository: 'git+https://example.com/pets.git',
      homepage: 'h',
      bugs: 'b',
    };
    const keys = Object.keys(packageOf(all));
    expect(keys.slice(0, 9)).toEqual(
      'name version private description license author repository homepage bugs'.split(' '),
    );
    expect(Object.keys(packageOf({ ...all, access: 'public' })).at(-1)).toBe('publishConfig');
  });

  table('are one line each, of whole characters', ({ settings, want }: { settings: JsonObject; want: object }) => {
    expect(packageOf(settings)).toMatchObject(want);
  });
});

describe('the files of a licence', () => {
  const filesOf = (settings: PackageSettings): Readonly<Record<string, string>> =>
    Object.fromEntries(
      emitPackage({ ...context(api()), packageName: '@acme/pets', assets, settings }).flatMap((file) =>
        file.kind === 'plain' && file.path.startsWith('LICENSE') ? [[file.path, file.text]] : [],
      ),
    );
  const linesOf = (text: string = ''): readonly string[] =>
    text.split('\n').filter((line) => /Copyright|^MIT/.test(line));

  test('are none where there is no licence', () => {
    expect(filesOf({})).toEqual({});
  });

  test('name the authors of the package where nobody is named', () => {
    const { LICENSE, ...others } = filesOf({ license: 'MIT' });
    expect(others).toEqual({});
    expect(linesOf(LICENSE)).toEqual(['MIT License', 'Copyright (c) the authors of @acme/pets']);
  });

  test.each([
    ['Acme Pets <pets@acme.example> (https://acme.example)', 'Acme Pets'],
    ['Acme (https://acme.example)', 'Acme'],
    ['<pets@acme.example>', '<pets@acme.example>'],
    ['Acme\n\nNo warranty is disclaimed.', 'Acme No warranty is disclaimed.'],
  ])('name the author %j', (author, holder) => {
    const lines = linesOf(filesOf({ license: 'MIT', author })['LICENSE']);
    expect(lines).toEqual(['MIT License', `Copyright (c) ${holder}`]);
  });

  test.each(['Apache-2.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])(
    'leave the text of %s to the maintainers',
    (license) => expect(filesOf({ license, author: 'Acme' })).toEqual({}),
  );
});

const spec = { file: 'pets.yaml', text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n' };

test.each([
  [{ license: 'MIT\n# Evil' }, describeWrongLicense('MIT\n# Evil')],
  [{ registry: 'npm' }, '`registry` is the address of a registry, not "npm"'],
  [
    { access: 'public' as const },
    '`access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`',
  ],
])('the library does not take the settings %j', async (settings, message) => {
  await expect(generate({ spec, settings })).rejects.toThrow(new TypeError(message));
});

test('the library knows nobody without settings', async () => {
  const { files } = await generate({ spec, format: false });
  const {
    license,
    author,
    private: isPrivate,
  } = JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '');
  expect({ license, author, isPrivate }).toEqual({ license: 'UNLICENSED', author: undefined, isPrivate: true });
  expect(files.map(({ path }) => path)).not.toContain('LICENSE');
});
