import { chmodSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Diagnostics } from '../spec/read-text.js';
import { readConfig } from '../../generator/config/read-config.js';
import type { ServiceConfig } from '../../generator/config/read-config.js';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { textOf } from '../rules/sources.js';
import { runCommand, wrongUsage } from './run-command.js';
import type { Ran } from './run-command.js';
import { readRows } from '../rows.js';

function countOf(folder: string): number {
  return Object.keys(readTexts(folder)).length;
}

const oneCall = `openapi: 3.1.0
info: { title: Hats, version: '1' }
paths:
  /hats:
    get:
      operationId: hats.list
      responses: { '200': { description: All. } }
`;

/** Everything in a project beside its package. */
function projectFiles(folder: string): readonly string[] {
  return Object.keys(readTexts(folder)).filter((path) => !path.startsWith('generated/'));
}

function init(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('init', { args, cwd });
}

/** The services of the configuration that was written. */
function servicesOf(folder: string): readonly ServiceConfig[] | undefined {
  const text = readFileSync(join(folder, 'specs/speccast.yaml'), 'utf8');
  const diagnostics = new Diagnostics();
  const config = readConfig({ file: 'speccast.yaml', folder: join(folder, 'specs'), text }, diagnostics);
  expect(diagnostics.list).toEqual([]);
  return config?.services;
}

function packageJsonOf(folder: string): { readonly [key: string]: unknown } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

