import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../output/read-tool.js';

/** What builds generated packages, beside speccast itself. */
const BUILDERS = ['@speccast/emulator', '@types/node', 'esbuild', 'msw', 'rollup', 'rollup-plugin-dts', 'typescript'];

type Ranges = Readonly<Record<string, string>>;

interface Manifest {
  readonly version: string;
  readonly dependencies: Ranges;
  readonly devDependencies: Ranges;
}

/** A text of `templates/init` of this copy of speccast. */
export function readTemplate(path: string): string {
  return readFileSync(join(ownFolder(), 'templates', 'init', path), 'utf8');
}

/** What a project depends on: this version of speccast, and what builds packages in the versions it was tested with. */
export function ownTools(): Readonly<Record<string, string>> {
  const text = readFileSync(join(ownFolder(), 'package.json'), 'utf8');
  const { version, dependencies, devDependencies }: Manifest = JSON.parse(text);
  const known = { ...dependencies, ...devDependencies };
  const builders = BUILDERS.map((name): [string, string] => [name, known[name] ?? '*']);
  const sorted = [...builders, ['speccast', `^${version}`] as const].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return Object.fromEntries(sorted);
}

function ownFolder(): string {
  return packageRoot(dirname(fileURLToPath(import.meta.url)));
}
