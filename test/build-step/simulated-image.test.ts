import { type ChildProcess, execFileSync, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { freePort } from './free-port.js';
import { listen } from './listen.js';
import { type PackageName, packTarball } from './packed.js';
import { readInstructions, type SimulatedImage, simulateBuild } from './simulated-image.js';

const source = join(root, 'templates/emulator');
const instructions = readInstructions(readFileSync(join(source, 'Dockerfile'), 'utf8'));

const isRoot = process.getuid?.() === 0;
/** User of the image: `nobody` if these tests run as root, else the current user. */
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const running: ChildProcess[] = [];

afterEach(() => {
  for (const one of running.splice(0)) if (one.exitCode === null) one.kill('SIGKILL');
});

/** Executes the Dockerfile with packed tarballs beside it. */
function buildWith(names: readonly PackageName[], args: Readonly<Record<string, string>>): SimulatedImage {
  const folder = folderOfFile();
  const context = join(folder, 'context');
  mkdirSync(context);
  for (const name of ['Dockerfile', 'start.sh', 'package.json']) cpSync(join(source, name), join(context, name));
  for (const name of names) cpSync(packTarball(name), join(context, `${name}.tgz`));
  // Temporary folders of tests are private: the user of the image needs access to each folder above its own.
  for (let path = folder; path.length > 4; path = dirname(path))
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o755);
  return simulateBuild(instructions, { context, root: join(folder, 'image'), args, owner });
}

function readHealth(image: SimulatedImage, env: Readonly<Record<string, string>>): number | null {
  const [command = '', ...words] = image.readCommand('HEALTHCHECK');
  return spawnSync(command, words, { env: { ...image.env, ...env }, ...owner }).status;
}

/**
 * Runs the image as its user, until SIGTERM. Expects that it serves a path, reports its health, and allows requests to its control plane
 * only with the token from a file.
 */
async function expectServes(image: SimulatedImage, args: readonly string[], path: string): Promise<void> {
  const port = String(await freePort());
  const file = join(image.root, 'token');
  writeFileSync(file, 'secret\n', { mode: 0o644 });
  const env = { EMULATOR_PORT: port, EMULATOR_CONTROL_TOKEN_FILE: file, XDG_CACHE_HOME: join(folderOfFile(), 'cache') };
  expect(readHealth(image, env)).toBe(1);
  const [command = '', ...words] = image.readCommand('ENTRYPOINT');
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const options = { cwd: image.workdir, env: { ...image.env, ...env }, stdio, ...owner };
  const child = spawn(command, [...words, ...args], options);
  running.push(child);
  const { until, ended } = listen(child);
  await until(new RegExp(`^http://0\\.0\\.0\\.0:${port}\\b`));
  expect(readHealth(image, env)).toBe(0);
  const call = async (to: string, headers = {}): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${to}`, { headers })).status;
  const statuses = [
    await call(path),
    await call('/__mock/state'),
    await call('/__mock/state', { 'x-mock-token': 'secret' }),
  ];
  expect(statuses).toEqual([200, 401, 200]);
  // All users of a machine can see the arguments of a process.
  const printed = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' });
  expect([printed.includes(port), printed.includes('secret')]).toEqual([true, false]);
  child.kill('SIGTERM');
  expect([await ended, readHealth(image, env)]).toEqual([0, 1]);
}

describe('the steps of the Dockerfile, on this machine', () => {
  test('install tarballs without a registry, and serve a package as a user that is not root', async () => {
    const args = { PACKAGES: '', COMMAND: 'video-platform-mock', npm_config_offline: 'true' };
    const image = buildWith(['runtime', 'emulator', 'video-platform'], args);
    const emulator = join(image.root, 'opt/emulator');
    expect(image.stated).toMatchObject({ USER: 'node', VOLUME: '/state' });
    expect(existsSync(join(emulator, 'tarballs'))).toBe(false);
    // A user other than root cannot change or replace installed files.
    if (isRoot) expect(spawnSync('sh', ['-c', `: > ${join(emulator, 'x')}`], owner).status).not.toBe(0);
    const state = join(image.root, 'state/emulator.state');
    await expectServes(image, ['--state', state], '/v3/videos?id=a&key=k');
    expect(statSync(state).uid).toBe(owner.uid);
  });

  test('install speccast, and serve a document, also without a writable cache', async ({ skip }) => {
    let image: SimulatedImage;
    try {
      image = buildWith(['speccast', 'runtime', 'emulator'], { PACKAGES: '', npm_config_prefer_offline: 'true' });
    } catch (error) {
      if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(String(error))) throw error;
      skip('npm has no registry here to install the dependencies of speccast from');
      return;
    }
    cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(image.workdir, 'openapi.yaml'));
    await expectServes(image, ['openapi.yaml'], '/pets');
    const [command = '', ...words] = image.readCommand('ENTRYPOINT');
    const options = { cwd: image.workdir, env: image.env, encoding: 'utf8', ...owner } as const;
    const { status, stderr } = spawnSync(command, [...words, 'none.yaml'], options);
    expect([status, stderr]).toEqual([1, expect.stringContaining('none.yaml')]);
  });
});
