import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProjectPackage } from '../../generator/config/project-package.js';
import { printDiagnostic } from 'speccast';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

const spec = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';

/** A project with one service; `more` are keys beside `services`, `own` those of the service. */
function project(packageJson: object | string | undefined, more = '', own = ''): string {
  const cwd = temporaryFolder();
  const text = typeof packageJson === 'object' ? JSON.stringify(packageJson, null, 2) : packageJson;
  writeTexts(cwd, {
    ...(text !== undefined && { 'package.json': text }),
    'specs/pets.yaml': spec,
    'specs/speccast.yaml': `${more}services:\n  pets: { spec: pets.yaml, package: '@acme/pets', out: ../generated/pets, format: false${own} }\n`,
    'node_modules/.keep': '',
  });
  return cwd;
}

/** Nothing is installed, which is another test's business. */
async function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  const ran = await runCommand('generate', { args, cwd });
  return { ...ran, err: ran.err.replace(/^next: npm install\n/m, '') };
}

const KEYS = ['license', 'author', 'repository', 'homepage', 'bugs', 'private', 'publishConfig'] as const;

function ownership(cwd: string, out = 'generated/pets'): Readonly<Record<string, unknown>> {
  const written = JSON.parse(readFileSync(join(cwd, out, 'package.json'), 'utf8'));
  return Object.fromEntries(KEYS.flatMap((key) => (key in written ? [[key, written[key]]] : [])));
}

const acme = {
  name: 'services',
  license: 'Apache-2.0',
  author: { name: 'Acme', email: 'packages@acme.example', url: 'https://acme.example' },
  repository: { type: 'git', url: 'git+https://github.com/acme/services.git', directory: 'apis' },
  homepage: 'https://acme.example/services',
  bugs: { url: 'https://acme.example/bugs' },
  publishConfig: { registry: 'https://npm.acme.example', access: 'restricted' },
};

describe('whose a package is', () => {
  test('is known to nobody at first', async () => {
    for (const own of [undefined, {}, { name: 'app', author: '', license: '', private: null }]) {
      const cwd = project(own);
      expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
      expect(ownership(cwd)).toEqual({ license: 'UNLICENSED', private: true });
    }
  });

  test('is what the package.json of the project says', async () => {
    const cwd = project(acme);
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect(ownership(cwd)).toEqual({
      license: 'Apache-2.0',
      author: 'Acme <packages@acme.example> (https://acme.example)',
      repository: { ...acme.repository, directory: 'apis/generated/pets' },
      homepage: acme.homepage,
      bugs: acme.bugs,
      publishConfig: acme.publishConfig,
    });
  });

  test('is rather what the configuration says, and of the service before all', async () => {
    const more =
      'license: MIT\nauthor: Beta\nrepository: https://beta.example/x.git\nregistry: https://npm.beta.example\n';
    const cwd = project(acme, more, ', author: Gamma, private: true');
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect(ownership(cwd)).toEqual({
      license: 'MIT',
      author: 'Gamma',
      repository: { type: 'git', url: 'https://beta.example/x.git', directory: 'generated/pets' },
      homepage: acme.homepage,
      bugs: acme.bugs,
      private: true,
    });
    expect(readFileSync(join(cwd, 'generated/pets/LICENSE'), 'utf8')).toContain('\nCopyright (c) Gamma\n');
  });

  test('a project that is private makes private packages, unless the configuration publishes them', async () => {
    const own = { license: 'MIT', private: true };
    const rows: readonly (readonly [more: string, wanted: object])[] = [
      ['', { private: true }],
      ['private: false\n', {}],
      ['access: public\n', { publishConfig: { access: 'public' } }],
      ['registry: https://npm.acme.example\n', { publishConfig: { registry: 'https://npm.acme.example' } }],
    ];
    for (const [more, wanted] of rows) {
      const cwd = project(own, more);
      expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
      expect(ownership(cwd)).toEqual({ license: 'MIT', ...wanted });
    }
  });

  test('of a spec alone is what the nearest package.json says, and never that of the package', async () => {
    const cwd = project({ ...acme, publishConfig: undefined });
    writeTexts(cwd, { 'app/package.json': '{ "license": "ISC", "author": "App", "repository": "acme/app" }' });
    const args = ['--spec', '../specs/pets.yaml', '--name', 'pets', '--out'];
    for (const out of ['src/api', 'src/api'])
      expect(await generate(join(cwd, 'app'), ...args, out)).toMatchObject({ code: 0 });
    expect(ownership(cwd, 'app/src/api')).toEqual({
      license: 'ISC',
      author: 'App',
      repository: { type: 'git', url: 'git+https://github.com/acme/app.git', directory: 'src/api' },
      private: true,
    });
    await generate(join(cwd, 'app'), ...args, '../other');
    expect(ownership(cwd, 'other')['repository']).toEqual({ type: 'git', url: 'git+https://github.com/acme/app.git' });
    writeTexts(cwd, { 'deep/.keep': '' });
    expect(await generate(join(cwd, 'deep'), ...args, '.')).toMatchObject({ code: 0 });
    for (const _ of [1, 2]) {
      await generate(join(cwd, 'deep'), ...args, '.');
      expect(ownership(cwd, 'deep')).toMatchObject({ license: 'Apache-2.0', repository: { directory: 'apis/deep' } });
    }
  });

  test('says nothing of `access: public` without a licence', async () => {
    const stated = project(undefined, '', ', access: public');
    expect(await generate(stated)).toMatchObject({
      code: 1,
      err: 'specs/speccast.yaml:2:98 error invalid-config: `access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`\n',
    });
    const inherited = project({ name: 'app', publishConfig: { access: 'public' } });
    expect(await generate(inherited)).toMatchObject({
      code: 0,
      err: 'package.json:4:15 warning unusable-field: `access: public` needs a licence, and this package is UNLICENSED: state `license`, or `access: restricted`\n',
    });
    expect(ownership(inherited)).toEqual({ license: 'UNLICENSED', private: true });
    expect((await generate(project({ license: 'MIT' }, 'access: public\n'))).code).toBe(0);
  });
});

