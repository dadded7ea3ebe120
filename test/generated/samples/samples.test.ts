import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@speccast/video-platform/server';
import { afterAll, describe, expect, test } from 'vitest';
import { adOperations, videoOperations } from '../../documents/operations.js';
import { codeIn } from '../../rules/pages.js';
import { readFromRoot } from '../../rules/sources.js';
import { runInProcess } from '../command-line-client.js';
import { readPageSamples } from './page-samples.js';
import { createCurlFolder, runCode } from './run-samples.js';
import {
  caller,
  emulateAdReporting,
  emulateVideoPlatform,
  writeFiles,
  type SampledService,
} from './sampled-services.js';

const folder = mkdtempSync(join(tmpdir(), 'speccast-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sampled {
  readonly name: string;
  readonly start: () => SampledService | Promise<SampledService>;
  readonly operations: readonly { readonly id: string }[];
  /** Uses the replacement of curl even if the machine has curl, so that the replacement is tested. */
  readonly isReplaced: boolean;
}

const services: readonly Sampled[] = [
  { name: 'video-platform', start: emulateVideoPlatform, operations: videoOperations, isReplaced: false },
  { name: 'ad-reporting', start: emulateAdReporting, operations: adOperations, isReplaced: true },
];

describe.each(services)('samples of $name', ({ name, start, operations, isReplaced }) => {
  const { samples, typescript, shell } = readPageSamples(readFromRoot(`generated/${name}/api.md`));
  const prefix = name.replace('-', '_').toUpperCase();
  /** Creates a folder with the files of an operation. */
  const createFolder = (operation: string): string => {
    const own = join(folder, name, operation);
    writeFiles(own, operation);
    return own;
  };

  test('are there for each operation in each language', () => {
    expect(samples.map(({ operation }) => operation).sort()).toEqual(operations.map(({ id }) => id).sort());
    for (const one of samples) {
      expect(one.typescript).toContain(`client.${one.operation}(`);
      expect(one.curl).toMatch(/^curl /);
      expect(one.cli).toMatch(new RegExp(`^npx @speccast/${name} `));
    }
  });

  test('in TypeScript run', async () => {
    const service = await start();
    const client = createClient(service, typescript);
    const failed: Record<string, string> = {};
    for (const { operation, typescript: code } of samples) {
      const own = createFolder(operation);
      const error = await runCode(code, client, own);
      if (error !== undefined) failed[operation] = describeError(error);
    }
    expect(failed).toEqual(service.errors);
  });

  test('for curl run in a shell, over HTTP', async () => {
    const service = await start();
    const server = await serve(service);
    const { origin, pathname } = new URL(server.url);
    const lines = samples.map(
      ({ operation, curl }) => `( cd '${createFolder(operation)}'\n${curl}\n) > '${folder}/${operation}.out'`,
    );
    const script = [
      shell,
      `${prefix}_URL='${server.url}'`,
      `${prefix}_UPLOAD_URL='${origin}/upload${pathname}'`,
      `${prefix}_TOKEN='${caller}'`,
      `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }`,
      ...lines,
    ];
    const env = { ...process.env, PATH: `${createCurlFolder(folder, isReplaced)}:${process.env['PATH'] ?? ''}` };
    await promisify(execFile)('sh', ['-e', '-c', script.join('\n')], { env });
    await server.close();
    const failed = samples.flatMap(({ operation }) => {
      const [, body = '', status = ''] =
        /^([^]*)\n(\d{3})$/.exec(readFileSync(`${folder}/${operation}.out`, 'utf8')) ?? [];
      return status.startsWith('2')
        ? []
        : [[operation, `${status} ${JSON.parse(body).error.errors[0].reason}`] as const];
    });
    expect(Object.fromEntries(failed)).toEqual(service.errors);
  });

  test('for the command line run with the arguments that a shell passes', async () => {
    const service = await start();
    const script = samples.map(({ operation, cli }) => `OUT='${createFolder(operation)}/argv'\n${cli}`);
    const split = `npx() { for one in "$@"; do printf '%s\\0' "$one"; done > "$OUT"; }`;
    await promisify(execFile)('sh', ['-e', '-c', [split, ...script].join('\n')]);
    const failed: Record<string, string> = {};
    for (const { operation } of samples) {
      const cwd = join(folder, name, operation);
      const argv = readFileSync(join(cwd, 'argv'), 'utf8').split('\0').slice(1, -1);
      rmSync(join(cwd, 'download.bin'), { force: true });
      const own = [...argv, '--json', '--base-url', service.baseUrl];
      const options = { cwd, fetch: service.fetch, env: { [`${prefix}_TOKEN`]: caller } };
      const { code, stderr } = await runInProcess(service.run, own, options);
      if (code !== 0) failed[operation] = describeError(JSON.parse(stderr).error);
    }
    expect(failed).toEqual(service.errors);
  });

  test('of SKILL.md run', async () => {
    const service = await start();
    const client = createClient(service, typescript);
    const [preamble, ...codes] = codeIn(readFromRoot(`generated/${name}/SKILL.md`), 'ts');
    expect(preamble).toBe(`${typescript}\n`);
    const calls = codes.filter((code) => !code.includes('createEmulator'));
    expect(calls.length).toBe(codes.length - 1);
    for (const code of calls) {
      const [operation = ''] = /(?<=client\.)[\w.]+/.exec(code) ?? [];
      expect(await runCode(code.replace(/^import .*$/gm, ''), client, createFolder(operation))).toBeUndefined();
    }
  });
});

function describeError(error: unknown): string {
  const { status, reason } = Object(error);
  return `${status} ${reason}`;
}

/** Creates the client by the code in front of the samples, and points it at the emulated service. */
function createClient({ exports, baseUrl, fetch }: SampledService, preamble: string): unknown {
  const [, expression = ''] = /const client = ([^]*);$/.exec(preamble) ?? [];
  const env = new Proxy({}, { get: () => caller });
  const create = new Function(...Object.keys(exports), 'process', `return ${expression}`);
  return create(...Object.values(exports), { env }).with({ baseUrl, fetch });
}
