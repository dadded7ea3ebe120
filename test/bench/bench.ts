/*
 * `npm run bench`, or `npm run bench -- generate`: how long `generate` takes, beside a peer.
 * `npm run bench -- validators`: how fast validators validate, beside other libraries.
 * `npm run bench -- client`: the overhead of a call over bare fetch; with `--lab`, the behaviour of clients, beside other libraries.
 * `npm run bench -- emulator`: requests that the emulator serves in a second, beside MSW and Prism.
 * `npm run bench -- mock`: how long a mock server takes to start, beside Prism; `-- mock asana.com` with one document.
 * `npm run bench -- cli`: the time that a package's command line takes to start.
 * `npm run bench -- console`: the time until the first view of the console, and the frames while a long journal is scrolled.
 * `npm run bench -- types`: compile time of a program that uses the published declarations, beside @googleapis/youtube.
 * `npm run bench -- corpus`: results and costs of generators on public specs.
 * `npm run bench -- diff`: breaking changes between two versions of public documents, by our rules and by other tools.
 */

const benches: Readonly<Record<string, string>> = {
  generate: './generate.bench.js',
  validators: './validators/validators.bench.js',
  client: './client/client.bench.js',
  emulator: './emulator/emulator.bench.js',
  mock: './mock-start.bench.js',
  cli: './command-line.bench.js',
  console: './console/console.bench.js',
  types: './types/types.bench.js',
  corpus: './corpus/corpus.bench.js',
  diff: './diff/diff.bench.js',
};

const [name = 'generate'] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) throw new Error(`There is no bench "${name}", only ${Object.keys(benches).join(', ')}`);
await import(bench);
