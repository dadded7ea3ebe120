import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { run } from '@speccast/video-platform/cli';
import { createEmulator } from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { runInProcess, scratchFolder } from './command-line-client.js';

const env = { VIDEO_PLATFORM_TOKEN: 'maker' };
const unit = 262_144;

test('the same command resumes an upload that was interrupted', async () => {
  const cwd = scratchFolder();
  const emulator = createEmulator();
  const film = Buffer.alloc(5 * unit + 17, 'film');
  writeFileSync(join(cwd, 'film.mp4'), film);
  const argv = ['videos', 'insert', '--snippet.title', 'Tides', '--media', 'film.mp4', '--base-url', emulator.baseUrl];
  const uploads = join(cwd, 'video-platform', 'uploads');
  const puts: number[] = [];
  const options = { cwd, env: { ...env, XDG_CONFIG_HOME: cwd } };
  const send = async (request: Request): Promise<Response> => {
    if (request.method === 'PUT') puts.push((await request.clone().arrayBuffer()).byteLength);
    return emulator.fetch(request);
  };

  const controller = new AbortController();
  const stopped = await runInProcess(run, argv, {
    ...options,
    signal: controller.signal,
    fetch: async (request) => {
      if (puts.length === 2) controller.abort();
      return send(request);
    },
  });
  expect([stopped.code, stopped.stderr]).toEqual([130, 'Interrupted\n']);
  const [state = ''] = readdirSync(uploads);
  expect(statSync(join(uploads, state)).mode & 0o777).toBe(0o600);
  const { url } = JSON.parse(readFileSync(join(uploads, state), 'utf8'));
  expect(stopped.stderr).not.toContain(url);

  puts.length = 0;
  const done = await runInProcess(run, argv, { ...options, fetch: send });
  expect(done.stderr).toBe(
    `Continuing the upload of ${join(cwd, 'film.mp4')}: ${2 * unit} of ${film.length} bytes are sent.\n`,
  );
  expect(done.code).toBe(0);
  expect(puts.reduce((all, one) => all + one, 0)).toBe(film.length - 2 * unit);
  expect(readdirSync(uploads)).toEqual([]);
  const { id } = JSON.parse(done.stdout);
  const part = { ...options, fetch: send };
  const listed = await runInProcess(run, ['videos', 'list', '--id', id, '--base-url', emulator.baseUrl], part);
  expect(JSON.parse(listed.stdout).items).toHaveLength(1);
});

test('a bar shows the progress of an upload in a terminal', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'film.mp4'), Buffer.alloc(3 * unit));
  const argv = ['videos', 'insert', '--snippet.title', 'Tides', '--media', 'film.mp4', '--emulator'];
  const uploaded = await runInProcess(run, argv, { cwd, columns: 100, isStderrTTY: true });
  expect(uploaded.code).toBe(0);
  expect(uploaded.stderr).toMatch(/Uploading \[=+\] 100% {2}786\.4 kB of 786\.4 kB/);
  expect((await runInProcess(run, argv, { cwd })).stderr).toBe('');
});

test('media is read from stdin, and a missing file is an error', async () => {
  const argv = ['videos', 'insert', '--snippet.title', 'Tides', '--emulator', '--media'];
  const piped = await runInProcess(run, [...argv, '-', '--media-type', 'video/mp4'], { stdin: 'not really a film' });
  expect([piped.code, JSON.parse(piped.stdout).snippet.title]).toEqual([0, 'Tides']);
  const none = await runInProcess(run, [...argv, 'none.mp4']);
  expect([none.code, none.stderr]).toEqual([2, 'error: --media none.mp4: there is no such file\n']);
  const { code, stderr } = await runInProcess(run, argv.slice(0, -1));
  expect([code, stderr]).toEqual([2, 'error: Missing option: --media\n']);
});

test('bytes are not written to a terminal: the error names --out', async () => {
  const respond = async (): Promise<Response> =>
    new Response('\u001b[31mbytes', { headers: { 'content-type': 'application/octet-stream' } });
  const options = { cwd: scratchFolder(), fetch: respond, env: { VIDEO_PLATFORM_TOKEN: 'token' } };
  const argv = ['captions', 'download', '--id', 'a'];
  expect(await runInProcess(run, argv, { ...options, columns: 80 })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: The response is application/octet-stream, which a terminal cannot show: add --out <file>\n',
  });
  expect((await runInProcess(run, argv, options)).stdout).toBe('\u001b[31mbytes');
});

