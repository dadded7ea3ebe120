import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { copyOf, hashesBelow, installInto, keepOperations, leaveUnformatted } from './checkout.js';
import { testOnNode } from './node-binaries.js';

const { data } = readRows(import.meta.url);
const scratch = folderOfFile();

/** A specification that has to give the same bytes, or the same diagnostics, as everywhere. */
const cases = readdirSync(join(root, 'test/cases')).filter(
  (name) =>
    /^negative-|^(?:hostile-text|positive-many-files|positive-overlay)$/.test(name) &&
    // The options of a case are none of the configuration.
    !existsSync(join(root, 'test/cases', name, 'options.json')),
);

/** Where and how speccast runs. */
interface World {
  /** Folder of this installation of speccast. */
  readonly tool: string;
  /** Folder of the project. */
  readonly project: string;
  readonly node?: string;
  /** Query of strange-machine.mjs. */
  readonly strange?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder it is started in. Default: that of the project. */
  readonly cwd?: string;
  readonly args?: readonly string[];
}

/** What came out of `generate`: hashes of all files, and what was said. */
interface Made {
  readonly files: Readonly<Record<string, string>>;
  readonly said: unknown;
}

/** What came out of commands that read files of the project and make nothing in it. */
interface Told {
  readonly changes: unknown;
  readonly validators: string;
}

