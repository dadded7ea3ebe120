import { runConformanceCommand } from '@speccast/emulator/commands';
import { runConformance } from '@speccast/video-platform/conformance';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const bin = fileURLToPath(new URL('../../generated/video-platform/dist/conformance/bin.js', import.meta.url));
const secrets = {
  CONFORMANCE_KEY: 'secret-key-of-a-test',
  CONFORMANCE_TOKEN: 'secret-token-of-a-test',
  CONFORMANCE_TOKEN2: 'secret-second-token-of-a-test',
};

const state = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(state, { recursive: true }));

/** Starts the command in another process, with credentials in the environment. */
function start(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const env = { XDG_STATE_HOME: state, PATH: '', ...secrets };
  return spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
}

const emulator = createEmulator();
/** A service whose quota is used up below. */
const strict = createEmulator({ profile: 'vendor' });

const services = {
  right: emulator,
  /** Responds to each DELETE with 204, and deletes nothing. */
  wrong: {
    baseUrl: emulator.baseUrl,
    fetch: async (request: Request): Promise<Response> =>
      request.method === 'DELETE' ? new Response(null, { status: 204 }) : emulator.fetch(request),
  },
  spent: strict,
};

const addresses = new Map<string, string>();
const servers: { readonly url: string; close(): Promise<void> }[] = [];

beforeAll(async () => {
  const init = {
    method: 'POST',
    headers: { authorization: 'Bearer other-user', 'content-type': 'application/json' },
    body: '{}',
  };
  for (let calls = 0; calls < 200; calls += 1)
    await strict.fetch(new Request(`${strict.baseUrl}/playlists?part=snippet`, init));
  for (const [name, service] of Object.entries(services)) {
    const server = await serve(service, { port: 0 });
    addresses.set(name, server.url);
    servers.push(server);
  }
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** A command line for one of the services, with its expected exit code and output. */
interface Row {
  readonly name: string;
  readonly to?: keyof typeof services;
  readonly args: readonly string[];
  /** Removes the credentials from the environment. */
  readonly hasNoCredentials?: true;
  readonly want: {
    readonly code: number;
    /** Patterns of standard output and standard error. Default: both are empty. */
    readonly out?: readonly RegExp[];
    readonly err?: readonly RegExp[];
    /** Expected members of standard output as JSON. */
    readonly json?: object;
  };
}

/** Runs the command in this process, and expects no credential in its output. */
async function run({
  to,
  args,
  hasNoCredentials,
}: Omit<Row, 'name' | 'want'>): Promise<{ code: unknown; out: string; err: string }> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((printed[name] += String(text))));
  vi.stubEnv('XDG_STATE_HOME', state);
  for (const [name, secret] of Object.entries(secrets)) vi.stubEnv(name, hasNoCredentials ? undefined : secret);
  const { exitCode } = process;
  try {
    process.exitCode = 0;
    await runConformanceCommand(runConformance, [...(to ? ['--base-url', addresses.get(to) ?? ''] : []), ...args]);
    for (const secret of Object.values(secrets)) expect(printed.stdout + printed.stderr).not.toContain(secret);
    return { code: process.exitCode, out: printed.stdout, err: printed.stderr };
  } finally {
    process.exitCode = exitCode;
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

table('a command line', async (row: Row) => {
  const { code, out: outPatterns, err: errPatterns, json } = row.want;
  const { out, err, ...ended } = await run(row);
  expect({ ...ended, out, err }).toMatchObject({
    code,
    ...(!outPatterns && !json && { out: '' }),
    ...(!errPatterns && { err: '' }),
  });
  for (const pattern of outPatterns ?? []) expect(out).toMatch(pattern);
  for (const pattern of errPatterns ?? []) expect(err).toMatch(pattern);
  if (json) expect(JSON.parse(out)).toMatchObject(json);
});

test('exits with 1 and one line if the service does not respond', async () => {
  const gone = await serve(emulator, { port: 0 });
  await gone.close();
  const child = start(['--base-url', gone.url, '--only', 'R2,R6']);
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^No response from http:.*ECONNREFUSED[^\n]*\n$/)]);
});

/** Returns the playlists of the user with CONFORMANCE_TOKEN. */
async function listOwnPlaylists(baseUrl: string): Promise<readonly unknown[]> {
  const url = `${baseUrl}/playlists?part=snippet&mine=true&maxResults=50`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${secrets.CONFORMANCE_TOKEN}` } });
  return (await response.json()).items;
}

const writing = ['--writes', '--only', 'P2,P3,P7,P8,P9,P10'];

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run after its rows are deleted', async (signal) => {
  const baseUrl = addresses.get('right') ?? '';
  const before = await listOwnPlaylists(baseUrl);
  const child = start(['--base-url', baseUrl, ...writing]);
  await once(child.stdout, 'data');
  child.kill(signal);
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([2, 'Stopped.\n']);
  expect(await listOwnPlaylists(baseUrl)).toEqual(before);
});

test('the next run deletes the rows that a killed run left', async () => {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let created = false;
  // Responds to reads after the first insert only when the run has been killed.
  const held = async (request: Request): Promise<Response> => {
    created ||= request.method === 'POST';
    if (created && request.method === 'GET') await ended;
    return emulator.fetch(request);
  };
  const server = await serve({ baseUrl: emulator.baseUrl, fetch: held }, { port: 0 });
  try {
    const before = await listOwnPlaylists(server.url);
    const child = start(['--base-url', server.url, '--writes', '--only', 'P1']);
    const kept = join(state, 'speccast');
    await expect.poll(() => existsSync(kept) && readdirSync(kept).some((one) => one.endsWith('.json'))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    end();
    const { code } = await run({ args: ['--base-url', server.url, '--writes', '--only', 'P1'] });
    expect([code, readdirSync(join(state, 'speccast'))]).toEqual([0, []]);
    expect(await listOwnPlaylists(server.url)).toEqual(before);
  } finally {
    await server.close();
  }
});

test('ends without an error if the reader of its output closes the pipe', async () => {
  const child = start(['--base-url', addresses.get('right') ?? '', ...writing]);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [err, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([err, code, signal]).toEqual(['', 0, null]);
});
