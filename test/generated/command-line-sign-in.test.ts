import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type CliIo } from '@speccast/video-platform/cli';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess, scratchFolder, type Ran, type RunOptions } from './command-line-client.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const emulator = createEmulator({ auth: 'strict', now: Date.now, signIn: { clients: { desktop: {} } } });
let server: Awaited<ReturnType<typeof serve>>;
let origin = '';

beforeAll(async () => {
  server = await serve(emulator, { port: 0 });
  origin = new URL(server.url).origin;
});
afterAll(() => server.close());

function call(cwd: string, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runInProcess(run, [...argv, '--base-url', server.url], { cwd, ...options });
}

/** Opens the URL of a sign-in as a browser would in which ann is signed in and allows everything. */
async function browse(url: string): Promise<boolean> {
  const address = new URL(url);
  address.searchParams.set('prompt', 'none');
  address.searchParams.set('login_hint', 'ann@example.com');
  const { headers } = await fetch(address, { redirect: 'manual' });
  await fetch(headers.get('location') ?? '');
  return true;
}

const login = (): readonly string[] => ['auth', 'login', '--client-id', 'desktop', '--issuer', origin];
const fileIn = (cwd: string): string => join(cwd, 'video-platform', 'sign-in.json');

test('a sign-in is stored in a private file, used, refreshed and deleted', async () => {
  const cwd = scratchFolder();
  expect(await call(cwd, ['auth', 'status'])).toMatchObject({ code: 3, stderr: 'error: There is no credential\n' });
  const signedIn = await call(cwd, login(), { openUrl: browse });
  expect([signedIn.code, signedIn.stdout]).toEqual([0, '']);
  const file = fileIn(cwd);
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  for (const secret of [stored.accessToken, stored.refreshToken]) expect(signedIn.stderr).not.toContain(secret);
  expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect((await call(cwd, ['playlists', 'insert', '--snippet.title', 'Tides'])).code).toBe(0);
  const status = await call(cwd, ['auth', 'status', '--json']);
  expect(JSON.parse(status.stdout)).toMatchObject({ credentials: [{ kind: 'bearer', from: file, origin }] });
  expect(status.stdout).not.toContain(stored.accessToken);

  writeFileSync(file, JSON.stringify({ ...stored, expiresAt: 0 }));
  const listed = await call(cwd, ['playlists', 'list', '--mine', '--select', '.items[].snippet.title']);
  expect([listed.code, listed.stdout]).toEqual([0, 'My playlist\nTides\n']);
  const renewed = JSON.parse(readFileSync(file, 'utf8'));
  expect(renewed.accessToken).not.toBe(stored.accessToken);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const elsewhere = await runInProcess(run, ['playlists', 'list', '--mine', '--base-url', 'https://other.example/v3'], {
    cwd,
    fetch: () => Promise.reject(new Error('a request was sent to another server')),
  });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    3,
    'error: playlists.list needs a credential: set VIDEO_PLATFORM_API_KEY, or VIDEO_PLATFORM_TOKEN, or run `video-platform auth login`. Nothing was sent.\n',
  ]);

  chmodSync(file, 0o644);
  const open = await call(cwd, ['playlists', 'list', '--mine']);
  expect([open.code, open.stderr]).toEqual([
    3,
    `error: ${file} can be read by other users: run \`chmod 600 '${file}'\`\n`,
  ]);
  expect((await call(cwd, ['auth', 'logout'])).code).toBe(0);
  expect([existsSync(file), (await call(cwd, ['playlists', 'list', '--mine'])).code]).toEqual([false, 3]);
});

test('a token in the environment takes precedence over the sign-in, and a rejected one is reported', async () => {
  const cwd = scratchFolder();
  await call(cwd, login(), { openUrl: browse });
  const env = { XDG_CONFIG_HOME: cwd, VIDEO_PLATFORM_TOKEN: 'token-that-nobody-issued' };
  const { code, stderr } = await call(cwd, ['playlists', 'list', '--mine'], { env });
  expect(code).toBe(3);
  expect(stderr).toContain('The credential was rejected: see video-platform auth status');
  expect(stderr).not.toContain('token-that-nobody-issued');
});

test('auth login --device signs in with a code', async () => {
  const cwd = scratchFolder();
  const written: string[] = [];
  const decide = async (text: string): Promise<void> => {
    const [, url = '', code = ''] = /^Open (\S+) on any device, and enter the code (\S+)/m.exec(text) ?? [];
    if (url === '') return;
    const scope = 'https://www.googleapis.com/auth/youtube';
    const form = { user_code: code, user: 'bob@example.com', granted: scope, decision: 'allow' };
    await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  };
  const stderr: CliIo['stderr'] = {
    write: (chunk, done) => {
      written.push(String(chunk));
      void decide(String(chunk)).then(() => done?.());
    },
  };
  const code = await run([...login(), '--device', '--base-url', server.url], {
    cwd,
    env: { XDG_CONFIG_HOME: cwd },
    stdin: (async function* () {})(),
    stdout: { write: (_, done) => done?.() },
    stderr,
    // The emulator's interval between polls is seconds.
    fetch: async (request) => {
      const response = await fetch(request);
      if (!request.url.includes('device')) return response;
      const body = await response.clone().json();
      return 'interval' in body ? Response.json({ ...body, interval: 0.05 }) : response;
    },
  });
  expect([code, written.at(-1)]).toEqual([
    0,
    `Signed in. The tokens are in ${fileIn(cwd)}, which only you can read.\n`,
  ]);
  expect((await call(cwd, ['playlists', 'list', '--mine'])).code).toBe(0);
});

table('auth login %j: %s', async (options: readonly string[], message: string) => {
  const { code, stderr } = await call(scratchFolder(), ['auth', 'login', ...options]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
});

test('Ctrl+C ends a sign-in', async () => {
  const controller = new AbortController();
  const openUrl = async (): Promise<boolean> => {
    controller.abort();
    return true;
  };
  const { code, stderr } = await call(scratchFolder(), login(), { openUrl, signal: controller.signal });
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([130, 'Interrupted']);
});
