import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { folder } from './test/documents/alone/folder.js';
import { packageSources } from './test/package-sources.js';

const isNode20 = process.versions.node.startsWith('20.');

const settings = {
  exclude: ['test/cases/*/**', 'test/example/**', '**/node_modules/**'],
  // A machine with two busy cores takes five times as long as an idle one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Test files of a worker share imported modules: loading them for each file took a third of the time.
  isolate: false,
  // Most objects of tests are short-lived: a larger young generation needs fewer collections. Most functions run too seldom to be worth
  // optimizing, so V8 of Node 20 optimizes later. Later versions of Node do not start with that flag.
  execArgv: ['--max-semi-space-size=128', ...(isNode20 ? ['--interrupt-budget=300000'] : [])],
  setupFiles: ['test/keep-globals.ts', 'test/remember-formatted.ts', 'test/remove-folders.ts'],
  // Node imports built packages directly, without a transformation by vite.
  server: { deps: { external: [/\/(?:generated|templates)\/[^/]+\/dist\//, /\/speccast-mock-/] } },
  // Node imports CommonJS directly: through the proxy of vitest, the compiler would take 50 % longer.
  deps: { interopDefault: false },
  // On two busy cores, expected events come late.
  expect: { poll: { timeout: 15_000 } },
  // One random failure, such as a port that another process has taken, blocks no merge: `.ci/run` lists tests that passed at the second try.
  retry: process.env['CI'] === 'true' ? 1 : 0,
};

/** Replaces fast-check by a module that sets its seed. */
const seeded = { find: /^fast-check$/, replacement: fileURLToPath(new URL('test/fast-check.ts', import.meta.url)) };

/** Replaces runtime and emulator by their sources, so that tests need no build. */
const sources = Object.entries(packageSources).map(([name, path]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path,
}));

/** Replaces the decoders of images, which only the build of the emulator bundles from packages. */
const decoders = {
  find: /^.*\/images\/decode-image\.js$/,
  replacement: fileURLToPath(new URL('test/emulator/images/decoder.ts', import.meta.url)),
};

/** Replaces the generated packages by those from the documents alone, without overlays. */
const alone = [
  { find: /^@speccast\/([a-z-]+)$/, replacement: `${folder}/$1/src/index.ts` },
  { find: /^@speccast\/([a-z-]+)\/(operations|spec)$/, replacement: `${folder}/$1/src/$2.ts` },
  { find: /^@speccast\/([a-z-]+)\/([a-z]+)$/, replacement: `${folder}/$1/src/$2/index.ts` },
];

/** Folders with fast tests, which run on the sources in one process. A few need built packages. */
const quick = ['api', 'compare', 'config', 'diagnostics', 'emulator/engine', 'keywords', 'migrate', 'runtime', 'spec'];

/** Slower tests in these folders: they compile, or try very many inputs. */
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

/** Slow tests: they kill processes, run several compilers, or have very large inputs. */
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
    // By default one core stays free.
    maxWorkers: '100%',
    // Caches transformed modules: from the second run on, the fast tests take 30 % less time.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias: [seeded, decoders, ...sources] },
        // `JSON.parse` as in Node: an object literal would lose a key `__proto__`.
        json: { stringify: true, namedExports: false },
        test: {
          ...settings,
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [...settings.exclude, ...slow, 'test/documents/alone/**', 'test/build-step/**'],
        },
      },
      // `npm run test:fast`: tests that a change is likely to break, in less than a minute and without a new build.
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
      // Tests that start processes (other versions of Node, turbo, packed tarballs), and other slow tests.
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
      // The tests of the documents again, with packages that were generated without overlays.
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
