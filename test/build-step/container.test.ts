import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fencesOf } from '../rules/pages.js';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { freePort } from './free-port.js';
import { fetchPackage } from './fetch-package.js';
import { installPacked, tarballOf } from './packed.js';
import { instructionsOf } from './simulated-image.js';
import { tsc } from '../rules/compiler.js';

const source = join(root, 'templates/emulator');
const dockerfile = readFileSync(join(source, 'Dockerfile'), 'utf8');
const readme = 'templates/emulator/README.md';

const instructions = instructionsOf(dockerfile);

describe('the Dockerfile', () => {
  test('has nothing that a linter complains about', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate('FROM a\nCOPY b\nCMD ["c", d]\n').length).toBeGreaterThan(0);
  });

  test('runs as a user that is not root, gets the signals, and tells its health', () => {
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(last.findLast((line) => line.startsWith('ENTRYPOINT '))).toBe('ENTRYPOINT ["sh", "/opt/emulator/start.sh"]');
    expect(
      last.filter((line) => /^HEALTHCHECK .* CMD \["sh", "\/opt\/emulator\/start.sh", "--check-health"\]$/.test(line)),
    ).toHaveLength(1);
    expect(instructions.filter((line) => /^ADD |:latest\b|--privileged/.test(line))).toEqual([]);
  });

  test('copies files that the package has', () => {
    const copied = instructions.flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied).toEqual(['*.tgz', 'package.json', 'start.sh']);
    const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    expect(files).toEqual(expect.arrayContaining(['Dockerfile', 'start.sh']));
  });
});

describe('what a container runs', () => {
  let folder = '';
  let running: ChildProcess | undefined;

  beforeAll(() => {
    folder = scratchFolder(afterAll);
    installPacked(['speccast', 'video-platform'], folder);
    cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(folder, 'openapi.yaml'));
  });

  afterEach(() => {
    if (running?.exitCode === null) running.kill('SIGKILL');
  });

  function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    const path = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    return { PATH: path, XDG_CACHE_HOME: join(folder, 'cache'), ...more };
  }

  const script = join(source, 'start.sh');

  function healthOf(port: string): number | null {
    return spawnSync('sh', [script, '--check-health'], { env: environment({ EMULATOR_PORT: port }) }).status;
  }

  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['any document', ['openapi.yaml'], {}, '/pets'],
    ['a generated package', [], { EMULATOR_COMMAND: 'video-platform-mock' }, '/v3/videos?id=a&key=k'],
  ])('serves %s, with a token for its control plane, until SIGTERM', async (_name, args, more, path) => {
    const port = String(await freePort());
    writeFileSync(join(folder, 'token'), 'secret\n');
    const env = environment({ EMULATOR_PORT: port, EMULATOR_CONTROL_TOKEN_FILE: join(folder, 'token'), ...more });
    expect(healthOf(port)).toBe(1);
    running = spawn('sh', [script, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(running.stdout ?? running, 'data');
    expect(healthOf(port)).toBe(0);
    const call = async (to: string, headers = {}): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}${to}`, { headers })).status;
    expect(await call(path)).toBe(200);
    expect([await call('/__mock/state'), await call('/__mock/state', { 'x-mock-token': 'secret' })]).toEqual([
      401, 200,
    ]);
    expect(commandLineOf(running.pid)).toContain(port);
    expect(commandLineOf(running.pid)).not.toContain('secret');
    running.kill('SIGTERM');
    expect(await once(running, 'exit')).toEqual([0, null]);
    expect(healthOf(port)).toBe(1);
  });

  test('without a document, it says what is missing', () => {
    const { status, stderr } = spawnSync('sh', [script, 'none.yaml'], {
      cwd: folder,
      encoding: 'utf8',
      env: environment({}),
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('none.yaml')]);
  });
});

test('the services of the README for Docker Compose have what they name', () => {
  const [text = ''] = fencesOf(readme, 'yaml').filter((one) =>
    one.startsWith('services:\n  video-platform:\n    build:'),
  );
  const { services, volumes } = parse(text);
  const { build, environment, ports, volumes: mounted } = services['video-platform'];
  for (const name of Object.keys(build.args)) expect(dockerfile).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
  for (const name of Object.keys(environment)) expect(readFileSync(join(source, 'start.sh'), 'utf8')).toContain(name);
  expect(ports).toEqual([expect.stringMatching(/:4010$/)]);
  expect(mounted.map((one: string) => one.split(':'))).toEqual([[Object.keys(volumes)[0], '/state']]);
  expect(services.app.depends_on['video-platform'].condition).toBe('service_healthy');
});

/** Testcontainers is large and tested here alone: it is fetched from npm. */
function fetchTestcontainers(): string | undefined {
  try {
    return fetchPackage('testcontainers@11.14.0');
  } catch {
    return undefined;
  }
}

const testcontainers = fetchTestcontainers();
const missing = testcontainers === undefined ? ' (not run: it could not be fetched from npm)' : '';

test.skipIf(testcontainers === undefined)(`the recipe for Testcontainers fits its types${missing}`, () => {
  const [code = ''] = fencesOf(readme, 'js').filter((one) => one.includes('testcontainers'));
  const folder = join(testcontainers ?? '', '../..');
  // As TypeScript, with the one type that JavaScript leaves open.
  const typed = code.replace('let container;', "let container: import('testcontainers').StartedTestContainer;");
  expect(typed).not.toBe(code);
  writeFileSync(join(folder, 'recipe.mts'), typed);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    ...types,
  ];
  const { stdout } = spawnSync(process.execPath, [...tsc, ...options, 'recipe.mts'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
});

const engine = spawnSync('docker', ['info'], { timeout: 20_000 }).status === 0;

test.skipIf(!engine)(
  `an image can be built and run${engine ? '' : ' (not run: there is no Docker here)'}`,
  async () => {
    const folder = scratchFolder(afterAll);
    for (const name of ['Dockerfile', 'start.sh', 'package.json']) cpSync(join(source, name), join(folder, name));
    for (const name of ['runtime', 'emulator', 'video-platform'] as const)
      cpSync(tarballOf(name), join(folder, `${name}.tgz`));
    const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim();
    const args = ['--build-arg', 'PACKAGES=', '--build-arg', 'COMMAND=video-platform-mock'];
    const image = docker('build', '--quiet', ...args, folder);
    const id = docker(
      'run',
      '--detach',
      '--rm',
      '--publish',
      '127.0.0.1::4010',
      image,
      '--state',
      '/state/emulator.state',
    );
    try {
      await expect.poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', id)).toBe('healthy');
      const [, port] = /:(\d+)$/.exec(docker('port', id, '4010')) ?? [];
      expect((await fetch(`http://127.0.0.1:${port}/v3/videos?id=a&key=k`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/__mock/state`)).status).toBe(401);
      expect(docker('exec', id, 'id', '-un')).toBe('node');
    } finally {
      docker('stop', id);
    }
  },
);

/** How a process was started, as everybody on the machine can see it. */
function commandLineOf(pid: number | undefined): string {
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
}
