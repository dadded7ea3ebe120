import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { generate } from 'speccast';
import { writeTexts } from '../output/temporary-folder.js';
import { readFences, pages, programsIn } from './pages.js';
import { root, readFromRoot } from './sources.js';
import { tsc } from './compiler.js';

/** A folder inside the repository, so that packages are found by their names. */
const folder = join(root, '.cache', 'fences');

/** All TypeScript code of pages, each with a file name. */
const fences = pages.flatMap((page) =>
  programsIn(page, readFromRoot(page)).map((code, index) => ({
    name: `${page.replace(/\W+/g, '-')}-${index}.ts`,
    code,
  })),
);

/** A recipe of a spec (`x-recipes`). */
interface Recipe {
  readonly title: string;
  readonly code: string;
  readonly given?: string;
  readonly prints: string;
}

/** The recipes of the services as programs, which call the emulator in each profile. */
const recipes = [
  ['video-platform', 'createVideoPlatform'],
  ['ad-reporting', 'createAdReporting'],
].flatMap(([service = '', create = '']) => {
  const { actions } = parseYaml(readFromRoot(`specs/${service}/public/recipes.overlay.yaml`));
  const stated: readonly Recipe[] = actions[0].update['x-recipes'];
  return ['documented', 'vendor'].flatMap((profile) =>
    stated.map(({ title, code, given = '', prints }, index) => ({
      name: `${service}-${profile}-${index}.ts`,
      title: `${title} (${service}, ${profile})`,
      code: `import { bearer as byToken, ${create} as create } from '@speccast/${service}';
        import { createEmulator } from '@speccast/${service}/mocks';
        const emulator = createEmulator({ profile: '${profile}' });
        const auth = byToken('emulated-caller');
        const client = create({ auth, baseUrl: emulator.baseUrl, fetch: emulator.fetch });
        ${given}
        console.log('BEGIN');
        ${code}`,
      // `uploaded …`
      prints: new RegExp(`^${prints.trim().split('…').map(escapeRegExp).join('[^]*')}$`),
    })),
  );
});

function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Returns whether code runs without a network, files and a test runner, and without names that it only declares. */
function runsAlone(code: string): boolean {
  const calls = /\bcreate(?:VideoPlatform|AdReporting|Shelf)\(/.test(code);
  return (
    !/\bdeclare |'(?:vitest|@playwright\/test|msw\/browser)'|readFileSync/.test(code) &&
    (!calls || code.includes('createEmulator('))
  );
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  // The package that the README shows beside its document, and one that sends webhooks.
  await writeSource('shelf', readFences('README.md', 'yaml')[0] ?? '');
  await writeSource('shop', readFromRoot('test/cases/positive-webhooks-sent/spec.yaml'));
  for (const { name, code } of [...fences, ...recipes]) writeFileSync(join(folder, name), withLocalPackages(code));
});

/** Generates a package as source. */
async function writeSource(name: string, text: string): Promise<void> {
  const spec = { file: 'openapi.yaml', text };
  const { files } = await generate({ spec, packageName: `@acme/${name}`, output: 'source', format: false });
  writeTexts(join(folder, name), Object.fromEntries(files.map(({ path, text: code }) => [path, code])));
}

function withLocalPackages(code: string): string {
  return (
    code
      .replaceAll("'@acme/shop/webhooks'", "'./shop/webhooks.js'")
      // Imports of files in `src/custom` of that package.
      .replaceAll(/'(?:\.\.\/)+(client|models)\//g, "'./shelf/$1/")
      .replaceAll(/'@acme\/(shelf|shop)(.*)'/g, "'./$1$2/index.js'")
  );
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every piece of code in a README compiles under the strict configuration', () => {
  // Examples may declare names that they do not use.
  const compilerOptions = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts', 'shelf', 'shop'] }),
  );
  expect(fences.length).toBeGreaterThan(60);
  expect(runNode([...tsc, '-p', folder])).toBe('');
}, 120_000);

const alone = fences.filter(({ code }) => runsAlone(code));

/** Outputs of the programs, which run in one process: first of all pages together, then of each recipe. */
let printed: readonly string[];

beforeAll(() => {
  const programs = [
    ...alone.map(({ name }) => `await import('./${name}').catch((error) => console.log('FAILED ${name}', error));`),
    ...recipes.map(
      ({ name }) => `console.log('NEXT'); await import('./${name}').catch((error) => console.log(error));`,
    ),
  ];
  writeFileSync(join(folder, 'all.mts'), programs.join('\n'));
  printed = runNode(['--import', 'tsx', join(folder, 'all.mts')]).split('NEXT\n');
}, 180_000);

test('every piece of code in a README that needs no network and no file runs, and prints what it says', () => {
  expect(alone.length).toBeGreaterThan(30);
  for (const page of ['', 'templates-runtime-', 'templates-emulator-', 'generator-'])
    expect(alone.map(({ name }) => name)).toContain(`${page}README-md-0.ts`);
  const promised = alone.flatMap(({ code }) => [...code.matchAll(/\bconsole\.log\(.*\); \/\/ ([[{\d][^…\n]*)$/gm)]);
  expect(promised.length).toBeGreaterThan(2);
  expect(printed[0]).not.toContain('FAILED');
  expect(promised.map(([, text = '']) => text).filter((text) => printed[0]?.includes(text) !== true)).toEqual([]);
});

test('every recipe of a spec runs in the emulator, in each profile, and prints what the spec says', () => {
  const wrong = recipes.flatMap(({ title, prints }, index) => {
    const text = printed[index + 1]?.split('BEGIN\n').at(-1)?.trim() ?? '';
    return prints.test(text) ? [] : [`${title} prints ${text}`];
  });
  expect(recipes.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

/** Runs a program of Node, and returns its output; after a failure, `FAILED` and the output. */
function runNode(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? `FAILED ${String(error.stdout)}` : String(error);
  }
}

test.each(['npm ci && npm start', 'npm ci && npm test'])('the README names the command %s', (command) => {
  expect(readFromRoot('README.md')).toContain(command);
});

test('every spec in a README makes a package, without a warning', async () => {
  const specs = pages.flatMap((page) => readFences(page, 'yaml').filter((text) => text.startsWith('openapi:')));
  expect(specs.length).toBeGreaterThan(0);
  for (const text of specs) {
    const { files, diagnostics } = await generate({
      spec: { file: 'openapi.yaml', text },
      packageName: '@acme/shelf',
      format: false,
    });
    expect(diagnostics).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  }
});