describe('the package.json of the project', () => {
  test('counts as an input: another author is written, another script changes nothing', async () => {
    const cwd = project(acme);
    const { packages } = JSON.parse((await generate(cwd, '--json')).out);
    expect(packages[0].inputs).toContain('package.json');
    const time = (): number => statSync(join(cwd, 'generated/pets/package.json')).mtimeMs;
    const before = time();
    writeTexts(cwd, { 'package.json': JSON.stringify({ ...acme, scripts: { test: 'vitest' } }) });
    expect((await generate(cwd)).out).toMatch(/\npets +up to date /);
    expect(time()).toBe(before);
    writeTexts(cwd, { 'package.json': JSON.stringify({ ...acme, author: 'Beta' }) });
    expect(JSON.parse((await generate(cwd, '--json')).out).packages[0].changed).toContain(
      'generated/pets/package.json',
    );
    expect(ownership(cwd)['author']).toBe('Beta');
  });

  test('is noted where it is missing, because one that appears counts', async () => {
    const { packages } = JSON.parse((await generate(project(undefined), '--json')).out);
    expect(packages[0].missing).toContain('package.json');
  });

  test('with mistakes makes the package with warnings', async () => {
    const cwd = project('{\n  "license": "Apache 2",\n  "author": "Acme"\n}\n');
    expect(await generate(cwd)).toMatchObject({
      code: 0,
      err: 'package.json:2:14 warning unusable-field: `license` is an SPDX expression such as "Apache-2.0", "UNLICENSED", or "SEE LICENSE IN LICENSE", not "Apache 2"; did you mean "Apache-2.0"?\n',
    });
    expect(ownership(cwd)).toEqual({ license: 'UNLICENSED', author: 'Acme', private: true });
    expect((await generate(cwd)).err).toContain('warning unusable-field');
  });

  test.each(readRows(import.meta.url).rows<readonly [string, readonly string[]]>('is read as far as it goes'))(
    '%s is read as far as it goes',
    (text, wanted) => {
      const { settings, diagnostics } = readProjectPackage({ file: 'package.json', text });
      expect(diagnostics.map(printDiagnostic)).toEqual(wanted);
      expect(settings).toEqual({});
    },
  );

  test.each([
    ['acme/pets', 'git+https://github.com/acme/pets.git'],
    ['github:acme/pets', 'git+https://github.com/acme/pets.git'],
    ['gitlab:acme/pets.git', 'git+https://gitlab.com/acme/pets.git'],
    ['ssh://git@acme.example/pets.git', 'ssh://git@acme.example/pets.git'],
  ])('names the repository %s', (repository, wanted) => {
    const text = JSON.stringify({ repository });
    expect(readProjectPackage({ file: 'package.json', text })).toEqual({
      settings: { repository: wanted },
      diagnostics: [],
    });
  });
});
