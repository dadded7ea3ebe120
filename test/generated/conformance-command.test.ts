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
import { afterAll, beforeAll, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../../generated/video-platform/dist/conformance/bin.js', import.meta.url));
const secrets = {
  CONFORMANCE_KEY: 'secret-key-of-a-test',
  CONFORMANCE_TOKEN: 'secret-token-of-a-test',
  CONFORMANCE_TOKEN2: 'secret-second-token-of-a-test',
};

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

const state = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(state, { recursive: true }));

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcessByStdio<null, Readable, Readable> {
  const all = { XDG_STATE_HOME: state, ...env };
  return spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: all });
}

/** Runs the command with credentials in the environment, and waits for its end; nothing that it prints may hold them. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = secrets): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = start(args, { PATH, ...env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  for (const secret of Object.values(secrets)) expect(out + err).not.toContain(secret);
  return { code, out, err };
}

const emulator = createEmulator();
/** Says that it did what it was asked for, and did nothing. */
const liar = {
  baseUrl: emulator.baseUrl,
  fetch: async (request: Request): Promise<Response> =>
    request.method === 'DELETE' ? new Response(null, { status: 204 }) : emulator.fetch(request),
};
let [right, wrong]: { readonly url: string; close(): Promise<void> }[] = [];

beforeAll(async () => {
  [right, wrong] = await Promise.all([serve(emulator, { port: 0 }), serve(liar, { port: 0 })]);
});
afterAll(() => Promise.all([right?.close(), wrong?.close()]));

test('exits with 0 where all checks pass; key and tokens come from the environment', async () => {
  const { code, out, err } = await run(['--base-url', right?.url ?? '', '--writes', '--only', 'P5,U10,R2']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('P5');
  expect(out.trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, 0 failed, 0 skipped/);
});

test('without credentials, and without leave to write, checks are skipped, and say why', async () => {
  const { code, out } = await run(['--base-url', right?.url ?? '', '--only', 'P5,U10,U1'], {});
  expect(code).toBe(0);
  expect(out).toMatch(/U10 [^]*needs a token\n[^]*P5 [^]*was not allowed\n[^]*\n1 passed, 0 failed, 3 skipped\n$/);
});

test('exits with 1 where a check fails, and shows what was sent without its credentials', async () => {
  const { code, out } = await run(['--base-url', wrong?.url ?? '', '--writes', '--only', 'P5']);
  expect(code).toBe(1);
  expect(out).toMatch(/FAILED +P5\.delete [^]*wanted 403, got 204[^]*sent T2 DELETE http/);
});

test('prints the report as JSON', async () => {
  const { code, out } = await run(['--base-url', wrong?.url ?? '', '--writes', '--only', 'P5', '--json']);
  const { failed, results } = JSON.parse(out);
  expect([code, failed, results.some(({ outcome }: { outcome: string }) => outcome === 'failed')]).toEqual([
    1,
    1,
    true,
  ]);
});

test.each([
  [[]],
  [['--base-url', 'nowhere']],
  [['--base-url', 'file:///tmp']],
  [['--base-url', 'http://127.0.0.1:1', '--nonsense']],
])('exits with 2 and the options on wrong usage: %j', async (args) => {
  const { code, out, err } = await run(args);
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', 'Options:']);
});

test('exits with 2 where there is no such check', async () => {
  const { code, err } = await run(['--base-url', right?.url ?? '', '--only', 'ZZ9']);
  expect([code, err]).toEqual([2, 'There is no check ZZ9.\n']);
});

test('exits with 1 where nobody answers', async () => {
  const gone = await serve(emulator, { port: 0 });
  await gone.close();
  const { code, err } = await run(['--base-url', gone.url, '--only', 'R2,R6']);
  expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1]);
  expect(err).toMatch(/^No response from http:.*ECONNREFUSED/);
});

test('says beforehand what the run costs, and with a budget which checks it leaves out', async () => {
  const { out } = await run(['--base-url', right?.url ?? '', '--writes', '--only', 'P5,P1,TH6', '--budget', '200']);
  expect(out).toMatch(/^1 checks, about 101 units of the quota:\n {2}default: 101 of 10,000 a day\n/);
  expect(out).toMatch(/TH6 .*\n +does not fit into the budget of 200 units\n1 passed, 0 failed, 3 skipped\n$/);
});

test('ends at the first error that says that the quota is spent', async () => {
  const strict = createEmulator({ profile: 'vendor' });
  for (let calls = 0; calls < 200; calls += 1) await strict.fetch(insertPlaylist(strict.baseUrl));
  const server = await serve(strict, { port: 0 });
  try {
    const { code, out } = await run(['--base-url', server.url, '--public', '--only', 'H1,U10,R3']);
    expect(code).toBe(1);
    expect(out).toMatch(/stopped: the quota is spent until .*: 429 rateLimitExceeded: .* per day/);
    expect(out).toMatch(/\n0 passed, 0 failed, 3 skipped\n$/);
    expect(out.match(/was not run, because the quota is spent/g)).toHaveLength(2);
  } finally {
    await server.close();
  }
});

function insertPlaylist(baseUrl: string): Request {
  return new Request(`${baseUrl}/playlists?part=snippet`, {
    method: 'POST',
    headers: { authorization: 'Bearer other-user', 'content-type': 'application/json' },
    body: '{}',
  });
}

/** The ids of the rows of the user of these tests. */
async function ownPlaylists(baseUrl: string): Promise<readonly unknown[]> {
  const url = `${baseUrl}/playlists?part=snippet&mine=true&maxResults=50`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${secrets.CONFORMANCE_TOKEN}` } });
  return (await response.json()).items;
}

const writing = ['--writes', '--only', 'P2,P3,P7,P8,P9,P10'];

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run after what it created is deleted', async (signal) => {
  const baseUrl = right?.url ?? '';
  const before = await ownPlaylists(baseUrl);
  const child = start(['--base-url', baseUrl, ...writing], { PATH: '', ...secrets });
  await once(child.stdout, 'data');
  child.kill(signal);
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([2, 'Stopped.\n']);
  expect(await ownPlaylists(baseUrl)).toEqual(before);
});

test('what a killed run left is deleted by the next one', async () => {
  const slow = { baseUrl: emulator.baseUrl, fetch: slowly };
  const server = await serve(slow, { port: 0 });
  try {
    const before = await ownPlaylists(server.url);
    const child = start(['--base-url', server.url, '--writes', '--only', 'P1'], { PATH: '', ...secrets });
    while (
      !existsSync(join(state, 'speccast')) ||
      !readdirSync(join(state, 'speccast')).some((one) => one.endsWith('.json'))
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { code } = await run(['--base-url', server.url, '--writes', '--only', 'P1']);
    expect([code, readdirSync(join(state, 'speccast'))]).toEqual([0, []]);
    expect(await ownPlaylists(server.url)).toEqual(before);
  } finally {
    await server.close();
  }
});

/** Reads take long enough to kill a run in one. */
async function slowly(request: Request): Promise<Response> {
  if (request.method === 'GET') await new Promise((resolve) => setTimeout(resolve, 500));
  return emulator.fetch(request);
}

test('ends quietly where nobody reads its output any more', async () => {
  const child = start(['--base-url', right?.url ?? '', ...writing], { PATH: '', ...secrets });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [err, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([err, code, signal]).toEqual(['', 0, null]);
});
