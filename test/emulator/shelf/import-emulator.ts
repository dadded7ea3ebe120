import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmulatorPlan } from '@speccast/emulator';
import { parse } from 'yaml';
import { writeTexts } from '../../output/temporary-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the plan of an emulator for documents in this folder: `importPlan('shelf', 'annex')` merges `annex.yaml` into `shelf.yaml`. */
export async function importPlan(...names: readonly [string, ...string[]]): Promise<EmulatorPlan> {
  const folder = await findPackage(...names);
  // The module is typed only once it is generated.
  const { plan } = (await import(/* @vite-ignore */ join(folder, 'src/mocks/plan.ts'))) as {
    readonly plan: EmulatorPlan;
  };
  return plan;
}

type Document = Readonly<Record<string, unknown>>;

function merge(under: Document, over: Document): Document {
  const members = Object.entries(over).map(([key, value]) => {
    const below = under[key];
    return [key, isObject(value) && isObject(below) ? merge(below, value) : value];
  });
  return { ...under, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the folder of the package for documents in this folder. It is generated again when the generator or a document has changed. */
export async function findPackage(...names: readonly [string, ...string[]]): Promise<string> {
  const documents = names.map((one) => parse(readFileSync(new URL(`${one}.yaml`, import.meta.url), 'utf8')));
  const [name, text] = [names.join('-'), JSON.stringify(documents.reduce(merge))];
  const hash = createHash('sha256').update(text).update(hashGenerator()).digest('hex').slice(0, 16);
  // Inside the repository, so that imports of packages are resolved.
  const folder = join(root, '.cache/emulators', `${name}-${hash}`);
  if (existsSync(folder)) return folder;
  const { generate } = await import('../../../generator/generate.js');
  const { readTool } = await import('../../../generator/output/read-tool.js');
  const file = `${name}.json`;
  const options = { properties: { color: {}, items: {}, kind: {} } };
  const { files, diagnostics } = await generate({
    spec: { file, text },
    packageName: `@test/${name}`,
    assets: readTool(),
    format: false,
    // Tests replace the function of this capability.
    capabilities: {
      registered: [{ name: 'act', path: 'act.ts', options, at: { file, line: 1, column: 1 } }],
      files: [{ path: 'act.ts', file: 'act.ts', text: 'export const act = () => ({ kind: "empty" }) as const;' }],
    },
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  // Other workers may generate the same package at the same time; the first one is used.
  const own = `${folder}-${randomUUID()}`;
  writeTexts(own, Object.fromEntries(files.map((one) => [one.path, one.text])));
  if (existsSync(folder)) rmSync(own, { recursive: true });
  else renameSync(own, folder);
  return folder;
}

/** Returns a hash of all sources that generated packages depend on. */
function hashGenerator(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'specs/vocabulary.yaml')));
  for (const [folder, ending] of [
    ['generator', '.ts'],
    ['templates', '.hbs'],
  ] as const) {
    const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const path of entries.filter((one) => one.endsWith(ending) && !one.includes('node_modules')).toSorted())
      hash.update(path).update(readFileSync(join(root, folder, path)));
  }
  return hash.digest('hex');
}
