import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { failingFunctions, stackProgram } from '../generated/stack-program.js';
import { folderOfFile } from '../scratch-folder.js';
import { listen } from './listen.js';
import { nodeBinary, nodeMajors } from './node-binaries.js';
import { installPacked, linkInstalled, listSubpaths } from './packed.js';

const packages = ['video-platform', 'ad-reporting'] as const;

/** Folder outside the repository, so that no package of the repository is found. */
let folder = '';

beforeAll(() => {
  folder = folderOfFile();
  installPacked(['speccast', ...packages], folder);
  // Peers that `./msw` and `./mcp` import.
  linkInstalled(['msw', '@modelcontextprotocol/server'], folder);
  writeFileSync(join(folder, 'compare.cjs'), compare);
  writeFileSync(join(folder, 'throw.mjs'), `${stackProgram}console.log(JSON.stringify(stacks));`);
});

/** Program that prints the number of exports of each subpath, or `differs` if `import` and `require()` do not return the same values. */
const compare = `
const found = {};
(async () => {
  for (const path of process.argv.slice(2)) {
    const required = require(path);
    const imported = await import(path, path.endsWith('.json') ? { with: { type: 'json' } } : {});
    const names = Object.keys(required).filter((name) => name !== '__esModule').sort();
    if (path.endsWith('.json')) {
      found[path] = JSON.stringify(required) === JSON.stringify(imported.default) ? names.length : 'differs';
      continue;
    }
    const same = JSON.stringify(names) === JSON.stringify(Object.keys(imported).sort());
    found[path] = same && names.every((name) => required[name] === imported[name]) ? names.length : 'differs';
  }
  console.log(JSON.stringify(found));
})();
`;

const spec = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: { '/pets': { get: { operationId: 'pets.list', responses: { 200: { description: 'Pets.' } } } } },
};

function modulePath(path: string): string {
  return join(folder, 'node_modules', path);
}

describe.each(nodeMajors.map((major) => nodeBinary(major)))('on Node $major', (node) => {
  const path = node.kind === 'found' ? node.path : '';
  const reason = node.kind === 'found' ? '' : ` (not run: ${node.reason})`;
  const each = test.skipIf(node.kind === 'missing');

  each(
    `every subpath can be imported and required, returns the same exports, and prints no warnings${reason}`,
    async () => {
      const paths = ['speccast', '@speccast/video-platform', '@speccast/ad-reporting'].flatMap((name) =>
        listSubpaths(name, folder),
      );
      const { stdout, stderr } = await promisify(execFile)(path, [join(folder, 'compare.cjs'), ...paths], {
        cwd: folder,
      });
      // MSW, which `./msw` imports, reads `localStorage`: newer versions of Node warn about that.
      expect(
        stderr.split('\n').filter((line) => !/^$|localStorage is not available|node --trace-warnings/.test(line)),
      ).toEqual([]);
      const found: Readonly<Record<string, number | 'differs'>> = JSON.parse(stdout);
      expect(Object.keys(found)).toEqual(paths);
      expect(Object.entries(found).filter(([, count]) => count === 'differs')).toEqual([]);
      const empty = Object.entries(found).filter(([, count]) => count === 0);
      expect(empty.map(([name]) => name)).toEqual([]);
    },
  );

  // Both packages have the same command: the second is tried under one Node only.
  each.each(packages.slice(0, node.major === nodeMajors[0] ? 2 : 1))(
    `the emulator of %s starts as a command and responds${reason}`,
    async (name) => {
      const command = modulePath(`@speccast/${name}/dist/mocks/bin.js`);
      const server = spawn(path, [command, '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      const output = listen(server);
      try {
        const [address] = await output.until(/^http:\/\/\S+/m);
        const response = await fetch(`${new URL(address).origin}/__mock/openapi.json`);
        expect([response.status, typeof (await response.json())]).toEqual([200, 'object']);
      } finally {
        server.kill('SIGTERM');
      }
      expect(await output.ended).toBe(0);
      expect(output.printed().replace(/^(?:Console: )?http\S+\n/gm, '')).toBe('');
    },
  );

  each(`speccast starts as a command and generates a package${reason}`, () => {
    const command = modulePath('speccast/dist/generator/bin.js');
    const out = join(folder, `out-${node.major}`);
    writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    const args = [command, 'generate', '--spec', 'spec.json', '--out', out, '--name', '@acme/pets', '--json'];
    const { diagnostics }: { diagnostics: unknown } = JSON.parse(
      execFileSync(path, args, { encoding: 'utf8', cwd: folder }),
    );
    expect(diagnostics).toEqual([]);
    expect(readFileSync(join(out, 'src/client/client.ts'), 'utf8')).toContain('export function createPets(');
  });

  each(`stack traces lead to readable code, and to the code of the caller${reason}`, () => {
    const stacks: readonly string[] = JSON.parse(execFileSync(path, ['throw.mjs'], { encoding: 'utf8', cwd: folder }));
    expect(stacks).toHaveLength(failingFunctions.length);
    for (const [index, stack] of stacks.entries()) {
      expect(stack).toMatch(new RegExp(` at ${failingFunctions[index]} \\(.*/throw\\.mjs:\\d+`));
      const [, file = '', line = '0'] = /@speccast\/([\w/-]+\.js):(\d+)/.exec(stack) ?? [];
      const lines = readFileSync(modulePath(`@speccast/${file}`), 'utf8').split('\n');
      expect(lines[Number(line) - 1]).toMatch(/\b(?:return|new) \w+/);
    }
  });
});
