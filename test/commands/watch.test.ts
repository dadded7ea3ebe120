import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { startWatching } from './watching.js';

function specOf(title: string, more = ''): string {
  return `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets. } }
${more}`;
}

function serviceOf(name: string, more = ''): string {
  return `  ${name}: { spec: ${name}/openapi.yaml, package: '${name}', out: ../generated/${name}${more} }\n`;
}

const files = {
  config: 'specs/speccast.yaml',
  cats: 'specs/cats/openapi.yaml',
  dogs: 'specs/dogs/openapi.yaml',
  catsPage: 'generated/cats/README.md',
};

/** A project with two services. */
function project(): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, {
    [files.config]: `services:\n${serviceOf('cats')}${serviceOf('dogs')}`,
    [files.cats]: specOf('Cats'),
    [files.dogs]: specOf('Dogs'),
    'node_modules/.keep': '',
  });
  return cwd;
}

/** Saves as most editors do: another file takes the place. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

function pageOf(cwd: string): string {
  return readFileSync(join(cwd, files.catsPage), 'utf8');
}

describe('generate --watch', () => {
  test('makes only the package again whose spec was saved, however it was saved', async () => {
    const cwd = project();
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^cats +written.*\ndogs +written/m);
    const saves = [writeFileSync, replace];
    for (const [number, save] of saves.entries()) {
      save(join(cwd, files.cats), specOf(`Cats ${number}`));
      const said = await watching.round();
      expect(said).toMatch(/^Changed: specs\/cats\/openapi\.yaml\npackage/);
      expect(said).toMatch(/^cats +written.*\ndogs +up to date/m);
      expect(pageOf(cwd)).toMatch(new RegExp(`^# Cats ${number}\n`));
    }
    expect(await watching.stop()).toBe(0);
  });

  test('says up to date where a save changed nothing', async () => {
    const cwd = project();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    writeFileSync(join(cwd, files.cats), specOf('Cats'));
    expect(await watching.round()).toMatch(/^cats +up to date/m);
  });

  test('says what is wrong with a spec, leaves the last good output, and goes on when it is repaired', async () => {
    const cwd = project();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const before = readTexts(join(cwd, 'generated'));
    const path = join(cwd, files.cats);
    for (const [text, message] of [
      [specOf('Cats').slice(0, 45), /specs\/cats\/openapi\.yaml:2:\d+ error/],
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
    writeFileSync(path, specOf('Lions'));
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(pageOf(cwd)).toMatch(/^# Lions\n/);
  });

  test('goes on when speccast.yaml is repaired, names an overlay, and loses a service', async () => {
    const cwd = project();
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const before = readTexts(join(cwd, 'generated'));
    const config = join(cwd, files.config);
    writeFileSync(config, 'services: [');
    expect(await watching.round()).toMatch(/^specs\/speccast\.yaml:1:\d+ error/m);
    rmSync(config);
    expect(await watching.round()).toContain('speccast: there is no specs/speccast.yaml');
    writeFileSync(config, `services:\n${serviceOf('dogs')}`);
    expect(await watching.round()).toContain('speccast: there is no service "cats"');
    writeFileSync(config, `services:\n${serviceOf('cats', ', overlays: [cats/more.yaml]')}`);
    expect(await watching.round()).toContain('error unreadable-overlay');
    expect(readTexts(join(cwd, 'generated'))).toEqual(before);
    const overlay = (title: string): string => `overlay: 1.0.0
info: { title: More, version: '1' }
actions: [{ target: $.info, update: { title: ${title} } }]
`;
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('Overlaid'));
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(pageOf(cwd)).toMatch(/^# Overlaid\n/);
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('['));
    expect(await watching.round()).toMatch(/^specs\/cats\/more\.yaml:3:\d+ error/m);
    writeFileSync(join(cwd, 'specs/cats/more.yaml'), overlay('Again'));
    await watching.round();
    expect(pageOf(cwd)).toMatch(/^# Again\n/);
  });

  test('follows references to files that are not there yet, in other folders, too', async () => {
    const cwd = project();
    writeFileSync(
      join(cwd, files.config),
      `services:\n${serviceOf('cats', ', refs: [../shared/schemas]')}${serviceOf('dogs')}`,
    );
    const watching = startWatching(cwd, 'cats');
    await watching.round();
    const more = `components: { schemas: { Age: { $ref: '../../shared/schemas/age.yaml' } } }\n`;
    writeFileSync(join(cwd, files.cats), specOf('Cats', more));
    expect(await watching.round()).toMatch(/error/);
    writeTexts(cwd, { 'shared/schemas/age.yaml': 'type: integer\n' });
    expect(await watching.round()).toMatch(/^cats +written/m);
    writeTexts(cwd, { 'shared/schemas/age.yaml': 'type: string\n' });
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(readFileSync(join(cwd, 'generated/cats/openapi.json'), 'utf8')).toContain('"type":"string"');
  });

  test('does not mind other files, nor what it writes beside the spec', async () => {
    const cwd = project();
    const spec = 'specs/cats/openapi.yaml';
    const watching = startWatching(cwd, '--spec', spec, '--out', 'specs/cats/out');
    expect(await watching.round()).toMatch(/written/);
    writeTexts(cwd, { 'specs/cats/notes.txt': 'a', 'specs/cats/other.yaml': 'a: 1', [files.dogs]: specOf('Wolves') });
    rmSync(join(cwd, 'specs/cats/out/README.md'));
    expect(await watching.isQuiet(400)).toBe(true);
    utimesSync(join(cwd, spec), new Date(), new Date());
    expect(await watching.round()).toMatch(/written/);
    expect(await watching.isQuiet(400)).toBe(true);
  });

  test('makes the package of a spec that comes later, and that once', async () => {
    const cwd = project();
    const spec = specOf('Cats');
    rmSync(join(cwd, files.cats));
    const watching = startWatching(cwd);
    expect(await watching.round()).toMatch(/^cats +refused/m);
    writeTexts(cwd, { [files.cats]: spec });
    expect(await watching.round()).toMatch(/^cats +written/m);
    expect(await watching.isQuiet(600)).toBe(true);
  });

  test('makes a package again that was removed, once it is gone as a whole', async () => {
    const cwd = project();
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

  test('stops at once when told to while it waits', async () => {
    const watching = startWatching(project());
    await watching.round();
    const start = performance.now();
    expect(await watching.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