test('the emulator saves its state in a file that only its owner can read', async () => {
  const cwd = scratchFolder();
  const call = (...argv: readonly string[]) => runInProcess(run, [...argv, '--emulator-state', 'state.json'], { cwd });
  expect((await call('playlists', 'insert', '--snippet.title', 'Tides')).code).toBe(0);
  expect((await call('playlists', 'list', '--mine', '--select', '.items[].snippet.title')).stdout).toContain('Tides');
  expect(statSync(join(cwd, 'state.json')).mode & 0o777).toBe(0o600);
  writeFileSync(join(cwd, 'state.json'), '{}');
  const broken = await call('playlists', 'list', '--mine');
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringContaining('state.json is not a state of this emulator'),
  ]);
});

const bin = fileURLToPath(new URL('../../generated/video-platform/dist/cli/bin.js', import.meta.url));
const bash = '/bin/bash';
const exec = promisify(execFile);

/** A bash script that loads the completion script, prints the completions of each argument, and then runs other commands. */
const script = `
video-platform() { node "$BIN" "$@"; }
eval "$(video-platform completion bash)"
for line in "$@"; do
  COMP_LINE="$line" COMP_POINT=\${#line} COMPREPLY=()
  _video_platform_complete video-platform
  printf '%s|' "\${COMPREPLY[@]}"; echo
done
video-platform i18n-regions list --emulator --all | head -1
echo "\${PIPESTATUS[0]}"
video-platform --version
video-platform playlists list --mien 2>&1; echo "$?"
`;

test.skipIf(!existsSync(bash))('bash completes commands, options and values; a closed pipe is no error', async () => {
  const lines = [
    'video-platform playl',
    'video-platform playlists ',
    'video-platform playlists list --max',
    'video-platform playlists list --part=snippet,st',
    'video-platform videos rate --rating ',
    'video-platform playlists insert --status.',
    'video-platform completion ',
  ];
  const { stdout } = await exec(bash, ['-c', script, 'bash', ...lines], {
    env: { ...process.env, BIN: bin, XDG_CONFIG_HOME: scratchFolder() },
  });
  expect(stdout.trim().split('\n')).toEqual([
    'playlist-items|playlists|',
    'delete|list|insert|update|',
    '--max-results|',
    'snippet,status|',
    'none|like|dislike|',
    '--status.privacy-status|--status.podcast-status|',
    'bash|zsh|fish|',
    '[',
    '0',
    'video-platform 0.1.0 (Video Platform Data Service v3)',
    'error: Unknown option --mien; did you mean --mine?',
    '2',
  ]);
});

for (const shell of ['zsh', 'fish']) {
  const path = ['/usr/bin', '/bin', '/usr/local/bin']
    .map((folder) => `${folder}/${shell}`)
    .find((one) => existsSync(one));
  const missing = path === undefined ? ` (skipped: ${shell} is not installed)` : '';
  test.skipIf(path === undefined)(`${shell} accepts the completion script${missing}`, async () => {
    const { stdout } = await runInProcess(run, ['completion', shell]);
    const file = join(scratchFolder(), 'script');
    writeFileSync(file, stdout);
    await exec(path ?? '', ['-n', file]);
    if (shell !== 'fish') return;
    const lines = ['playl', 'playlists list --max', 'playlists list --part=snippet,st'];
    const completed = lines.map((line) => `complete -C 'video-platform ${line}'`).join('; ');
    const command = `function video-platform; node $BIN $argv; end; source ${file}; ${completed}`;
    const found = await exec(path ?? '', ['--no-config', '-c', command], { env: { ...process.env, BIN: bin } });
    expect(found.stdout.trim().split('\n')).toEqual([
      'playlists',
      'playlist-items',
      '--max-results',
      '--part=snippet,status',
    ]);
  });
}

test('the page lists all options and exit codes', async () => {
  const page = readFileSync(new URL('../../templates/runtime/docs/command-lines.md', import.meta.url), 'utf8');
  const helps = ['--help', 'videos insert --help', 'playlists list --help', 'auth login --help'];
  for (const line of helps) {
    const { stdout } = await runInProcess(run, line.split(' '));
    const own = stdout.slice(
      line.startsWith('auth') ? 0 : Math.max(0, stdout.search(/^(?:Call and output|Options):$/m)),
    );
    for (const [, option = ''] of own.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)) expect(page).toContain(`\`${option}`);
    for (const [, code = ''] of stdout.matchAll(/^ {2}(\d+) {2}/gm)) expect(page).toContain(`\n| ${code} `);
  }
});
