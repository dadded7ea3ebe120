import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tsc } from '../rules/compiler.js';
import { runCommand } from '../commands/run-command.js';
import { root } from '../rules/sources.js';
import { scratchFolder } from './checkout.js';
import { installPacked } from './packed.js';

/** An application that has generated code among its sources, and the runtime installed: the one dependency. */
let folder = '';

const program = `import { createPets } from './api/src/index.js';
import { document } from './api/src/spec.js';
import { Cat } from './api/src/validators/index.js';

const client = createPets({
  baseUrl: 'https://pets.example',
  fetch: () => Promise.resolve(Response.json([{ id: '1', name: 'Rex' }])),
});
export const kinds: readonly string[] = [typeof client.with, typeof Cat.check, String(document['openapi'])];
console.log(kinds.join());
`;

beforeAll(async () => {
  folder = scratchFolder(afterAll);
  installPacked([], folder);
  rmSync(join(folder, 'node_modules/@speccast/emulator'), { recursive: true });
  cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(folder, 'openapi.yaml'));
  // Its ids are numbers, which is warned of unless somebody wants them so.
  const args = ['--spec', 'openapi.yaml', '--out', 'src/api', '--types', 'int64=string'];
  const { code, err } = await runCommand('generate', { args, cwd: folder });
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^src\/api\/src\/mocks needs @speccast\/emulator@0\.1: .*\n$/),
  ]);
  writeFileSync(join(folder, 'src/main.ts'), program);
});

/** As the templates of Vite have it. */
const vite = {
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedSideEffectImports: true,
  noEmit: true,
};

const strictest = {
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowUnreachableCode: false,
};

/** Checks the application, without the mocks where the emulator is not there, and gives what the compiler says. */
function complaints(type: 'module' | 'commonjs', options: object): string {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type }));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    rootDir: 'src',
    outDir: 'dist',
    ...options,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'], exclude: ['src/api/src/mocks'] }),
  );
  return spawnSync(process.execPath, [...tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
}

test.each([
  ['module', 'Vite', vite],
  ['commonjs', 'Vite', vite],
  ['module', 'bundlers, strictly', { ...vite, ...strictest }],
] as const)('in a package of type %s, code checks as for %s', (type, _, options) => {
  expect(complaints(type, options)).toBe('');
});

test.each(['module', 'commonjs'] as const)(
  'in a package of type %s, code checks as Node resolves it, and runs',
  (type) => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    expect(complaints(type, { module: 'nodenext', ...strictest })).toBe('');
    // What is built of it is a module in either.
    cpSync(join(folder, 'src/api/package.json'), join(folder, 'dist/api/package.json'));
    expect(execFileSync(process.execPath, [join(folder, 'dist/main.js')], { encoding: 'utf8' })).toBe(
      'function,function,3.1.0\n',
    );
  },
);

test('with the mocks, the compiler names the package that they need', () => {
  writeFileSync(join(folder, 'src/world.ts'), "export { createEmulator } from './api/src/mocks/index.js';\n");
  expect(complaints('module', vite)).toContain("error TS2307: Cannot find module '@speccast/emulator'");
});