describe('init in an empty folder', () => {
  test('writes a project, and says what to do next', async () => {
    const cwd = temporaryFolder();
    const { code, out, err } = await init(cwd, 'shop');
    expect({ code, err, out }).toEqual({
      code: 0,
      err: '',
      out: `wrote   shop/package.json
wrote   shop/specs/speccast.yaml
wrote   shop/specs/petstore/openapi.yaml
wrote   shop/.gitignore
wrote   shop/.gitattributes
wrote   shop/test/petstore.test.mjs
wrote   shop/generated/petstore (${countOf(join(cwd, 'shop/generated/petstore'))} files)

Next:
  1. cd shop
  2. npm install  # installs, links and builds @shop/petstore
  3. npm test     # calls it, against its emulator

Then change specs/petstore/openapi.yaml, with these at hand:
  npx speccast generate --watch        # after each save
  npx speccast mock petstore           # serves the emulator
  npx speccast generate --check        # for CI: exits 1 where something was not generated
  (cd generated/petstore && npm pack)  # packs the package
`,
    });
    expect(servicesOf(join(cwd, 'shop'))).toMatchObject([
      { name: 'petstore', packageName: '@shop/petstore', out: join(cwd, 'shop/generated/petstore') },
    ]);
  });

  test('writes a package.json with what is needed to build, in versions that are tested here', async () => {
    const cwd = temporaryFolder();
    await init(cwd, 'shop');
    type Ranges = Readonly<Record<string, string>>;
    const {
      version,
      dependencies,
      devDependencies,
    }: { version: string; dependencies: Ranges; devDependencies: Ranges } = JSON.parse(textOf('package.json'));
    expect(packageJsonOf(join(cwd, 'shop'))).toEqual({
      name: 'shop',
      version: '0.0.0',
      private: true,
      type: 'module',
      scripts: {
        generate: 'speccast generate',
        check: 'speccast generate --check',
        build: 'speccast generate && speccast build',
        prepare: 'speccast build',
        test: 'node --test test/*.test.mjs',
        mock: 'speccast mock petstore',
      },
      workspaces: ['generated/*'],
      devDependencies: {
        '@speccast/emulator': dependencies['@speccast/emulator'],
        speccast: `^${version}`,
        typescript: devDependencies['typescript'],
      },
    });
  });

  test('generates what `generate` would: that is up to date', async () => {
    const cwd = temporaryFolder();
    await init(cwd, 'shop');
    expect(await runCommand('generate', { args: ['--check'], cwd: join(cwd, 'shop') })).toMatchObject({ code: 0 });
  });

  test.each(['petstore', 'pet', 'pets', 'status', 'error', 'api-error', 'constructor', 'a1'])(
    'writes a spec without a mistake or a warning, also under the name %s',
    async (name) => {
      const cwd = temporaryFolder();
      await init(cwd, '--name', name);
      const { code, out } = await runCommand('generate', { args: ['--json'], cwd });
      const { diagnostics }: { diagnostics: unknown } = JSON.parse(out);
      expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [] });
      const program = readFileSync(join(cwd, `test/${name}.test.mjs`), 'utf8');
      const [, create = ''] = /import \{ (create\w+), ApiError, bearer \}/.exec(program) ?? [];
      expect(program).not.toContain('__');
      expect(readFileSync(join(cwd, `generated/${name}/src/index.ts`), 'utf8')).toContain(create);
      expect(create).not.toBe('');
    },
  );

  test.each([
    ['my shop', 'my-shop', '@my-shop/petstore'],
    ['Café', 'cafe', '@cafe/petstore'],
    ['日本', 'project', '@project/petstore'],
    ['speccast', 'speccast-project', '@speccast-project/petstore'],
    ["it's", 'it-s', '@it-s/petstore'],
  ])('names a project after the folder %j', async (folder, name, packageName) => {
    const cwd = temporaryFolder();
    expect(await init(cwd, folder)).toMatchObject({ code: 0, err: '' });
    expect(packageJsonOf(join(cwd, folder))['name']).toBe(name);
    expect(servicesOf(join(cwd, folder))).toMatchObject([{ packageName }]);
  });

  test('says what to do next in lines that fit a terminal', async () => {
    const cwd = temporaryFolder();
    const { out } = await init(cwd, 'shop', '--name', 'orders-and-returns-of-the-shop');
    expect(out.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });

  test('quotes a folder that a shell would take apart', async () => {
    const { out } = await init(temporaryFolder(), "it's mine");
    expect(out).toContain("  1. cd 'it'\\''s mine'\n");
  });

  test('lists as JSON what it wrote', async () => {
    const { code, out } = await init(temporaryFolder(), '--json', '--name', 'orders', '--package', '@acme/orders');
    const { files, diagnostics }: { files: readonly string[]; diagnostics: unknown } = JSON.parse(out);
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [] });
    expect(files.slice(0, 6)).toEqual([
      'package.json',
      'specs/speccast.yaml',
      'specs/orders/openapi.yaml',
      '.gitignore',
      '.gitattributes',
      'test/orders.test.mjs',
    ]);
    expect(files.slice(6).every((path) => path.startsWith('generated/orders/'))).toBe(true);
  });
});

describe('init with a spec of its caller', () => {
  const spec = "openapi: 3.1.0\ninfo: { title: Orders of a shop, version: '1' }\npaths: {}\n";

  test('names it at its position, and names the service after its title', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { "api/shop's $& orders.yaml": spec });
    const { code, out } = await init(cwd, 'project', '--spec', "api/shop's $& orders.yaml");
    expect(code).toBe(0);
    expect(out).toContain("Then change ../api/shop's $& orders.yaml, with these");
    expect(servicesOf(join(cwd, 'project'))).toMatchObject([
      {
        name: 'orders-of-a-shop',
        packageName: '@project/orders-of-a-shop',
        spec: join(cwd, "api/shop's $& orders.yaml"),
      },
    ]);
    expect(projectFiles(join(cwd, 'project'))).toEqual([
      '.gitattributes',
      '.gitignore',
      'package.json',
      'specs/speccast.yaml',
      'test/orders-of-a-shop.test.mjs',
    ]);
  });

  test('takes a Discovery document and one without a title, too', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, {
      'd.json': readFileSync('test/cases/positive-discovery/spec.json', 'utf8').replace(
        /"title": "[^"]*"/,
        '"title": "Books API"',
      ),
      'e.json': '{"openapi": "3.1.0", "info": { "title": "", "version": "1" }, "paths": {}}',
    });
    await init(cwd, 'd', '--spec', 'd.json');
    await init(cwd, 'e', '--spec', 'e.json');
    expect([servicesOf(join(cwd, 'd')), servicesOf(join(cwd, 'e'))]).toMatchObject([
      [{ name: 'books-api' }],
      [{ name: 'api' }],
    ]);
  });

  test.each(readRows(import.meta.url).rows<readonly [string, string]>('refuses , and writes nothing'))(
    'refuses %s, and writes nothing',
    async (file, err) => {
      const cwd = temporaryFolder();
      const texts = { 'broken.yaml': 'paths: [\n', 'old.yaml': 'swagger: "1.2"\n', 'other.yaml': 'hello: world\n' };
      writeTexts(cwd, texts);
      expect(await init(cwd, 'project', '--spec', file)).toMatchObject({ code: 1, err });
      expect(readdirSync(cwd).toSorted()).toEqual(Object.keys(texts));
    },
  );
});

