import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPacked } from '../../build-step/packed.js';
import { cacheFolder, installInto } from '../../corpus/install-corpus.js';
import { root } from '../../rules/sources.js';
import { measure } from '../corpus/measure.js';
import { median, printTable } from '../report.js';

/*
 * `npm run build`, then `npm run bench -- types [runs]`: compile time of a file that lists, inserts and reads, with our published
 * declarations and with those of @googleapis/youtube. An empty file shows the time of the compiler itself and of its libraries.
 * Everything is kept in the user's cache folder.
 */

const folder = cacheFolder('speccast-bench-types');
const RUNS = Number(process.argv[3] ?? 11);

const consumers = {
  'an empty file': 'export {};\n',
  '@googleapis/youtube': `import { youtube } from '@googleapis/youtube';
const client = youtube({ version: 'v3', auth: 'KEY' });
const page = await client.videos.list({ part: ['snippet'], id: ['a'] });
export const title: string | null | undefined = page.data.items?.[0]?.snippet?.title;
const made = await client.playlists.insert({ part: ['snippet'], requestBody: { snippet: { title: 'Tides' } } });
export const id: string | null | undefined = made.data.id;
`,
  '@speccast/video-platform': `import { apiKey, createVideoPlatform } from '@speccast/video-platform';
const client = createVideoPlatform({ auth: apiKey('KEY') });
const page = await client.videos.list({ part: ['snippet'], id: ['a'] });
export const title: string | undefined = page.items?.[0]?.snippet?.title;
const made = await client.playlists.insert({ part: ['snippet'], body: { snippet: { title: 'Tides' } } });
export const id: string | undefined = made.id;
`,
  '@speccast/ad-reporting': `import { bearer, createAdReporting } from '@speccast/ad-reporting';
const client = createAdReporting({ auth: bearer('TOKEN') });
const page = await client.accounts.list();
export const name: string | undefined = page.account?.[0]?.name;
const units = await client.accounts.adUnits.list({ parent: 'accounts/pub-1' });
export const id: string | undefined = units.adUnits?.[0]?.adUnitId;
`,
} as const;

type Consumer = keyof typeof consumers;
const names = Object.keys(consumers) as readonly Consumer[]; // `as`: the keys of a constant object.

const compilers = { 'TypeScript 7': 'typescript-7', 'TypeScript 5.9': 'typescript-5.9' } as const;

/** Options that check the declarations of dependencies (the default of `tsc`), or skip them. */
const settings = {
  'declarations checked': { skipLibCheck: false, skipDefaultLibCheck: true },
  'with the library of the compiler checked, too': { skipLibCheck: false },
  'skipLibCheck: true': { skipLibCheck: true },
} as const;

/** Figures of one compilation; times in seconds. */
interface Sample {
  readonly cpu: number;
  readonly check: number;
  readonly files: number;
  readonly lines: number;
  readonly types: number;
}

// The declarations of @googleapis/youtube need those of Node; ours do not.
installInto(folder, ['@googleapis/youtube@39.0.0', '@types/node@20']);
rmSync(join(folder, 'node_modules/@speccast'), { recursive: true, force: true });
installPacked(['video-platform', 'ad-reporting'], folder);
for (const [title, options] of Object.entries(settings)) {
  for (const [compiler, installed] of Object.entries(compilers)) {
    const samples = await sampleAll(join(root, 'node_modules', installed, 'bin/tsc'), options);
    console.log(`\n${compiler}, ${title}\n\n${printTable(toRows(samples))}`);
  }
}

/** Compiles the consumers in turns, so that other work on the machine affects all of them alike. */
async function sampleAll(tsc: string, options: object): Promise<ReadonlyMap<Consumer, readonly Sample[]>> {
  const samples = new Map<Consumer, Sample[]>(names.map((name) => [name, []]));
  for (let run = 0; run < RUNS; run++)
    for (const name of names) samples.get(name)?.push(await check(tsc, name, options));
  return samples;
}

async function check(tsc: string, name: Consumer, options: object): Promise<Sample> {
  const own = join(folder, 'consumers', name.replace(/\W+/g, '-'));
  mkdirSync(own, { recursive: true });
  rmSync(join(own, 'node_modules'), { force: true });
  symlinkSync(join(folder, 'node_modules'), join(own, 'node_modules'));
  writeFileSync(join(own, 'consumer.mts'), consumers[name]);
  const lib = ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'];
  const shared = { target: 'es2022', lib, module: 'nodenext', strict: true, noEmit: true, types: [] };
  const config = { compilerOptions: { ...shared, ...options }, files: ['consumer.mts'] };
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(config));
  const { status, cpu, output } = await measure({
    file: process.execPath,
    args: [tsc, '-p', own, '--extendedDiagnostics', '--pretty', 'false'],
    cwd: own,
  });
  if (status !== 0) throw new Error(`The consumer of ${name} does not compile:\n${output}`);
  const lines = [...output.matchAll(/^Lines(?: of [A-Z]\w+)?:\s*(\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return {
    cpu,
    check: figure(output, 'Check time'),
    files: figure(output, 'Files'),
    lines,
    types: figure(output, 'Types'),
  };
}

function figure(output: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s*([\\d.]+)`, 'm').exec(output)?.[1] ?? Number.NaN);
}

/**
 * Returns a row for each consumer. A share is its time above that of the empty file, divided by the time of @googleapis/youtube above
 * that of the empty file. CPU time is a median. Check time is elapsed time, which other work on the machine increases: it is a minimum.
 */
function toRows(samples: ReadonlyMap<Consumer, readonly Sample[]>): readonly (readonly string[])[] {
  const of = (name: Consumer, key: keyof Sample): number => {
    const values = (samples.get(name) ?? []).map((one) => one[key]);
    return key === 'check' ? Math.min(...values) : median(values);
  };
  const above = (name: Consumer, key: keyof Sample): number => of(name, key) - of('an empty file', key);
  const share = (name: Consumer, key: keyof Sample): string =>
    name === 'an empty file' ? '' : (above(name, key) / above('@googleapis/youtube', key)).toFixed(2);
  const heads = ['A file that uses', 'Files', 'Lines', 'Types', 'Check time', 'Share', 'CPU', 'Share'];
  return [
    heads,
    ...names.map((name) => [
      name,
      ...(['files', 'lines', 'types'] as const).map((key) => String(of(name, key))),
      `${of(name, 'check').toFixed(3)} s`,
      share(name, 'check'),
      `${of(name, 'cpu').toFixed(2)} s`,
      share(name, 'cpu'),
    ]),
  ];
}
