/*
 * `npm run bench`, or `npm run bench -- generate`: how long `generate` takes, beside a peer.
 * `npm run bench -- validators`: how fast validators judge, beside those of others.
 * `npm run bench -- client`: what a call costs beside bare fetch; with `--lab`, how clients behave, beside those of others.
 * `npm run bench -- emulator`: how many requests a second the emulator answers, beside MSW and Prism.
 * `npm run bench -- mock`: how long a mock server takes to start, beside Prism; `-- mock asana.com` with one document.
 * `npm run bench -- cli`: what the start of a package's command line takes.
 * `npm run bench -- console`: how long the console takes to its first view, and how it scrolls through a long journal.
 * `npm run bench -- types`: what a consumer's compiler takes for the published declarations, beside @googleapis/youtube.
 * `npm run bench -- corpus`: what generators make of public specs, and what that costs, beside others.
 * `npm run bench -- diff`: what breaks between two versions of public documents, by our rules and by those of others.
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