describe('init in a project', () => {
  const existing = `{
    "name": "@acme/web",
    "scripts": {
        "test": "vitest",
        "check": "speccast generate --check"
    },
    "workspaces": ["apps/*"],
    "devDependencies": { "typescript": "^5.9.0" }
}
`;

  test('adds what is missing to package.json, and keeps its form', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'package.json': existing });
    const { code, err, out } = await init(cwd);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'package.json:1:1 warning kept-file: the script `test` is there already and stays as it is\n',
    });
    expect(out).toContain('changed package.json\n');
    expect(out).not.toContain('npm test');
    const text = readFileSync(join(cwd, 'package.json'), 'utf8');
    expect(text.startsWith(existing.slice(0, existing.indexOf('\n    },')).trimEnd())).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      scripts: {
        test: 'vitest',
        check: 'speccast generate --check',
        generate: 'speccast generate',
        build: 'speccast generate && speccast build',
        prepare: 'speccast build',
        mock: 'speccast mock petstore',
      },
      workspaces: ['apps/*', 'generated/*'],
      devDependencies: { typescript: '^5.9.0' },
    });
    expect(text).toMatch(/^ {8}"generate": "speccast generate",$/m);
    expect(servicesOf(cwd)).toMatchObject([{ packageName: '@acme/petstore' }]);
    expect(readdirSync(cwd).toSorted()).toEqual(['.gitattributes', '.gitignore', 'generated', 'package.json', 'specs']);
  });

  test.each(['packages/*', './packages/web', 'packages/w*'])(
    'lists the package in the root whose workspace it is (%s), where npm links it',
    async (glob) => {
      const root = temporaryFolder();
      writeTexts(root, { 'package.json': JSON.stringify({ name: 'all', workspaces: ['apps/*', glob] }) });
      const { code, out } = await init(root, 'packages/web');
      expect(code).toBe(0);
      expect(out).toContain('changed package.json\n');
      expect(out).toContain('  2. npm install --prefix ../..  # installs, links and builds @web/petstore\n');
      expect(packageJsonOf(join(root, 'packages/web'))).not.toHaveProperty('workspaces');
      expect(packageJsonOf(root)).toEqual({ name: 'all', workspaces: ['apps/*', glob, 'packages/web/generated/*'] });
    },
  );

  test('changes no root that has the package as a workspace already', async () => {
    const root = temporaryFolder();
    const text = JSON.stringify({ name: 'all', workspaces: ['packages/**/'] });
    writeTexts(root, { 'package.json': text });
    expect(await init(root, 'packages/web')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(text);
  });

  test('adds a workspace to a project below another one that has no such workspace', async () => {
    const root = temporaryFolder();
    writeTexts(root, { 'package.json': '{ "workspaces": ["packages/*"] }', 'a/package.json': 'no JSON' });
    await init(root, 'a/web');
    expect(packageJsonOf(join(root, 'a/web'))).toMatchObject({ workspaces: ['generated/*'] });
  });

  test.each([
    ['tabs', '{\n\t"name": "web"\n}\n', '\n\t"scripts": {\n\t\t"generate"'],
    ['line ends of Windows', '{\r\n  "name": "web"\r\n}\r\n', '\r\n  "scripts": {\r\n    "generate"'],
    ['a byte order mark', '\uFEFF{\n  "name": "web"\n}\n', '\n  "scripts": {\n    "generate"'],
  ])('keeps %s', async (_, before, want) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'package.json': before });
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    const text = readFileSync(join(cwd, 'package.json'), 'utf8');
    expect(text.startsWith(before.slice(0, before.indexOf('web')))).toBe(true);
    expect(text).toContain(want);
    expect(text.includes('\r\n') ? text.replaceAll('\r\n', '') : text).not.toContain('\r');
  });

  test('takes what npm init writes for no tests as none, and speccast as installed in any way', async () => {
    const cwd = temporaryFolder();
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    const text = JSON.stringify({ name: 'web', scripts, dependencies: { speccast: 'file:speccast.tgz' } });
    writeTexts(cwd, { 'package.json': text });
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    expect(packageJsonOf(cwd)).toMatchObject({
      scripts: { test: 'node --test test/*.test.mjs' },
      dependencies: { speccast: 'file:speccast.tgz' },
    });
    expect(packageJsonOf(cwd)['devDependencies']).not.toHaveProperty('speccast');
    expect(readdirSync(join(cwd, 'test'))).toEqual(['petstore.test.mjs']);
  });

  test('never writes over a file, and lists what it left alone', async () => {
    const cwd = temporaryFolder();
    const own = {
      '.gitignore': 'node_modules\n',
      '.gitattributes': '* text=auto\ngenerated/** linguist-generated=true\n',
      'test/petstore.test.mjs': 'mine',
    };
    writeTexts(cwd, own);
    const { code, out } = await init(cwd, '--json');
    const said: { files: readonly string[]; diagnostics: unknown } = JSON.parse(out);
    expect({ code, diagnostics: said.diagnostics }).toMatchObject({
      code: 0,
      diagnostics: [
        {
          code: 'kept-file',
          severity: 'warning',
          file: '.gitignore',
          message: 'this file is there already and stays as it is; add to it: dist/ and *.tgz',
        },
        { code: 'kept-file', severity: 'warning', file: 'test/petstore.test.mjs' },
      ],
    });
    expect(said.files.filter((path) => !path.startsWith('generated/'))).toEqual([
      'package.json',
      'specs/speccast.yaml',
      'specs/petstore/openapi.yaml',
    ]);
    expect(readTexts(cwd)).toMatchObject(own);
  });

  test('takes a spec that is there already, and tests that', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/petstore/openapi.yaml': oneCall });
    expect(await init(cwd)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(cwd, 'specs/petstore/openapi.yaml'), 'utf8')).toBe(oneCall);
    expect(readFileSync(join(cwd, 'test/petstore.test.mjs'), 'utf8')).toContain('await client.hats.list()');
  });

  test('writes nothing at all where the spec has mistakes, and says where', async () => {
    const cwd = temporaryFolder();
    const own = {
      'package.json': '{}',
      'hats.yaml': oneCall.replace('{ description: All. }', '{ $ref: ../all.yaml }'),
    };
    writeTexts(cwd, own);
    const { code, out, err } = await init(cwd, '--spec', 'hats.yaml');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^hats\.yaml:7:\d+ error /);
    expect(readTexts(cwd)).toEqual(own);
  });

  test.each([
    ['{ "name": }', 'package.json:1:11 error invalid-package-json: this is no JSON: ValueExpected'],
    ['[]', 'package.json:1:1 error invalid-package-json: an object is expected'],
    ['{\n  "scripts": []\n}', 'package.json:2:3 error invalid-package-json: `scripts` must be an object'],
    ['', 'package.json:1:1 error invalid-package-json: this is no JSON: ValueExpected'],
  ])('refuses the package.json %j', async (text, want) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'package.json': text });
    expect(await init(cwd)).toEqual({ code: 1, out: '', err: `${want}\n` });
    expect(readTexts(cwd)).toEqual({ 'package.json': text });
  });
});