function speccast(world: World, args: readonly string[]): string {
  const { tool, project, node = process.execPath, strange, env = {}, cwd = project } = world;
  const machine = new URL('strange-machine.mjs', import.meta.url);
  machine.search = strange ?? '';
  const command = ['--import', machine.href, join(tool, 'dist/generator/cli.js'), ...args];
  const plain = { PATH: process.env['PATH'] ?? '', HOME: scratch, LC_ALL: 'C', TZ: 'UTC' };
  const { status, stdout, stderr } = spawnSync(node, command, {
    cwd,
    env: { ...plain, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  // Of the cases, some are refused.
  expect([status, stderr]).toEqual([args[0] === 'generate' ? 1 : 0, '']);
  return stdout;
}

function make(world: World): Made {
  const printed = speccast(world, ['generate', '--json', ...(world.args ?? [])]);
  // Paths are those from the folder in which it is started.
  const prefix = world.cwd === undefined ? '' : `${relative(world.cwd, world.project)}/`;
  const said: unknown = JSON.parse(printed.replaceAll(prefix, ''));
  return { files: hashesBelow(join(world.project, 'generated')), said };
}

function tell(there: World): Told {
  const world = { ...there, cwd: there.project };
  const module = join(world.project, 'validators.ts');
  speccast(world, ['validators', 'schemas.json', '--out', module, '--positions', '--lenient']);
  const specs = ['openapi', 'changed'].map((name) => `specs/ad-reporting/${name}.yaml`);
  const changes: unknown = JSON.parse(speccast(world, ['diff', ...specs, '--json']));
  return { changes, validators: readFileSync(module, 'utf8') };
}

const toolFiles = ['package.json', 'templates', 'specs/vocabulary.yaml', 'LICENSE'];

/** An installation, with the code that this repository has built. */
function install(folder: string): string {
  const built = join(root, 'dist');
  if (!existsSync(built)) throw new Error('speccast is not built: run `npm run build` first.');
  copyOf(folder, toolFiles);
  installInto(folder);
  cpSync(built, join(folder, 'dist'), { recursive: true });
  return folder;
}

/** A project with both services, and a service for each case. */
function makeProject(folder: string): string {
  copyOf(folder, ['specs']);
  const services = cases.map((name) => {
    const from = join(root, 'test/cases', name);
    const to = join(folder, 'specs/cases', name);
    cpSync(from, to, { recursive: true, filter: (path) => !path.startsWith(join(from, 'expected')) });
    const [spec] = readdirSync(to).filter((file) => file.startsWith('spec.'));
    const overlays = existsSync(join(to, 'overlay.yaml')) ? `, overlays: [cases/${name}/overlay.yaml]` : '';
    // What can be repaired is refused, so that there is both.
    const strict = name.startsWith('negative-') ? ', strict: true' : '';
    return `  ${name}: { spec: cases/${name}/${spec}${overlays}${strict}, package: ${name}, out: ../generated/${name} }\n`;
  });
  const config = join(folder, 'specs/speccast.yaml');
  // Of what prettier does, the packages of the cases show as much as the services, which take it most of the time; and some
  // operations of the larger service are made as all of them are.
  leaveUnformatted(folder, ['video-platform', 'ad-reporting']);
  keepOperations(folder, 'video-platform', ['channels.*', 'playlists.*']);
  appendFileSync(config, services.join(''));
  const spec = readFileSync(join(folder, 'specs/ad-reporting/openapi.yaml'), 'utf8');
  const changed = spec.replace(/title: .*/, 'title: İ').replaceAll('type: string', 'type: integer');
  writeFileSync(
    join(folder, 'specs/ad-reporting/changed.yaml'),
    changed.replace('accounts.apps.list', 'accounts.iapps.list'),
  );
  const schemas = { Name: { type: 'string', pattern: '^\\p{L}+$' }, İI: { enum: ['ä', 'z', 'I', 'ı'] } };
  writeFileSync(join(folder, 'schemas.json'), JSON.stringify({ schemas }));
  writeFileSync(join(folder, 'package.json'), '{ "name": "project" }\n');
  return folder;
}

let plain: World;
let want: Made & Told;

beforeAll(() => {
  const tool = install(join(scratch, 'tool'));
  plain = { tool, project: makeProject(join(scratch, 'p')) };
  want = { ...make(plain), ...tell(plain) };
});

/** A path of the world, with a project in it. */
function elsewhere(path: string): World {
  return { ...plain, project: makeProject(join(scratch, path)) };
}

const long = `long ${'and longer '.repeat(8)}/Übergröße 名前 ‮ ' " $(x) %41 #a?b/node_modules/@scope/project`;

/** Puts settings of other tools, which could be mistaken for ours, into a folder and those above it. */
function litter(folder: string): void {
  for (let one = folder; one.length > scratch.length; one = dirname(one)) writeTexts(one, data('settings of others'));
}

/** Gives specs, apart from the negative cases, the line ends of another system and a byte order mark. */
function rewriteLineEnds(specs: string): void {
  const paths = readdirSync(specs, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.filter((one) => /\.(?:ya?ml|json)$/.test(one) && !/cases\/negative-/.test(one))) {
    const text = readFileSync(join(specs, path), 'utf8');
    writeFileSync(join(specs, path), `\uFEFF${text.replace(/\r?\n/g, '\r\n')}`);
  }
}

test('there is something to compare', () => {
  expect(Object.keys(want.files).length).toBeGreaterThan(200);
  expect(cases.filter((name) => existsSync(join(plain.project, 'generated', name))).length).toBe(3);
  expect(want.said).toMatchObject({
    diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  });
  expect(want.changes).toMatchObject({ changes: expect.arrayContaining([expect.anything()]) });
  expect(want.validators).toContain('export const validators');
});

describe('the same input gives the same bytes, and the same is said about it,', () => {
  test('from specs with other line ends, behind links, among other settings, in Turkish, by another clock and one processor', () => {
    litter(join(scratch, 'q', long));
    const { project } = elsewhere(`q/${long}`);
    rewriteLineEnds(join(project, 'specs'));
    const tool = install(join(scratch, 'q', 'tools with spaces/node_modules/speccast'));
    const links = ['link to the project', 'link to the tool'].map((name) => join(dirname(project), name));
    for (const [index, target] of [project, tool].entries()) symlinkSync(target, links[index] ?? '');
    const [linked = '', linkedTool = ''] = links;
    // On the other side of the date line, too.
    const strange = 'locale=tr-TR&zone=Pacific/Apia&clock=951782399999&random=0.999&processors=1&reverse';
    const world = { project: linked, tool: linkedTool, env: data<World['env']>('variables') ?? {}, strange };
    expect({ ...make(world), ...tell(world) }).toEqual(want);
  });

  testOnNode(26, 'started in another folder, on the latest Node, where the second thread comes late', (node) => {
    const env = { LC_ALL: 'de_DE.UTF-8', TZ: 'America/St_Johns' };
    // Folders list their files backwards there, the second thread comes late, and nobody else may read.
    const strange = 'locale=de-DE&reverse&processors=64&late=700&umask=077&random=0';
    const there = elsewhere('latest');
    const world = { ...there, node, env, strange, cwd: scratch, args: ['--config', 'latest/specs/speccast.yaml'] };
    expect({ ...make(world), ...tell(world) }).toEqual(want);
    const files = readdirSync(join(world.project, 'generated/ad-reporting'), { withFileTypes: true });
    const modes = files
      .filter((one) => one.isFile())
      .map((one) => statSync(join(one.parentPath, one.name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  test('when a package is built and packed at two places', () => {
    const there = join(scratch, 'somewhere/else entirely');
    cpSync(join(plain.project, 'generated/ad-reporting'), join(there, 'generated/ad-reporting'), { recursive: true });
    const built = [plain.project, there].map((project) => {
      installInto(project);
      const folder = join(project, 'generated/ad-reporting');
      execFileSync(process.execPath, ['build.js'], { cwd: folder });
      const args = ['pack', '--json', '--ignore-scripts', '--dry-run'];
      const [{ integrity }]: [{ integrity: string }] = JSON.parse(
        execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }),
      );
      return { files: hashesBelow(join(folder, 'dist')), integrity };
    });
    expect(built[1]).toEqual(built[0]);
    expect(Object.keys(built[0]?.files ?? {}).length).toBeGreaterThan(25);
  });
});
