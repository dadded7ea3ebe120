import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeBody } from '@speccast/runtime/positional';
import { tsc } from '../rules/compiler.js';
import { runCommand } from '../commands/run-command.js';
import { programsIn } from '../rules/pages.js';
import { root, readFromRoot } from '../rules/sources.js';
import { writeTexts } from './temporary-folder.js';

// Inside the repository, so that imports are resolved.
const cwd = join(root, '.cache/called/positional');

const options = `    argumentStyle: positional
    types: { date-time: Date, int64: bigint }
    names: { properties: snake_case }
    parts: [client]
    format: false
    out: ../generated/`;

const services = ['ad-reporting', 'video-platform'] as const;

const program = `import { createAdReporting, type PublisherAccount } from './ad-reporting/src/index.js';
import { createVideoPlatform } from './video-platform/src/index.js';

const ads = createAdReporting();
const videos = createVideoPlatform();

export async function calls(signal: AbortSignal): Promise<PublisherAccount> {
  const start_date = { year: 2025 };
  const report_spec = { date_range: { start_date }, dimensions: ['DATE'], metrics: ['CLICKS'] } as const;
  for await (const { metric_values } of ads.accounts.networkReport.generate('accounts/1', { report_spec }, { signal })) {
    const clicks: bigint | undefined = metric_values.CLICKS?.integer_value;
    void clicks;
    // @ts-expect-error -- it was not requested
    void metric_values.IMPRESSIONS;
  }
  // @ts-expect-error -- its parts are beside the parameters
  void ads.accounts.networkReport.generate('accounts/1', { body: { report_spec } });
  // @ts-expect-error -- a property that the body does not have
  void videos.playlists.insert({ snippet: { title: 'Tea', titel: 'Tea' } });
  const { snippet } = await videos.playlists.insert({ snippet: { title: 'Tea' }, part: ['snippet'] });
  await videos.playlists.update({ id: 'P1', snippet: { title: \`\${snippet.title} and milk\` } }, { signal });
  return ads.accounts.get('accounts/1', {}, { signal });
}
`;

beforeAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  cpSync(join(root, 'specs'), join(cwd, 'specs'), { recursive: true });
  const yaml = readFromRoot('specs/speccast.yaml')
    .replaceAll('    out: ../generated/', options)
    // Other surfaces need the validators.
    .replaceAll(/surfaces: .*/g, 'surfaces: [tanstack, agents]');
  writeTexts(cwd, { 'specs/speccast.yaml': yaml, 'node_modules/.keep': '', 'generated/program.ts': program });
  const { code, err } = await runCommand('generate', { args: [], cwd });
  expect(code, err).toBe(0);
});

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('clients with positional arguments compile, with the samples of their pages and a program that calls them', () => {
  const folder = join(cwd, 'generated');
  const fences = services.flatMap((name) =>
    ['README.md', 'SKILL.md', 'api.md'].flatMap((page) =>
      programsIn(`generated/${name}/${page}`, readFileSync(join(folder, name, page), 'utf8')),
    ),
  );
  expect(fences.length).toBeGreaterThan(30);
  for (const [index, code] of fences.entries())
    writeFileSync(
      join(folder, `page-${index}.ts`),
      code.replaceAll(/'@speccast\/(ad-|video-)(\w+)'/g, "'./$1$2/src/index.js'"),
    );
  // Samples may declare variables that they do not use.
  const compilerOptions = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts', '*/src/**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  expect(spawnSync(process.execPath, [...tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
}, 120_000);

test('mergeBody puts ids, parameters and properties of the body in their places', () => {
  const names = fc.uniqueArray(fc.string(), { maxLength: 12 });
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.nat(),
      fc.array(fc.jsonValue(), { minLength: 12, maxLength: 12 }),
      (all, one, two, values) => {
        const [first, second] = [one, two].map((at) => at % (all.length + 1)).toSorted((left, right) => left - right);
        const entries = all.map((name, at): [string, unknown] => [name, values[at]]);
        const [ids, params, body] = [entries.slice(0, first), entries.slice(first, second), entries.slice(second)];
        const merged = mergeBody<object>(
          Object.fromEntries([...body, ...params]),
          params.map(([name]) => name),
          Object.fromEntries(ids),
        );
        const whole = body.length === 0 ? [] : [['body', Object.fromEntries(body)]];
        fc.pre(!all.includes('body'));
        expect(merged).toEqual(Object.fromEntries([...params, ...ids, ...whole]));
      },
    ),
    { numRuns: 1000 },
  );
});
