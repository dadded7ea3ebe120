import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFences } from '../rules/pages.js';
import { folderOfFile } from '../scratch-folder.js';
import { root } from '../rules/sources.js';
import { compile } from './compile.js';
import { tryToFetch } from './fetch-package.js';
import { packTarball } from './packed.js';
import { readInstructions } from './simulated-image.js';

const source = join(root, 'templates/emulator');
const dockerfile = readFileSync(join(source, 'Dockerfile'), 'utf8');
const page = 'templates/emulator/docs/containers.md';

const instructions = readInstructions(dockerfile);

describe('the Dockerfile', () => {
  test('has nothing that a linter complains about', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate('FROM a\nCOPY b\nCMD ["c", d]\n').length).toBeGreaterThan(0);
  });

  // `simulated-image.test.ts` runs its instructions: copied files exist, the emulator starts, reports its health and gets signals.
  test('runs as a user that is not root, copies no remote files, and is in the package', () => {
    const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(instructions.filter((line) => /^ADD |:latest\b|--privileged/.test(line))).toEqual([]);
    expect(instructions).toContain('COPY --from=packages /opt/emulator /opt/emulator');
    const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    expect(files).toEqual(expect.arrayContaining(['Dockerfile', 'start.sh']));
  });
});

test('the page for Docker Compose names arguments, variables and ports that exist', () => {
  const [text = ''] = readFences(page, 'yaml').filter((one) =>
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

const testcontainers = tryToFetch('testcontainers@11.14.0');
const missing = testcontainers === undefined ? ' (not run: it could not be fetched from npm)' : '';

test.skipIf(testcontainers === undefined)(`the recipe for Testcontainers type-checks${missing}`, () => {
  const [code = ''] = readFences(page, 'js').filter((one) => one.includes('testcontainers'));
  const folder = join(testcontainers ?? '', '../..');
  // The recipe is JavaScript: TypeScript needs the type of this one variable.
  const typed = code.replace('let container;', "let container: import('testcontainers').StartedTestContainer;");
  expect(typed).not.toBe(code);
  writeFileSync(join(folder, 'recipe.mts'), typed);
  const options = { module: 'nodenext', types: ['node'], typeRoots: [join(root, 'node_modules/@types')], noEmit: true };
  expect(compile(folder, ['recipe.mts'], { ...options, lib: ['es2022'], skipLibCheck: true })).toBe('');
});

const engine = spawnSync('docker', ['info'], { timeout: 20_000 }).status === 0;

test.skipIf(!engine)(
  `an image can be built and run${engine ? '' : ' (not run: there is no Docker here)'}`,
  async () => {
    const folder = folderOfFile();
    for (const name of ['Dockerfile', 'start.sh', 'package.json']) cpSync(join(source, name), join(folder, name));
    for (const name of ['runtime', 'emulator', 'video-platform'] as const)
      cpSync(packTarball(name), join(folder, `${name}.tgz`));
    const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim();
    const args = ['--build-arg', 'PACKAGES=', '--build-arg', 'COMMAND=video-platform-mock'];
    const image = docker('build', '--quiet', ...args, folder);
    const publish = ['--publish', '127.0.0.1::4010'];
    const id = docker('run', '--detach', '--rm', ...publish, image, '--state', '/state/emulator.state');
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
