import { packDocument } from '../../generator/emit/package/published-document.js';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, wrongUsage, type Ran } from './run-command.js';
import { readRows } from '../rows.js';

/** A spec of one schema; `more` are further properties of it. */
function specOf(more: string): string {
  return `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }${more} } }
`;
}

const tagged = specOf(', tag: { type: string }');

const config = `# Ours.
services:
  pets:
    spec: pets.yaml
    package: '@acme/pets'
    version: '0.1.0' # raised by releases
    out: ../generated/pets
`;

const birds = `  birds: { spec: birds.yaml, package: birds, out: ../generated/birds, version: 0.1.0 }\n`;

/** A project with a service that was released as 0.1.0. */
async function project(more = ''): Promise<string> {
  const cwd = temporaryFolder();
  const specs = { 'specs/pets.yaml': specOf(''), 'specs/birds.yaml': specOf('').replace('Pets', 'Birds') };
  writeTexts(cwd, { 'specs/speccast.yaml': config + more, ...specs, 'node_modules/.keep': '' });
  await generate(cwd, '--release');
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runCommand('generate', { args, cwd });
}

function read(cwd: string, path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

const entry = `### New

**An optional property is new.**

- \`Pet.tag\`: the property "tag" is new (\`client.pets.list\`)`;

describe('generate --release', () => {
  test('raises the version everywhere, tells what changed and keeps what is written by hand', async () => {
    const cwd = await project(birds);
    writeTexts(cwd, {
      'specs/pets.yaml': tagged,
      'generated/pets/CHANGELOG.md': '# Changes\n\nOurs.\n\n## 0.1.0\n\nFirst.',
    });
    const { code, out, err } = await generate(cwd, '--release');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('\n@acme/pets 0.1.0 -> 0.2.0 (minor): 1 new\n\nbirds stays 0.1.0: nothing changed since\n');
    expect(read(cwd, 'specs/speccast.yaml')).toBe(config.replace("'0.1.0'", "'0.2.0'") + birds);
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toBe(
      `# Changes\n\nOurs.\n\n## 0.2.0\n\n${entry}\n\n## 0.1.0\n\nFirst.`,
    );
    expect(read(cwd, 'generated/pets/package.json')).toContain('"version": "0.2.0"');
    const released: unknown = JSON.parse(read(cwd, 'generated/pets/released.json'));
    const document = packDocument(read(cwd, 'generated/pets/openapi.json'));
    expect(released).toEqual({
      version: '0.2.0',
      document,
      data: {},
      needs: { '@speccast/runtime': '^0.1.0', '@speccast/emulator': '^0.1.0', msw: '^2.10.0 || ^3.0.0' },
      files: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const all = readTexts(cwd);
    expect((await generate(cwd, '--release')).out).toContain('@acme/pets stays 0.2.0: nothing changed since');
    expect((await generate(cwd, '--check')).code).toBe(0);
    expect(readTexts(cwd)).toEqual(all);
  });

  test('without it, version, changelog and what was released stay as they are', async () => {
    const cwd = await project();
    const before = readTexts(join(cwd, 'generated/pets'));
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    const after = readTexts(join(cwd, 'generated/pets'));
    for (const path of ['package.json', 'CHANGELOG.md', 'released.json']) expect(after[path]).toBe(before[path]);
    expect(after['src/models/pets.ts']).not.toBe(before['src/models/pets.ts']);
  });

  test('with --check it only says what is due', async () => {
    const cwd = await project();
    expect((await generate(cwd, '--release', '--check')).code).toBe(0);
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    const before = readTexts(cwd);
    const { code, out } = await generate(cwd, '--release', '--check');
    expect(code).toBe(1);
    expect(out).toMatch(/\npets +release due +0\n/);
    expect(out).toContain(`\n@acme/pets 0.1.0 -> 0.2.0 (minor): 1 new\n\n## 0.2.0\n\n${entry}\n`);
    expect(readTexts(cwd)).toEqual(before);
  });

  test('with --json it says the same as data', async () => {
    const cwd = await project();
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    const { out } = await generate(cwd, 'pets', '--release', '--json');
    expect(JSON.parse(out)).toMatchObject({
      releases: [
        {
          package: '@acme/pets',
          from: '0.1.0',
          to: '0.2.0',
          bump: 'minor',
          changes: [
            { kind: 'feature', code: 'property-added', subject: 'schemas.Pet.tag', file: 'specs/pets.yaml', line: 10 },
          ],
        },
      ],
    });
  });

  test('--bump raises at least that part, where only the generator changed, too', async () => {
    const cwd = await project();
    expect((await generate(cwd, 'pets', '--release', '--bump', 'patch')).out).toContain(
      '0.1.0 -> 0.1.1 (patch): no change of the API',
    );
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '## 0.1.1\n\nThe API is the same; the package was generated anew.\n\n## 0.1.0',
    );
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    expect((await generate(cwd, 'pets', '--release', '--bump', 'patch')).out).toContain('0.1.1 -> 0.2.0 (minor)');
    expect((await generate(cwd, 'pets', '--release', '--bump', 'major')).out).toContain('0.2.0 -> 1.0.0 (major)');
    writeTexts(cwd, { 'specs/pets.yaml': specOf('') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('1.0.0 -> 2.0.0 (major): 1 breaking');
  });

  test('other data of the emulator are a patch, and the changelog says so', async () => {
    const cwd = await project();
    const stored = specOf('').replace('Pet: { ', 'Pet: { x-resource: { table: pets, key: id }, ');
    writeTexts(cwd, { 'specs/pets.yaml': stored });
    expect((await generate(cwd, 'pets', '--release', '--bump', 'major')).out).toContain('0.1.0 -> 1.0.0 (major)');
    const seeded = (name: string): string => `x-seed: { tables: { pets: [{ id: '1', name: ${name} }] } }\n${stored}`;
    writeTexts(cwd, { 'specs/pets.yaml': seeded('Ada') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('1.0.0 -> 1.0.1 (patch): 1 fixed');
    writeTexts(cwd, { 'specs/pets.yaml': `# The same.\n${seeded('Ada')}` });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 1.0.1: nothing changed since');
    writeTexts(cwd, { 'specs/pets.yaml': seeded('Bob') });
    expect((await generate(cwd, 'pets', '--release', '--check')).out).toContain('1.0.1 -> 1.0.2 (patch): 1 fixed');
    expect((await generate(cwd, 'pets', '--release')).code).toBe(0);
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '## 1.0.2\n\n### Fixed\n\n**The emulator starts with other data.**\n\n- `x-seed`: the rows that the emulator starts with are other ones\n\n## 1.0.1',
    );
  });

  test('a package of other bytes is a patch, although its description says the same', async () => {
    const cwd = await project();
    const path = 'generated/pets/released.json';
    // As if an earlier generator had made it.
    writeTexts(cwd, { [path]: read(cwd, path).replace(/"files": "\w+"/, `"files": "${'0'.repeat(64)}"`) });
    const due = await generate(cwd, 'pets', '--release', '--check');
    expect(due).toMatchObject({
      code: 1,
      out: expect.stringContaining('0.1.0 -> 0.1.1 (patch): no change of the API'),
    });
    expect((await generate(cwd, 'pets', '--release')).code).toBe(0);
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '## 0.1.1\n\nThe API is the same; the package was generated anew.\n\n## 0.1.0',
    );
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 0.1.1: nothing changed since');
    // One that was made before this was noted says nothing.
    writeTexts(cwd, { [path]: read(cwd, path).replace(/,\s*"(?:files|data|needs)": (?:"\w+"|\{[^}]*\})/g, '') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 0.1.1: nothing changed since');
  });

  test('other versions of what a package needs are a patch, and break where none of the old ones do', async () => {
    const cwd = await project();
    const path = 'generated/pets/released.json';
    const first = read(cwd, path);
    // As if an earlier generator had made it.
    writeTexts(cwd, { [path]: first.replace('"@speccast/emulator": "^0.1.0"', '"@speccast/emulator": "^0.0.4"') });
    const due = await generate(cwd, 'pets', '--release', '--check');
    expect(due).toMatchObject({ code: 1, out: expect.stringContaining('0.1.0 -> 0.2.0 (minor): 1 breaking') });
    expect(due.out).toContain(`### Breaking changes

**The package needs other versions of a package, and none that it needed before.** Its code does not compile with them, and clients and emulators are not made. Install the versions that are named.

- \`@speccast/emulator\`: ^0.1.0 is needed, and ^0.0.4 was`);
    const change = {
      kind: 'breaking',
      code: 'dependency-replaced',
      message: '^0.1.0 is needed, and ^0.0.4 was',
      subject: '@speccast/emulator',
    };
    const { releases } = JSON.parse((await generate(cwd, 'pets', '--release', '--check', '--json')).out);
    expect(releases).toMatchObject([{ changes: [change] }]);
    writeTexts(cwd, { [path]: first.replace('"@speccast/runtime": "^0.1.0"', '"@speccast/runtime": "0.1.0 - 0.3.0"') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.1.0 -> 0.1.1 (patch): 1 fixed');
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '### Fixed\n\n**The package needs other versions of a package, among them some that it needed before.**\n\n' +
        '- `@speccast/runtime`: ^0.1.0 is needed, and 0.1.0 - 0.3.0 was\n\n## 0.1.0',
    );
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 0.1.1: nothing changed since');
  });

  test('a part less breaks, and one more is a feature', async () => {
    const cwd = await project();
    const configure = (more: string): void => {
      const text = read(cwd, 'specs/speccast.yaml').replace(/ {4}parts: .*\n/, '');
      writeTexts(cwd, { 'specs/speccast.yaml': text.replace('    out:', `${more}    out:`) });
    };
    configure('    parts: [client]\n');
    const less = await generate(cwd, 'pets', '--release');
    expect(less.out).toContain('0.1.0 -> 0.2.0 (minor): 2 breaking');
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '**The package has one part less, or one surface.** Its exports are gone, and with them what imports them. Stop using ' +
        'it.\n\n- `validators`: this part is gone\n- `emulator`: this part is gone\n',
    );
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 0.2.0: nothing changed since');
    configure('    parts: [client, validators]\n');
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.2.0 -> 0.3.0 (minor): 1 new');
  });

  test('a surface less breaks, and one more is a feature', async () => {
    const cwd = await project();
    const configure = (surfaces: string): void => {
      const text = read(cwd, 'specs/speccast.yaml').replace(/ {4}surfaces: .*\n/, '');
      writeTexts(cwd, { 'specs/speccast.yaml': text.replace('    out:', `    surfaces: [${surfaces}]\n    out:`) });
    };
    configure('tanstack, mcp');
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.1.0 -> 0.2.0 (minor): 2 new');
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain('- `mcp`: this surface is new');
    expect((await generate(cwd, 'pets', '--release')).out).toContain('@acme/pets stays 0.2.0: nothing changed since');
    const path = 'generated/pets/released.json';
    writeTexts(cwd, { [path]: read(cwd, path).replace('"^5.89.0"', '"^5.0.0"') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.2.0 -> 0.2.1 (patch): 1 fixed');
    configure('tanstack');
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.2.1 -> 0.3.0 (minor): 1 breaking');
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain('- `mcp`: this surface is gone');
  });

  test('a version that was raised by hand is taken, if the changes allow it', async () => {
    const cwd = await project();
    writeTexts(cwd, { 'specs/pets.yaml': tagged, 'specs/speccast.yaml': config.replace("'0.1.0'", '1.0.0') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('0.1.0 -> 1.0.0 (major): 1 new');
    writeTexts(cwd, { 'specs/pets.yaml': specOf(''), 'specs/speccast.yaml': config.replace("'0.1.0'", '1.0.1') });
    expect((await generate(cwd, 'pets', '--release')).out).toContain('1.0.0 -> 2.0.0 (major): 1 breaking');
    expect(read(cwd, 'specs/speccast.yaml')).toBe(config.replace("'0.1.0'", '2.0.0'));
  });

  test('a package that no configuration knows has the version that was released', async () => {
    const cwd = await project();
    const args = ['--spec', 'specs/pets.yaml', '--out', 'alone', '--name', 'alone'];
    expect((await generate(cwd, ...args, '--release')).out).toContain('alone 0.1.0: the first release');
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    expect((await generate(cwd, ...args, '--release')).out).toContain('alone 0.1.0 -> 0.2.0 (minor): 1 new');
    rmSync(join(cwd, 'alone/src'), { recursive: true });
    await generate(cwd, ...args);
    expect(read(cwd, 'alone/package.json')).toContain('"version": "0.2.0"');
  });
});

describe('before the first release', () => {
  const files = ['CHANGELOG.md', 'released.json'];

  /** A project whose packages were generated, and nothing more. */
  async function fresh(text = config): Promise<string> {
    const cwd = temporaryFolder();
    writeTexts(cwd, { 'specs/speccast.yaml': text, 'specs/pets.yaml': specOf(''), 'node_modules/.keep': '' });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    return cwd;
  }

  test('a package has its version, no changelog, and nothing that later changes are compared with', async () => {
    const cwd = await fresh();
    expect(read(cwd, 'generated/pets/package.json')).toContain('"version": "0.1.0"');
    expect(readdirSync(join(cwd, 'generated/pets')).filter((name) => files.includes(name))).toEqual([]);
    expect(await generate(cwd, '--check')).toMatchObject({ code: 0, err: '' });
  });

  test('whatever changes, the first release is the version that is configured', async () => {
    for (const version of ["'0.1.0'", '1.0.0']) {
      const cwd = await fresh(config.replace("'0.1.0'", version));
      const wanted = version.replaceAll("'", '');
      // Both would break who has the package.
      writeTexts(cwd, { 'specs/pets.yaml': tagged.replaceAll('Pet', 'Animal') });
      await generate(cwd);
      const due = await generate(cwd, '--release', '--check');
      expect(due).toMatchObject({ code: 1, err: '' });
      expect(due.out).toContain(`\n@acme/pets ${wanted}: the first release\n\n## ${wanted}\n\nFirst release.\n`);
      expect(readdirSync(join(cwd, 'generated/pets')).filter((name) => files.includes(name))).toEqual([]);
      const { code, out, err } = await generate(cwd, '--release');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`\n@acme/pets ${wanted}: the first release\n`);
      expect(read(cwd, 'generated/pets/CHANGELOG.md')).toBe(`# Changelog\n\n## ${wanted}\n\nFirst release.\n`);
      expect(JSON.parse(read(cwd, 'generated/pets/released.json'))).toMatchObject({ version: wanted });
      expect((await generate(cwd, '--release')).out).toContain(`@acme/pets stays ${wanted}: nothing changed since`);
      expect(await generate(cwd, '--check')).toMatchObject({ code: 0, err: '' });
    }
  });

  test('notes that were written by hand stay', async () => {
    const cwd = await fresh();
    writeTexts(cwd, { 'generated/pets/CHANGELOG.md': '# Changes\n\n## Unreleased\n\nPets.\n' });
    expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
    expect(await generate(cwd, '--release')).toMatchObject({ code: 0, err: '' });
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toBe(
      '# Changes\n\n## Unreleased\n\nPets.\n\n## 0.1.0\n\nFirst release.\n',
    );
  });

  test('another version may be configured at any time', async () => {
    const cwd = await fresh();
    for (const version of ['0.5.0', '0.2.0']) {
      writeTexts(cwd, { 'specs/speccast.yaml': config.replace("'0.1.0'", version) });
      expect(await generate(cwd)).toMatchObject({ code: 0, err: '' });
      expect(read(cwd, 'generated/pets/package.json')).toContain(`"version": "${version}"`);
    }
  });
});

describe('where released.json is gone', () => {
  const bare = config.replace(/ {4}version.*\n/, '');
  const path = 'generated/pets/released.json';
  const gone = `${path}:1:1 %s: it is gone, although generated/pets/package.json has version 0.2.0: `;

  const rest =
    'what changed since cannot be told; take it from the commit of the last release, or release with --bump patch, minor or major';

  /** A project whose package was released as 0.2.0; no configuration says that. */
  async function forgetful(): Promise<string> {
    const cwd = await project();
    writeTexts(cwd, { 'specs/speccast.yaml': bare, 'specs/pets.yaml': tagged });
    await generate(cwd, '--release');
    rmSync(join(cwd, path));
    return cwd;
  }

  test('headings of a changelog that are no versions say nothing of the last release', async () => {
    const cwd = await forgetful();
    rmSync(join(cwd, 'generated/pets/package.json'));
    writeTexts(cwd, { 'generated/pets/CHANGELOG.md': '# 1.2.3.4\n\n## [0.3.0] of spring\n\n## 0.2.0\n' });
    const { code, err } = await generate(cwd);
    expect(code).toBe(0);
    expect(err).toContain('it is gone, although generated/pets/CHANGELOG.md has version 0.3.0: ');
    expect(read(cwd, 'generated/pets/package.json')).toContain('"version": "0.3.0"');
  });

  test('the package keeps its version, and a warning says what is lost', async () => {
    const cwd = await forgetful();
    const { code, err } = await generate(cwd);
    const warning = `${gone.replace('%s', 'warning missing-release')}${rest}\n`;
    expect({ code, err }).toEqual({ code: 0, err: warning });
    expect(read(cwd, 'generated/pets/package.json')).toContain('"version": "0.2.0"');
    expect(existsSync(join(cwd, path))).toBe(false);
    expect(await generate(cwd)).toMatchObject({ code: 0, err: warning });
  });

  test.each([[['--release']], [['--release', '--check']]])('%j is refused', async (args) => {
    const cwd = await forgetful();
    const before = readTexts(cwd);
    const { code, err } = await generate(cwd, ...args);
    expect({ code, err }).toEqual({ code: 1, err: `${gone.replace('%s', 'error missing-release')}${rest}\n` });
    expect(readTexts(cwd)).toEqual(before);
  });

  test('a release that says what it is counts on from the version of the package, or of the changelog', async () => {
    const cwd = await forgetful();
    expect((await generate(cwd, '--release', '--bump', 'minor')).out).toContain(
      '0.2.0 -> 0.3.0 (minor): what changed was not recorded\n',
    );
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toContain(
      '## 0.3.0\n\nWhat changed since 0.2.0 was not recorded.\n\n## 0.2.0',
    );
    const changelog = read(cwd, 'generated/pets/CHANGELOG.md');
    rmSync(join(cwd, 'generated/pets'), { recursive: true });
    writeTexts(cwd, { 'generated/pets/CHANGELOG.md': changelog });
    expect((await generate(cwd, '--release')).err).toContain(
      'although generated/pets/CHANGELOG.md has version 0.3.0: ',
    );
    expect((await generate(cwd, '--release', '--bump', 'patch')).out).toContain('0.3.0 -> 0.3.1 (patch)');
    expect((await generate(cwd, '--release')).out).toContain('@acme/pets stays 0.3.1: nothing changed since');
  });
});

describe('a release that was interrupted', () => {
  test('comes out the same when it is done again, wherever it stopped', async () => {
    const cwd = await project();
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    const kept = join(temporaryFolder(), 'project');
    cpSync(cwd, kept, { recursive: true });
    await generate(cwd, 'pets', '--release');
    const wanted = texts(cwd);
    const before = texts(kept);
    const changed = Object.keys(wanted).filter((path) => wanted[path] !== before[path]);
    const steps = ['specs/speccast.yaml', ...changed.filter((path) => path !== 'specs/speccast.yaml')];
    expect(steps).toContain('generated/pets/released.json');
    for (const done of [1, 2, 3, steps.indexOf('generated/pets/released.json'), steps.length - 1]) {
      rmSync(cwd, { recursive: true });
      cpSync(kept, cwd, { recursive: true });
      for (const path of steps.slice(0, done)) {
        mkdirSync(join(cwd, path, '..'), { recursive: true });
        writeFileSync(join(cwd, path), wanted[path] ?? '');
      }
      expect((await generate(cwd, 'pets', '--release')).code).toBe(0);
      expect(texts(cwd), `stopped after ${steps.slice(0, done).join(', ')}`).toEqual(wanted);
    }
  }, 60_000);

  test('is still the first one where that was', async () => {
    const cwd = await project();
    const path = 'generated/pets/.speccast.json';
    const wanted = texts(cwd);
    // The manifest of a folder that is being written has no hashes.
    writeTexts(cwd, { [path]: read(cwd, path).replace(/"[0-9a-f]{16}"/g, '""') });
    rmSync(join(cwd, 'generated/pets/released.json'));
    expect((await generate(cwd, '--release')).out).toContain('@acme/pets 0.1.0: the first release');
    expect(texts(cwd)).toEqual(wanted);
  });

  test('leaves the configuration as it was where the package cannot be written', async () => {
    const cwd = await project();
    writeTexts(cwd, { 'specs/pets.yaml': tagged });
    rmSync(join(cwd, 'generated/pets/package.json'));
    mkdirSync(join(cwd, 'generated/pets/package.json'));
    const { code, err } = await generate(cwd, 'pets', '--release');
    expect(code).toBe(1);
    expect(err).toContain(' error refused-output: ');
    expect(read(cwd, 'specs/speccast.yaml')).toBe(config);
  });
});

/** Everything that a release may change. */
function texts(cwd: string): Record<string, string> {
  const all = Object.entries(readTexts(cwd));
  return Object.fromEntries(all.filter(([path]) => !path.startsWith('node_modules/')));
}

describe('what keeps a release from being made', () => {
  test.each([
    ['the marks of a merge', '<<<<<<< HEAD\n{}', /^generated\/pets\/released\.json:1:1 error merge-conflict: /],
    ['no object', '[]', /^generated\/pets\/released\.json:1:1 error invalid-release: /],
    [
      'another version',
      '{"version": "v1", "document": {}}',
      /^generated\/pets\/released\.json:1:13 error invalid-release: /,
    ],
  ])('%s in released.json', async (_, text, wanted) => {
    const cwd = await project();
    writeTexts(cwd, { 'generated/pets/released.json': text });
    for (const args of [[], ['--release'], ['--check']]) {
      const { code, err } = await generate(cwd, 'pets', ...args);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(wanted) });
    }
    expect(read(cwd, 'generated/pets/released.json')).toBe(text);
  });

  test('the marks of a merge in CHANGELOG.md', async () => {
    const cwd = await project();
    const text = '# Changelog\n\n<<<<<<< HEAD\n## 0.1.0\n=======\n## 0.1.1\n>>>>>>> other\n';
    writeTexts(cwd, { 'generated/pets/CHANGELOG.md': text, 'specs/pets.yaml': tagged });
    const { code, err } = await generate(cwd, 'pets', '--release');
    const complaint = 'error merge-conflict: a merge left both sides here';
    expect({ code, err }).toEqual({ code: 1, err: `generated/pets/CHANGELOG.md:3:1 ${complaint}\n` });
    expect(read(cwd, 'generated/pets/CHANGELOG.md')).toBe(text);
    expect(read(cwd, 'specs/speccast.yaml')).toBe(config);
  });

  test('a document that cannot be read, at its position in released.json', async () => {
    const cwd = await project();
    const text = '{\n  "version": "0.1.0",\n  "document": {"openapi": "3.1.0", "info": 1, "paths": {}}\n}\n';
    writeTexts(cwd, { 'generated/pets/released.json': text });
    const { code, err } = await generate(cwd, 'pets', '--release');
    expect(code).toBe(1);
    expect(err).toMatch(/^generated\/pets\/released\.json:3:44 error /);
  });

  test('a version that comes before the one that was released', async () => {
    const cwd = await project();
    writeTexts(cwd, { 'specs/speccast.yaml': config.replace("'0.1.0'", '0.0.9') });
    for (const args of [[], ['--release']]) {
      const { code, err } = await generate(cwd, 'pets', ...args);
      expect({ code, err }).toEqual({
        code: 1,
        err: 'specs/speccast.yaml:6:14 error invalid-config: 0.0.9 comes before 0.1.0, which was released (generated/pets/released.json)\n',
      });
    }
  });

  test('a version that two services share', async () => {
    const cwd = await project(birds);
    const shared = (config + birds)
      .replace("version: '0.1.0'", 'version: &version 0.1.0')
      .replace('version: 0.1.0 }', 'version: *version }');
    writeTexts(cwd, { 'specs/speccast.yaml': shared, 'specs/pets.yaml': tagged });
    const { code, err } = await generate(cwd, 'pets', '--release');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^specs\/speccast\.yaml:6:\d+ error invalid-config: the release is 0\.2\.0, which has to be written here; /,
    );
    expect(read(cwd, 'specs/speccast.yaml')).toBe(shared);
  });

  test.each(readRows(import.meta.url).rows<readonly [readonly string[], string]>('is no call'))(
    '%j is no call',
    async (args, message) => {
      expect(await generate(temporaryFolder(), ...args)).toEqual(wrongUsage('generate', message));
    },
  );
});