describe('init where nothing can be written', () => {
  test.each(
    readRows(import.meta.url).rows<
      readonly [string, Readonly<Record<string, string>>, readonly string[], string, string]
    >('says that , and writes nothing'),
  )('says that %s, and writes nothing', async (_, texts, args, place, obstacle) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, texts);
    const { code, out, err } = await init(cwd, ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.split('\n')[0]).toBe(
      `${place} error refused-output: ${join(cwd, obstacle)} is a file, where a folder is needed`,
    );
    expect(readTexts(cwd)).toEqual(texts);
  });

  test('leaves a folder alone that is called like a file', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { '.gitignore/kept': '' });
    symlinkSync(join(cwd, 'nowhere'), join(cwd, '.gitattributes'));
    const { code, err } = await init(cwd);
    expect(code).toBe(0);
    expect(err).toMatch(/^\.gitignore:1:1 warning kept-file: .*\n\.gitattributes:1:1 warning kept-file: .*\n$/);
  });

  test('says which link leads nowhere', async () => {
    const cwd = temporaryFolder();
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'specs'));
    const { code, err } = await init(cwd);
    expect(code).toBe(1);
    expect(err).toContain(`error refused-output: ${join(cwd, 'specs')} is a link that leads nowhere\n`);
    expect(readdirSync(cwd)).toEqual(['specs']);
  });

  // Nobody keeps the owner of the machine from writing.
  test.skipIf(process.getuid?.() === 0)('says which folder is read-only', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'shop'));
    chmodSync(join(cwd, 'shop'), 0o500);
    const { code, err } = await init(cwd, 'shop');
    expect({ code, err }).toEqual({
      code: 1,
      err: `shop:1:1 error refused-output: ${join(cwd, 'shop')} may not be written to\n`,
    });
  });
});

