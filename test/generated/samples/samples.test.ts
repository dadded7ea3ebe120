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
import { curlFolder, runCode } from './run-samples.js';
import { adReporting, caller, videoPlatform, writeFiles, type SampledService } from './sampled-services.js';

const folder = mkdtempSync(join(tmpdir(), 'speccast-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sampled {
  readonly name: string;
  readonly start: () => SampledService | Promise<SampledService>;
  readonly operations: readonly { readonly id: string }[];
  /** What the machine's curl is replaced by in any case, so that the replacement is tried, too. */
  readonly isReplaced: boolean;
}

const services: readonly Sampled[] = [
  { name: 'video-platform', start: videoPlatform, operations: videoOperations, isReplaced: false },
  { name: 'ad-reporting', start: adReporting, operations: adOperations, isReplaced: true },
];

describe.each(services)('samples of $name', ({ name, start, operations, isReplaced }) => {
  const { samples, typescript, shell } = readPageSamples(readFromRoot(`generated/${name}/api.md`));
  const prefix = name.replace('-', '_').toUpperCase();
  const folderOf = (operation: string): string => {
    const own = join(folder, name, operation);
    writeFiles(own, operation);
    return own;
  };

  test('each operation has one in each language', () => {
    expect(samples.map(({ operation }) => operation).sort()).toEqual(operations.map(({ id }) => id).sort());
    for (const one of samples) {
      expect(one.typescript).toContain(`client.${one.operation}(`);
      expect(one.curl).toMatch(/^curl /);
      expect(one.cli).toMatch(new RegExp(`^npx @speccast/${name} `));
    }
  });

  test('in TypeScript they run', async () => {
    const service = await start();
    const client = clientOf(service, typescript);
    const failed: Record<string, string> = {};
    for (const { operation, typescript: code } of samples) {
      const own = folderOf(operation);
      const error = await runCode(code, client, own);
      if (error !== undefined) failed[operation] = describeError(error);
    }
    expect(failed).toEqual(service.errors);
  });

  test('for curl they run in a shell, over HTTP', async () => {
    const service = await start();
    const server = await serve(service);
    const { origin, pathname } = new URL(server.url);
    const lines = samples.map(
      ({ operation, curl }) => `( cd '${folderOf(operation)}'\n${curl}\n) > '${folder}/${operation}.out'`,
    );
    const script = [
      shell,
      `${prefix}_URL='${server.url}'`,
      `${prefix}_UPLOAD_URL='${origin}/upload${pathname}'`,
      `${prefix}_TOKEN='${caller}'`,
      `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }`,
      ...lines,
    ];
    const env = { ...process.env, PATH: `${curlFolder(folder, isReplaced)}:${process.env['PATH'] ?? ''}` };
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

  test('for the command line they run, as a shell splits them', async () => {
    const service = await start();
    const script = samples.map(({ operation, cli }) => `OUT='${folderOf(operation)}/argv'\n${cli}`);
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

  test('those of SKILL.md run', async () => {
    const service = await start();
    const client = clientOf(service, typescript);
    const [preamble, ...codes] = codeIn(readFromRoot(`generated/${name}/SKILL.md`), 'ts');
    expect(preamble).toBe(`${typescript}\n`);
    const calls = codes.filter((code) => !code.includes('createEmulator'));
    expect(calls.length).toBe(codes.length - 1);
    for (const code of calls) {
      const [operation = ''] = /(?<=client\.)[\w.]+/.exec(code) ?? [];
      expect(await runCode(code.replace(/^import .*$/gm, ''), client, folderOf(operation))).toBeUndefined();
    }
  });
});

function describeError(error: unknown): string {
  const { status, reason } = Object(error);
  return `${status} ${reason}`;
}

/** The client of a page, which goes to the service that is given. */
function clientOf({ exports, baseUrl, fetch }: SampledService, preamble: string): unknown {
  const [, made = ''] = /const client = ([^]*);$/.exec(preamble) ?? [];
  const env = new Proxy({}, { get: () => caller });
  const create = new Function(...Object.keys(exports), 'process', `return ${made}`);
  return create(...Object.values(exports), { env }).with({ baseUrl, fetch });
}
