import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { startWatching } from './watching.js';

function createSpec(title: string, more = ''): string {
  return `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets. } }
${more}`;
}

function createService(name: string, more = ''): string {
  return `  ${name}: { spec: ${name}/openapi.yaml, package: '${name}', out: ../generated/${name}${more} }\n`;
}

const files = {
  config: 'specs/speccast.yaml',
  cats: 'specs/cats/openapi.yaml',
  dogs: 'specs/dogs/openapi.yaml',
  catsPage: 'generated/cats/README.md',
};

/** Creates a project with two services. */
function createProject(): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    [files.config]: `services:\n${createService('cats')}${createService('dogs')}`,
    [files.cats]: createSpec('Cats'),
    [files.dogs]: createSpec('Dogs'),
    'node_modules/.keep': '',
  });
  return cwd;
}

/** Saves as most editors do: writes another file, and renames it. */
function saveByRename(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

function readReadme(cwd: string): string {
  return readFileSync(join(cwd, files.catsPage), 'utf8');
}

describe('generate --watch', () => {
  test('generates only the package whose spec was saved, in either way of saving', async () => {
    const cwd = createProject();
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^cats +written.*\ndogs +written/m);
    const saves = [writeFileSync, saveByRename];
    for (const [number, save] of saves.entries()) {
      save(join(cwd, files.cats), createSpec(`Cats ${number}`));
      const output = await watching.round();
      expect(output).toMatch(/^Changed: specs\/cats\/openapi\.yaml\npackage/);
      expect(output).toMatch(/^cats +written.*\ndogs +up to date/m);
      expect(readReadme(cwd)).toMatch(new RegExp(`^# Cats ${number}\n`));
    }
    expect(await watching.stop()).toBe(0);
  });

  test('reports `up to date` if a save changed nothing', async () => {
    const cwd = createProject();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    writeFileSync(join(cwd, files.cats), createSpec('Cats'));
    expect(await watching.round()).toMatch(/^cats +up to date/m);
  });

  test('reports mistakes in a spec, keeps the last good output, and continues when the spec is repaired', async () => {
    const cwd = createProject();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const before = readTexts(join(cwd, 'generated'));
    const path = join(cwd, files.cats);
    for (const [text, message] of [
      [createSpec('Cats').slice(0, 45), /specs\/cats\/openapi\.yaml:2:\d+ error/],
      ['', /specs\/cats\/openapi\.yaml:1:1 error/],
      ['openapi: 3.1.0\n', /specs\/cats\/openapi\.yaml:1:1 error missing-field/],
    ] as const) {
      writeFileSync(path, text);
      expect(await watching.round()).toMatch(message);
      expect(readTexts(join(cwd, 'generated'))).toEqual(before);
    }
    rmSync(path);
    expect(await watching.round()).toContain('error unreadable-spec: there is no file specs/cats/openapi.yaml');
    rmSync(join(path, '..'), { recursive: true });
    mkdirSync(join(path, '..'));
    writeFileSync(path, createSpec('Lions'));
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(readReadme(cwd)).toMatch(/^# Lions\n/);
  });

  test('continues when speccast.yaml is repaired, loses a service, and names an overlay', async () => {
    const cwd = createProject();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const before = readTexts(join(cwd, 'generated'));
    const config = join(cwd, files.config);
    writeFileSync(config, 'services: [');
    expect(await watching.round()).toMatch(/^specs\/speccast\.yaml:1:\d+ error/m);
    rmSync(config);
    expect(await watching.round()).toContain('speccast: there is no specs/speccast.yaml');
    writeFileSync(config, `services:\n${createService('dogs')}`);
    expect(await watching.round()).toContain('speccast: there is no service "cats"');
    writeFileSync(config, `services:\n${createService('cats', ', overlays: [cats/more.yaml]')}`);
    expect(await watching.round()).toContain('error unreadable-overlay');
    expect(readTexts(join(cwd, 'generated'))).toEqual(before);
    const overlay = (title: string): string => `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { title: ${title} } }]
`;
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('Overlaid'));
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(readReadme(cwd)).toMatch(/^# Overlaid\n/);
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('['));
    expect(await watching.round()).toMatch(/^specs\/cats\/more\.yaml:3:\d+ error/m);
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('Again'));
    await watching.round();
    expect(readReadme(cwd)).toMatch(/^# Again\n/);
  });

  test('follows references to files that do not exist yet, also in other folders', async () => {
    const cwd = createProject();
    writeFileSync(
      join(cwd, files.config),
      `services:\n${createService('cats', ', refs: [../shared/schemas]')}${createService('dogs')}`,
    );
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const more = `components: { schemas: { Age: { $ref: '../../shared/schemas/age.yaml' } } }\n`;
    writeFileSync(join(cwd, files.cats), createSpec('Cats', more));
    expect(await watching.round()).toMatch(/error/);
    writeTexts(cwd, { 'shared/schemas/age.yaml': 'type: integer\n' });
    expect(await watching.round()).toMatch(/^cats +written/m);
    writeTexts(cwd, { 'shared/schemas/age.yaml': 'type: string\n' });
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(readFileSync(join(cwd, 'generated/cats/openapi.json'), 'utf8')).toContain('"type":"string"');
  });

  test('ignores other files, and its own output beside the spec', async () => {
    const cwd = createProject();
    const spec = 'specs/cats/openapi.yaml';
    const watching = startWatching(cwd, '--spec', spec, '--out', 'specs/cats/out');
    expect(await watching.round()).toMatch(/written/);
    writeTexts(cwd, {
      'specs/cats/notes.txt': 'a',
      'specs/cats/other.yaml': 'a: 1',
      [files.dogs]: createSpec('Wolves'),
    });
    rmSync(join(cwd, 'specs/cats/out/README.md'));
    expect(await watching.isQuiet(400)).toBe(true);
    utimesSync(join(cwd, spec), new Date(), new Date());
    expect(await watching.round()).toMatch(/written/);
    expect(await watching.isQuiet(400)).toBe(true);
  });

  test('generates the package of a spec that appears later, once', async () => {
    const cwd = createProject();
    const spec = createSpec('Cats');
    rmSync(join(cwd, files.cats));
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^cats +refused/m);
    writeTexts(cwd, { [files.cats]: spec });
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(await watching.isQuiet(600)).toBe(true);
  });

  test('generates a package again after its whole folder was removed', async () => {
    const cwd = createProject();
    const watching = startWatching(cwd);
    await watching.round();
    const out = join(cwd, 'generated/cats');
    rmSync(join(out, 'README.md'));
    expect(await watching.isQuiet(250)).toBe(true);
    rmSync(out, { recursive: true });
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(readTexts(out)).toHaveProperty(['README.md']);
    expect(await watching.isQuiet(600)).toBe(true);
  });

  test('stops at once while it waits', async () => {
    const watching = startWatching(createProject());
    await watching.round();
    const start = performance.now();
    expect(await watching.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
