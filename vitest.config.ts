import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { folder } from './test/documents/alone/folder.js';
import { packageSources } from './test/package-sources.js';

const isNode20 = process.versions.node.startsWith('20.');

const settings = {
  exclude: ['test/cases/*/**', 'test/example/**', '**/node_modules/**'],
  // A machine with two busy cores takes five times as long as a quiet one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The files of a worker share what they import: loading it for each took a third of the time.
  isolate: false,
  // Most objects of a test live for a moment, which takes less collecting with more room for them; and most functions run too
  // seldom to be worth optimizing so early as the engine does. Later versions of Node do not know that flag, and would not start.
  execArgv: ['--max-semi-space-size=128', ...(isNode20 ? ['--interrupt-budget=300000'] : [])],
  setupFiles: ['test/keep-globals.ts', 'test/remember-formatted.ts', 'test/remove-folders.ts'],
  // The packages are imported as Node imports them, without being transformed first.
  server: { deps: { external: [/\/(?:generated|templates)\/[^/]+\/dist\//, /\/speccast-mock-/] } },
  // CommonJS is imported as Node imports it; through a proxy the compiler would take half as long again.
  deps: { interopDefault: false },
  // What is waited for comes late where two cores have much to do.
  expect: { poll: { timeout: 15_000 } },
  // One failure by chance, such as a socket that another process took, stops no merge: `.ci/run` names what passed again.
  retry: process.env['CI'] === 'true' ? 1 : 0,
};

/** Properties are tried from one seed. */
const seeded = { find: /^fast-check$/, replacement: fileURLToPath(new URL('test/fast-check.ts', import.meta.url)) };

/** What generated code runs on, from its sources: tests of them need no build. */
const sources = Object.entries(packageSources).map(([name, path]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path,
}));

/** Decoders of images, which the build of the emulator puts together from packages. */
const decoders = {
  find: /^.*\/images\/decode-image\.js$/,
  replacement: fileURLToPath(new URL('test/emulator/images/decoder.ts', import.meta.url)),
};

/** The packages by name, as they are made from the documents alone. */
const alone = [
  { find: /^@speccast\/([a-z-]+)$/, replacement: `${folder}/$1/src/index.ts` },
  { find: /^@speccast\/([a-z-]+)\/(operations|spec)$/, replacement: `${folder}/$1/src/$2.ts` },
  { find: /^@speccast\/([a-z-]+)\/([a-z]+)$/, replacement: `${folder}/$1/src/$2/index.ts` },
];

/** Folders whose tests run on the sources in one process, each in a moment; a few call packages as they were built last. */
const quick = ['api', 'compare', 'config', 'diagnostics', 'emulator/engine', 'keywords', 'migrate', 'runtime', 'spec'];

/** Those of their tests that compile, or try very many inputs. */
const thorough = [
  'check-interface',
  'conversions',
  'fuzz',
  'hostile',
  'lists',
  'properties',
  'random-failures',
  'replies',
  'resolve-dynamic',
  'sample',
  'stable-names',
  'worlds',
];

/** Tests that kill processes, compile with several compilers, or take inputs of a size that nobody writes. */
const slow = [
  'api/behaviour/many-paths',
  'compare/speed',
  'emit/validators/compile/wide',
  'emit/validators/long-chains',
  'emulator/server/state/kill',
  'generated/call-sites/compile',
  'output/hostile/bounded',
  'output/wide-documents',
  'output/write/lock',
  'runtime/client/upload/kill',
].map((name) => `test/${name}.test.ts`);

const config: ReturnType<typeof defineConfig> = defineConfig({
  test: {
    // All cores: by default one stays free.
    maxWorkers: '100%',
    // What was transformed is kept until it changes: from the second run on, the fast tests take seven tenths of the time.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias: [seeded, decoders, ...sources] },
        // As Node reads JSON: as an object literal it would lose `__proto__`.
        json: { stringify: true, namedExports: false },
        test: {
          ...settings,
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [...settings.exclude, ...slow, 'test/documents/alone/**', 'test/build-step/**'],
        },
      },
      // What a change is likely to break, in less than a minute and without a new build: `npm run test:fast`.
      {
        resolve: { alias: [seeded, decoders, ...sources] },
        json: { stringify: true, namedExports: false },
        test: {
          ...settings,
          name: 'fast',
          include: quick.map((name) => `test/${name}/**/*.test.ts`),
          exclude: [
            ...settings.exclude,
            ...slow,
            'test/compare/release/**',
            ...thorough.map((name) => `**/${name}.test.ts`),
          ],
        },
      },
      // What takes processes of its own: other Nodes, the build engine, packed tarballs; and other slow tests.
      {
        resolve: { alias: [seeded, decoders, ...sources] },
        json: { stringify: true, namedExports: false },
        test: {
          ...settings,
          name: 'build-step',
          include: ['test/build-step/**/*.test.ts', ...slow],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      // The tests of the documents once more, on packages made without the overlays.
      {
        resolve: { alias: [seeded, decoders, ...sources, ...alone] },
        test: {
          ...settings,
          name: 'documents alone',
          include: ['test/documents/**/*.test.ts'],
          globalSetup: ['test/documents/alone/generate.ts'],
          env: { PACKAGES: folder },
        },
      },
    ],
  },
});

export default config;