describe('init called in a wrong way', () => {
  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('says why, and writes nothing'))(
    '%j says why, and writes nothing',
    async (args, want) => {
      const cwd = temporaryFolder();
      expect((await init(cwd, ...args)).err).toContain(`speccast: ${want}`);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test('has no package of the name of the project', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'package.json'), '{"name": "@acme/petstore"}');
    expect(await init(cwd, '--package', '@acme/petstore')).toEqual(
      wrongUsage('init', '--package takes another name than @acme/petstore, which is that of the project itself'),
    );
    await init(cwd);
    expect(servicesOf(cwd)).toMatchObject([{ packageName: '@acme/petstore-client' }]);
  });
});

describe('init in a project with a configuration', () => {
  test('says how to add a service, and writes nothing', async () => {
    const cwd = temporaryFolder();
    await init(cwd);
    writeTexts(cwd, { 'hats.yaml': oneCall });
    const before = readTexts(cwd);
    const message = (command: string): string =>
      `specs/speccast.yaml:1:1 error existing-project: this project has a configuration already, and nothing was changed; add a service by \`${command}\`\n`;
    const command = 'npx speccast init --name';
    expect((await init(cwd)).err).toBe(message(`${command} <service> --spec <file>`));
    expect((await init(cwd, '--spec', 'hats.yaml')).err).toBe(message(`${command} hats --spec hats.yaml`));
    expect(readTexts(cwd)).toEqual(before);
  });

  test('adds a service to it, and keeps its comments and its form', async () => {
    const cwd = temporaryFolder();
    const config = `# Ours.
services:
    hats:   # the first
        spec: ../hats.yaml
        package: "@a/hats"
        out: ../generated/hats
        # version: 0.2.0

# The end.
`;
    writeTexts(cwd, { 'hats.yaml': oneCall, 'specs/speccast.yaml': config, 'package.json': '{ "name": "@a/web" }' });
    const { code, out } = await init(cwd, '--name', 'caps', '--spec', 'hats.yaml');
    expect(code).toBe(0);
    expect(out).toContain('changed specs/speccast.yaml\n');
    expect(readFileSync(join(cwd, 'specs/speccast.yaml'), 'utf8')).toBe(
      config.replace(
        '# version: 0.2.0\n',
        `# version: 0.2.0
    caps:
      spec: ../hats.yaml
      package: '@a/caps'
      out: ../generated/caps
`,
      ),
    );
    expect(Object.keys(readTexts(join(cwd, 'generated')))).toContain('caps/package.json');
    expect(Object.keys(readTexts(join(cwd, 'generated'))).some((path) => path.startsWith('hats'))).toBe(false);
  });

  test.each([
    [
      'a mapping in braces',
      "services: { hats: { spec: hats.yaml, package: '@a/hats', out: generated/hats } } # ours\n",
    ],
    ['JSON', '{"services": {"hats": {"spec": "hats.yaml", "package": "@a/hats", "out": "generated/hats"}}}\n'],
    [
      'line ends of Windows',
      "services:\r\n  hats:\r\n    spec: hats.yaml\r\n    package: '@a/hats'\r\n    out: generated/hats\r\n",
    ],
    ['no line end', "services:\n  hats:\n    spec: hats.yaml\n    package: '@a/hats'\n    out: generated/hats"],
  ])('adds one to %s', async (_, text) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'hats.yaml': oneCall, 'speccast.yaml': text });
    expect(await init(cwd, '--name', 'caps')).toMatchObject({ code: 0, err: '' });
    const written = readFileSync(join(cwd, 'speccast.yaml'), 'utf8');
    const diagnostics = new Diagnostics();
    const config = readConfig({ file: 'speccast.yaml', folder: cwd, text: written }, diagnostics);
    expect(diagnostics.list).toEqual([]);
    expect(config?.services.map(({ name, out }) => [name, out])).toEqual([
      ['hats', join(cwd, 'generated/hats')],
      ['caps', join(cwd, 'generated/caps')],
    ]);
    expect(written.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
    expect(written).toContain(text.includes('# ours') ? '# ours' : 'hats');
  });

  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('rejects what is taken'))(
    'rejects what is taken: %j',
    async (args, want) => {
      const cwd = temporaryFolder();
      await init(cwd, '--package', '@shop/petstore');
      const json: { workspaces: string[] } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
      const changed = { ...json, workspaces: [...json.workspaces, 'apps/**'], dependencies: { '@a/b': '1' } };
      writeTexts(cwd, { 'package.json': JSON.stringify(changed), 'apps/one/package.json': '{ "name": "app" }' });
      const before = readTexts(cwd);
      expect(await init(cwd, ...args)).toEqual({ code: 1, out: '', err: `${want}\n` });
      expect(readTexts(cwd)).toEqual(before);
    },
  );
});

