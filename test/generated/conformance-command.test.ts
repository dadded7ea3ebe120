import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Runs the command with credentials in the environment, and waits for its end; nothing that it prints may hold them. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = secrets): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, ...env } });
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
  const { code, out } = await run(['--base-url', gone.url, '--only', 'R2']);
  expect([code, out.includes('R2')]).toEqual([1, true]);
});
