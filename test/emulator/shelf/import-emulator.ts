import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmulatorPlan } from '@speccast/emulator';
import { parse } from 'yaml';
import { writeTexts } from '../../output/temporary-folder.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Generates a package from documents beside this file, which are laid over each other, and imports what its emulator runs on. */
export async function importPlan(...names: readonly [string, ...string[]]): Promise<EmulatorPlan> {
  const folder = await findPackage(...names);
  // What is generated says the same, but only once it is.
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

/** Returns the folder of such a package, which is generated where the generator or a document has changed. */
export async function findPackage(...names: readonly [string, ...string[]]): Promise<string> {
  const documents = names.map((one) => parse(readFileSync(new URL(`${one}.yaml`, import.meta.url), 'utf8')));
  const [name, text] = [names.join('-'), JSON.stringify(documents.reduce(merge))];
  const hash = createHash('sha256').update(text).update(hashGenerator()).digest('hex').slice(0, 16);
  // Inside the repository, so that imports are found.
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
    // What it does is up to each test.
    capabilities: {
      registered: [{ name: 'act', path: 'act.ts', options, at: { file, line: 1, column: 1 } }],
      files: [{ path: 'act.ts', file: 'act.ts', text: 'export const act = () => ({ kind: "empty" }) as const;' }],
    },
  });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  // Another worker may do the same: whichever is first counts.
  const own = `${folder}-${randomUUID()}`;
  writeTexts(own, Object.fromEntries(files.map((one) => [one.path, one.text])));
  if (existsSync(folder)) rmSync(own, { recursive: true });
  else renameSync(own, folder);
  return folder;
}

/** Returns a hash of everything that decides what is generated. */
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