describe('init speaks the words of the package manager', () => {
  test.each(
    readRows(import.meta.url).rows<readonly [string, readonly string[], string]>(
      'init speaks the words of the package manager',
    ),
  )('%s', async (packageManager, steps, exec) => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'package.json': JSON.stringify({ name: 'web', private: true, packageManager }) });
    const { out } = await init(cwd);
    expect([...out.matchAll(/^ {2}\d\. (.*?) *#/gm)].map(([, step]) => step)).toEqual(steps.map((one) => one.trim()));
    expect(out).toContain(`  ${exec} speccast generate --watch`);
    const { dependencies, workspaces } = packageJsonOf(cwd);
    const isLinked = packageManager !== 'yarn@1.22.0';
    expect(dependencies).toEqual(isLinked ? { '@web/petstore': 'workspace:*' } : undefined);
    expect(workspaces).toEqual(packageManager.startsWith('pnpm') ? undefined : ['generated/*']);
    if (packageManager.startsWith('pnpm'))
      expect(readFileSync(join(cwd, 'pnpm-workspace.yaml'), 'utf8')).toBe('packages:\n  - generated/*\n');
    const script = packageManager === 'yarn@4.0.0' ? 'postinstall' : 'prepare';
    expect(packageJsonOf(cwd)).toMatchObject({ scripts: { [script]: 'speccast build' } });
  });

  test('builds nothing where a project of Yarn 4 would be installed by others, and names the command', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'package.json': '{ "name": "web", "packageManager": "yarn@4.0.0" }' });
    const { out } = await init(cwd);
    expect(out).toContain('  2. yarn run speccast build');
    expect(packageJsonOf(cwd)).not.toMatchObject({ scripts: { postinstall: expect.anything() } });
  });

  test('adds to the workspaces of pnpm, and keeps their comments', async () => {
    const root = temporaryFolder();
    const text = `# All of them.\npackages:\n- 'apps/*' # applications\n- libs/*\n\ncatalog: { a: 1 }\n`;
    writeTexts(root, { 'pnpm-workspace.yaml': text });
    const { out } = await init(root, 'apps/web');
    expect(out).toContain('changed pnpm-workspace.yaml\n');
    expect(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')).toBe(
      text.replace('- libs/*\n', '- libs/*\n- apps/web/generated/*\n'),
    );
    expect(packageJsonOf(join(root, 'apps/web'))).toMatchObject({ dependencies: { '@web/petstore': 'workspace:*' } });
  });
});

