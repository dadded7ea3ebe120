import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { freePort } from './free-port.js';
import { type PackageName, tarballOf } from './packed.js';
import { instructionsOf, type SimulatedImage, simulateBuild } from './simulated-image.js';

const source = join(root, 'templates/emulator');
const instructions = instructionsOf(readFileSync(join(source, 'Dockerfile'), 'utf8'));

/** Nobody in particular, where these tests may become another user; else they are no root anyway. */
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const running: ChildProcess[] = [];

afterEach(() => {
  for (const one of running.splice(0)) if (one.exitCode === null) one.kill('SIGKILL');
});

/** Follows the Dockerfile with packed tarballs beside it. */
function buildWith(names: readonly PackageName[], args: Readonly<Record<string, string>>): SimulatedImage {
  const folder = scratchFolder(afterAll);
  const context = join(folder, 'context');
  mkdirSync(context);
  for (const name of ['Dockerfile', 'start.sh', 'package.json']) cpSync(join(source, name), join(context, name));
  for (const name of names) cpSync(tarballOf(name), join(context, `${name}.tgz`));
  // The user of the image has to reach what is below; folders for tests are for their owner alone.
  for (let path = folder; path.length > 4; path = dirname(path))
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o755);
  return simulateBuild(instructions, { context, folder, args, owner });
}

/** Runs a command of the image as its user. */
function start(image: SimulatedImage, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const [command = '', ...words] = image.entrypoint;
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const child = spawn(command, [...words, ...args], {
    cwd: image.workdir,
    env: { ...image.env, ...env },
    stdio,
    ...owner,
  });
  running.push(child);
  return child;
}

function healthOf(image: SimulatedImage, env: Readonly<Record<string, string>>): number | null {
  const [command = '', ...words] = image.healthcheck;
  return spawnSync(command, words, { env: { ...image.env, ...env }, ...owner }).status;
}

/** Whether the folder has what a user other than root can neither change nor replace. */
function isReadOnly(image: SimulatedImage): boolean {
  const path = join(image.root, 'opt/emulator');
  return spawnSync('sh', ['-c', `: > ${join(path, 'x')}`], owner).status !== 0;
}

describe('the steps of the Dockerfile, on this machine', () => {
  test('install tarballs without a registry, and serve a package as a user that is not root', async () => {
    const args = { PACKAGES: '', COMMAND: 'video-platform-mock', npm_config_offline: 'true' };
    const image = buildWith(['runtime', 'emulator', 'video-platform'], args);
    expect([image.user, image.volumes, existsSync(join(image.root, 'opt/emulator/tarballs'))]).toEqual([
      'node',
      ['/state'],
      false,
    ]);
    if (isRoot) expect(isReadOnly(image)).toBe(true);
    const env = { EMULATOR_PORT: String(await freePort()), EMULATOR_CONTROL_TOKEN: 'secret' };
    expect(healthOf(image, env)).toBe(1);
    const state = join(image.root, 'state/emulator.state');
    const child = start(image, ['--state', state], env);
    const [line] = await once(child.stdout ?? child, 'data');
    expect(String(line)).toBe(`http://0.0.0.0:${env.EMULATOR_PORT}/v3\n`);
    expect(healthOf(image, env)).toBe(0);
    const address = `http://127.0.0.1:${env.EMULATOR_PORT}`;
    expect((await fetch(`${address}/v3/videos?id=a&key=k`)).status).toBe(200);
    expect((await fetch(`${address}/__mock/state`)).status).toBe(401);
    const headers = { 'x-mock-token': 'secret' };
    expect((await fetch(`${address}/__mock/reset`, { method: 'POST', headers })).ok).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect([statSync(state).uid, healthOf(image, env)]).toEqual([owner.uid, 1]);
  });

  test('install speccast, and serve a document, also without a cache to write to', async ({ skip }) => {
    let image: SimulatedImage;
    try {
      image = buildWith(['speccast', 'runtime', 'emulator'], { PACKAGES: '', npm_config_prefer_offline: 'true' });
    } catch (error) {
      if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(String(error))) throw error;
      skip('npm has no registry here to install the dependencies of speccast from');
      return;
    }
    const spec = join(image.workdir, 'openapi.yaml');
    writeFileSync(spec, readFileSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml')));
    const env = {
      EMULATOR_PORT: String(await freePort()),
      EMULATOR_CONTROL_TOKEN: 'secret',
      XDG_CACHE_HOME: join(scratchFolder(afterAll), 'cache'),
    };
    const child = start(image, ['openapi.yaml'], env);
    const [line] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    expect(String(line)).toContain(`http://0.0.0.0:${env.EMULATOR_PORT}`);
    expect(healthOf(image, env)).toBe(0);
    expect((await fetch(`http://127.0.0.1:${env.EMULATOR_PORT}/pets`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
