import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from './contenders.js';
import { printTable } from '../report.js';
import { seconds } from './print-results.js';
import { outOf } from './run-contender.js';
import { typeCheck } from './type-check.js';

/** The package of this repository whose description all tools are given. */
export const youtube: string = fileURLToPath(new URL('../../../generated/video-platform', import.meta.url));

/** What a user of the output writes: one file that calls one operation; beside it, one that calls none. */
const consumers = {
  'an empty file': 'export {};\n',
  ours: `import { createVideoPlatform } from '@speccast/video-platform';
const page = await createVideoPlatform({}).videos.list({ part: ['snippet'], id: ['a'] });
export const title: string | undefined = page.items?.[0]?.snippet?.title;
`,
  'hey-api': `import { videosList } from './output/sdk.gen';
const page = await videosList({ query: { part: ['snippet'], id: ['a'] } });
export const title: string | undefined = page.data?.items?.[0]?.snippet?.title;
`,
} as const;

/** Times that each check is done, in turns. */
const RUNS = 5;

/**
 * What a consumer's compiler takes: over our declarations, as they are published, and over the sources that hey-api
 * writes into the consumer's own tree. Only the standard library goes unchecked.
 */
export async function checkConsumers(spec: string): Promise<string> {
  if (!existsSync(join(youtube, 'dist/index.d.ts'))) throw new Error('The packages are not built: npm run build');
  const rows: Record<string, number[]> = {};
  const output = outOf('hey-api', spec);
  const there = Object.entries(consumers).filter(([name]) => name !== 'hey-api' || existsSync(output));
  for (let run = 0; run < RUNS; run++) {
    for (const [name, text] of there) {
      const own = prepare(name, text, output);
      const settings = { skipLibCheck: false, skipDefaultLibCheck: true, types: [] };
      const checked = await typeCheck(own, ['consumer.ts'], settings);
      if (checked.status !== 0) throw new Error(`The consumer of ${name} does not compile:\n${checked.output}`);
      (rows[name] ??= []).push(checked.cpu);
    }
  }
  const best = Object.entries(rows).map(([name, times]) => [name, seconds(Math.min(...times))]);
  return printTable([['A file that calls one operation, of', `CPU of tsc, least of ${RUNS}`], ...best]);
}

function prepare(name: string, text: string, output: string): string {
  const own = join(folder, 'out/consumers', name.replaceAll(' ', '-'));
  rmSync(own, { recursive: true, force: true });
  mkdirSync(join(own, 'node_modules/@speccast'), { recursive: true });
  if (name === 'ours') symlinkSync(youtube, join(own, 'node_modules/@speccast/video-platform'));
  if (name === 'hey-api') symlinkSync(output, join(own, 'output'));
  writeFileSync(join(own, 'consumer.ts'), text);
  return own;
}