describe('init with plain source', () => {
  test('writes it into a folder of the application, with its one dependency', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, {
      'hats.yaml': oneCall,
      'package.json': '{ "name": "web", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "^4" } }',
      'tsconfig.json': '{ "compilerOptions": { "moduleResolution": "bundler", "allowImportingTsExtensions": true } }',
    });
    const { code, out } = await init(cwd, '--spec', 'hats.yaml', '--source', 'src\\api');
    expect(code).toBe(0);
    expect(out).toMatch(/^wrote {3}src\/api \(\d+ files\)$/m);
    expect(out).toContain('  1. npm install  # installs what it needs\n  2. npm test     # calls it');
    const files = Object.keys(readTexts(join(cwd, 'src/api')));
    expect(files).toEqual(expect.arrayContaining(['index.ts', 'mocks/index.ts']));
    expect(files).not.toContain('package.json');
    expect(servicesOf(cwd)).toMatchObject([{ output: 'source', importExtension: '.ts', out: join(cwd, 'src/api') }]);
    const json = packageJsonOf(cwd);
    expect(json).not.toHaveProperty('workspaces');
    expect(Object.keys(json['dependencies'] ?? {})).toEqual(['@speccast/runtime']);
    expect(Object.keys(json['devDependencies'] ?? {})).toEqual(['vitest', '@speccast/emulator', 'speccast']);
    expect(Object.keys(json['scripts'] ?? {})).toEqual(['test', 'generate', 'check', 'mock']);
    expect(readFileSync(join(cwd, 'test/hats.test.mjs'), 'utf8')).toContain("from '../src/api/mocks/index.ts';");
    expect(await runCommand('generate', { args: ['--check'], cwd })).toMatchObject({ code: 0 });
  });

  test('shows a call where nothing runs a test', async () => {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'hats.yaml': oneCall, 'package.json': '{ "dependencies": { "next": "15" } }' });
    const { out } = await init(cwd, '--spec', 'hats.yaml', '--source', 'src/api', '--parts', 'client');
    expect(out).toContain(`
Call it, for instance from a file of the project:

  import { createHats } from './src/api/index';

  const client = createHats({ baseUrl: 'https://service.example' });
  console.log(await client.hats.list());
`);
    expect(servicesOf(cwd)).toMatchObject([{ parts: ['client'], importExtension: 'none' }]);
    expect(projectFiles(cwd).some((path) => path.startsWith('test/'))).toBe(false);
  });
});
