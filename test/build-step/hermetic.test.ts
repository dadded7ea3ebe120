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
import { copyPaths, hashesBelow, installInto, keepOperations, leaveUnformatted } from './checkout.js';
import { testOnNode } from './node-binaries.js';

const { data } = readRows(import.meta.url);
const scratch = folderOfFile();

/** Names of cases whose output, or whose diagnostics, have to be the same on every machine. */
const cases = readdirSync(join(root, 'test/cases')).filter(
  (name) =>
    /^negative-|^(?:hostile-text|positive-many-files|positive-overlay)$/.test(name) &&
    // A case with options of its own cannot be a service of `speccast.yaml`.
    !existsSync(join(root, 'test/cases', name, 'options.json')),
);

/** An environment in which speccast runs. */
interface World {
  /** Folder of an installation of speccast. */
  readonly tool: string;
  /** Folder of the project. */
  readonly project: string;
  readonly node?: string;
  /** Query of strange-machine.mjs. */
  readonly strange?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder in which it is started. Default: the folder of the project. */
  readonly cwd?: string;
  readonly args?: readonly string[];
}

/** Result of `generate --json`. */
interface Generated {
  /** Hashes of all generated files, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly report: unknown;
}

/** Results of `diff` and `validators`. */
interface OtherResults {
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
  // `generate` refuses the negative cases.
  expect([status, stderr]).toEqual([args[0] === 'generate' ? 1 : 0, '']);
  return stdout;
}

function generate(world: World): Generated {
  const printed = speccast(world, ['generate', '--json', ...(world.args ?? [])]);
  // Paths in the report are relative to the folder in which speccast is started.
  const prefix = world.cwd === undefined ? '' : `${relative(world.cwd, world.project)}/`;
  const report: unknown = JSON.parse(printed.replaceAll(prefix, ''));
  return { files: hashesBelow(join(world.project, 'generated')), report };
}

function runOthers(there: World): OtherResults {
  const world = { ...there, cwd: there.project };
  const module = join(world.project, 'validators.ts');
  speccast(world, ['validators', 'schemas.json', '--out', module, '--positions', '--lenient']);
  const specs = ['openapi', 'changed'].map((name) => `specs/ad-reporting/${name}.yaml`);
  const changes: unknown = JSON.parse(speccast(world, ['diff', ...specs, '--json']));
  return { changes, validators: readFileSync(module, 'utf8') };
}

const toolFiles = ['package.json', 'templates', 'specs/vocabulary.yaml', 'LICENSE'];

/** Installs the built speccast of this repository into a folder, and returns the folder. */
function install(folder: string): string {
  const built = join(root, 'dist');
  if (!existsSync(built)) throw new Error('speccast is not built: run `npm run build` first.');
  copyPaths(folder, toolFiles);
  installInto(folder);
  cpSync(built, join(folder, 'dist'), { recursive: true });
  return folder;
}

/** Creates a project with both services, and with a service for each case. */
function createProject(folder: string): string {
  copyPaths(folder, ['specs']);
  const services = cases.map((name) => {
    const from = join(root, 'test/cases', name);
    const to = join(folder, 'specs/cases', name);
    cpSync(from, to, { recursive: true, filter: (path) => !path.startsWith(join(from, 'expected')) });
    const [spec] = readdirSync(to).filter((file) => file.startsWith('spec.'));
    const overlays = existsSync(join(to, 'overlay.yaml')) ? `, overlays: [cases/${name}/overlay.yaml]` : '';
    // `strict` refuses documents that would be repaired, so that some services are refused.
    const strict = name.startsWith('negative-') ? ', strict: true' : '';
    return `  ${name}: { spec: cases/${name}/${spec}${overlays}${strict}, package: ${name}, out: ../generated/${name} }\n`;
  });
  const config = join(folder, 'specs/speccast.yaml');
  // To save time: the cases show the work of prettier, and a few operations of the larger service show as much as all.
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
let want: Generated & OtherResults;

beforeAll(() => {
  const tool = install(join(scratch, 'tool'));
  plain = { tool, project: createProject(join(scratch, 'p')) };
  want = runAll(plain);
});

function runAll(world: World): Generated & OtherResults {
  return { ...generate(world), ...runOthers(world) };
}

/** Creates the same project at another path. */
function createWorld(path: string): World {
  return { ...plain, project: createProject(join(scratch, path)) };
}

const long = `long ${'and longer '.repeat(8)}/Übergröße 名前 ‮ ' " $(x) %41 #a?b/node_modules/@scope/project`;

/** Writes configuration files of other tools, which speccast must ignore, into a folder and the folders above it. */
function addOtherSettings(folder: string): void {
  for (let one = folder; one.length > scratch.length; one = dirname(one)) writeTexts(one, data('settings of others'));
}

/** Rewrites specs, apart from the negative cases, with `\r\n` and a byte order mark. */
function rewriteLineEnds(specs: string): void {
  const paths = readdirSync(specs, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.filter((one) => /\.(?:ya?ml|json)$/.test(one) && !/cases\/negative-/.test(one))) {
    const text = readFileSync(join(specs, path), 'utf8');
    writeFileSync(join(specs, path), `\uFEFF${text.replace(/\r?\n/g, '\r\n')}`);
  }
}

test('the compared results contain packages, diagnostics, changes and validators', () => {
  expect(Object.keys(want.files).length).toBeGreaterThan(200);
  expect(cases.filter((name) => existsSync(join(plain.project, 'generated', name))).length).toBe(3);
  expect(want.report).toMatchObject({
    diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
  });
  expect(want.changes).toMatchObject({ changes: expect.arrayContaining([expect.anything()]) });
  expect(want.validators).toContain('export const validators');
});

describe('the same input results in the same bytes and the same reports', () => {
  test('with other line ends, links, settings of other tools, a Turkish locale, another clock and one processor', () => {
    addOtherSettings(join(scratch, 'q', long));
    const { project } = createWorld(`q/${long}`);
    rewriteLineEnds(join(project, 'specs'));
    const tool = install(join(scratch, 'q', 'tools with spaces/node_modules/speccast'));
    const links = ['link to the project', 'link to the tool'].map((name) => join(dirname(project), name));
    for (const [index, target] of [project, tool].entries()) symlinkSync(target, links[index] ?? '');
    const [linked = '', linkedTool = ''] = links;
    const strange = 'locale=tr-TR&zone=Pacific/Apia&clock=951782399999&random=0.999&processors=1&reverse';
    const world = { project: linked, tool: linkedTool, env: data<World['env']>('variables') ?? {}, strange };
    expect(runAll(world)).toEqual(want);
  });

  testOnNode(26, 'started in another folder, on the latest Node, with a second thread that starts late', (node) => {
    const env = { LC_ALL: 'de_DE.UTF-8', TZ: 'America/St_Johns' };
    // Folders list their files in reverse order, the second thread starts late, and files are private.
    const strange = 'locale=de-DE&reverse&processors=64&late=700&umask=077&random=0';
    const there = createWorld('latest');
    const world = { ...there, node, env, strange, cwd: scratch, args: ['--config', 'latest/specs/speccast.yaml'] };
    expect(runAll(world)).toEqual(want);
    const files = readdirSync(join(world.project, 'generated/ad-reporting'), { withFileTypes: true });
    const modes = files
      .filter((one) => one.isFile())
      .map((one) => statSync(join(one.parentPath, one.name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  test('for a package that is built and packed in two folders', () => {
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
