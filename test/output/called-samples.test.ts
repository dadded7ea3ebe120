import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextFile } from 'speccast';
import { serve } from '@speccast/emulator/server';
import { cases, generateCase } from '../cases/cases.js';
import { readPageSamples, type PageSamples } from '../generated/samples/page-samples.js';
import { createCurlFolder, runCode } from '../generated/samples/run-samples.js';
import { programsIn } from '../rules/pages.js';
import { root } from '../rules/sources.js';
import { importFiles, type ImportedCase } from './import-case.js';
import { writeTexts } from './temporary-folder.js';
import { tsc } from '../rules/compiler.js';

type CreateAuth = (...texts: readonly string[]) => unknown;

const folder = join(root, '.cache', 'called-samples');
const packages = new Map<string, readonly TextFile[]>();
let one: ImportedCase<object> | undefined;
let page: PageSamples = { typescript: '', shell: '', samples: [] };

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The files that samples name.
  for (const name of ['file.bin', 'file.png']) writeFileSync(join(folder, name), 'file');
  for (const name of ['positive-agents', 'positive-agents-client'])
    packages.set(name, (await generateCase(cases.find((other) => other.name === name)!)).files);
  const files = packages.get('positive-agents')!;
  page = readPageSamples(files.find(({ path }) => path === 'api.md')!.text);
  one = await importFiles<object>('positive-agents', files);
});

afterAll(() => {
  one?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the parts of a request that a service reads, in a form that is equal for curl and for `fetch`. */
async function readRequest(request: Request): Promise<unknown> {
  const { method, url, headers } = request;
  const { pathname, search } = new URL(url);
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const parts = type === 'multipart/form-data' ? await readForm(request) : await request.text();
  const named = ['authorization', 'x-trace'].map((name) => headers.get(name));
  return { method, path: decodeURIComponent(pathname), query: decodeURIComponent(search), type, named, body: parts };
}

async function readForm(request: Request): Promise<unknown> {
  const entries = [...(await request.formData())];
  return Promise.all(
    entries.map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]),
  );
}

test('samples for curl and in TypeScript send the same request, which the service accepts', async () => {
  const { emulator } = one!.open();
  // `as`: the package exports such functions.
  const { bearer, basic } = one!.exports as Readonly<Record<string, CreateAuth>>;
  const requests: unknown[] = [];
  const statuses: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(await readRequest(request.clone()));
    const response = await emulator.fork().fetch(request);
    statuses.push(response.status);
    return response;
  };
  const auth = [bearer!('TOKEN'), basic!('USER', 'PASSWORD')];
  const { client } = one!.open({ auth: auth as never, fetch });
  expect(page.samples.length).toBeGreaterThan(5);
  for (const { operation, typescript } of page.samples)
    expect([undefined, 404], operation).toContain(Object(await runCode(typescript, client, folder)).status);
  const typed = requests.splice(0);
  const server = await serve({ baseUrl: emulator.baseUrl, fetch });
  const variables = ['TOKEN', 'USER', 'PASSWORD'].map((name) => `POSITIVE_AGENTS_${name}=${name}`);
  const script = [
    page.shell,
    ...variables,
    `POSITIVE_AGENTS_URL='${server.url}'`,
    ...page.samples.map(({ curl }) => curl),
  ];
  const env = { ...process.env, PATH: `${createCurlFolder(folder)}:${process.env['PATH'] ?? ''}` };
  await promisify(execFile)('sh', ['-e', '-c', script.join('\n')], { cwd: folder, env });
  await server.close();
  expect(requests).toEqual(typed);
  // The row that an example names need not exist.
  expect(statuses.filter((status) => status >= 300 && status !== 404)).toEqual([]);
}, 60_000);

test('the pages of cases compile', () => {
  for (const [name, files] of packages) {
    const out = join(folder, name);
    writeTexts(out, Object.fromEntries(files.map(({ path, text }) => [path, text])));
    for (const path of ['api.md', 'SKILL.md'])
      for (const [index, code] of programsIn(path, readFileSync(join(out, path), 'utf8')).entries()) {
        const local = code.replaceAll(
          /'@cases\/[\w-]+(\/\w+)?'/g,
          (_, sub = '/index') => `'./src${sub}${sub === '/mocks' ? '/index' : ''}.js'`,
        );
        writeFileSync(join(out, `${path.replace('.md', '')}-${index}.ts`), local);
      }
  }
  const compilerOptions = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*/*.ts', '*/src/**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  expect(spawnSync(process.execPath, [...tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
}, 120_000);
