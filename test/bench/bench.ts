/*
 * `npm run bench`, or `npm run bench -- generate`: how long `generate` takes, beside a peer.
 * `npm run bench -- validators`: how fast validators judge, beside those of others.
 * `npm run bench -- client`: what a call costs beside bare fetch; with `--lab`, how clients behave, beside those of others.
 * `npm run bench -- emulator`: how many requests a second the emulator answers, beside MSW and Prism.
 * `npm run bench -- mock`: how long a mock server takes to start, beside Prism.
 * `npm run bench -- cli`: what the start of a package's command line takes.
 * `npm run bench -- console`: how long the console takes to its first view, and how it scrolls through a long journal.
 * `npm run bench -- types`: what a consumer's compiler takes for the published declarations, beside @googleapis/youtube.
 * `npm run bench -- corpus`: what generators make of public specs, and what that costs, beside others.
 * `npm run bench -- diff`: what breaks between two versions of public documents, by our rules and by those of others.
 */

const [what = 'generate'] = process.argv.slice(2);
if (what === 'generate') await import('./generate.bench.js');
else if (what === 'validators') await import('./validators/validators.bench.js');
else if (what === 'client') await import('./client/client.bench.js');
else if (what === 'emulator') await import('./emulator/emulator.bench.js');
else if (what === 'mock') await import('./mock-start.bench.js');
else if (what === 'cli') await import('./command-line.bench.js');
else if (what === 'console') await import('./console/console.bench.js');
else if (what === 'types') await import('./types/types.bench.js');
else if (what === 'corpus') await import('./corpus/corpus.bench.js');
else if (what === 'diff') await import('./diff/diff.bench.js');
else
  throw new Error(
    `There is no bench "${what}": generate, validators, client, emulator, mock, cli, console, types, corpus or diff`,
  );
