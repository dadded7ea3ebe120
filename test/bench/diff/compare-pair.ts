import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diffSpecs, type Api, type ChangeKind, type SpecSources } from 'speccast';
import { readApi } from '../../api/lower.js';
import { Diagnostics, ownVocabulary } from '../../spec/read-text.js';
import { folder, type Pair } from './pairs.js';

/** Changes of a pair that a tool reports. */
export interface Verdict {
  readonly milliseconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Rules of breaking changes, by operation: `GET /path`. */
  readonly broken: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Verdicts about a pair. That of another tool is `undefined` if it failed or took too long. */
export interface Compared {
  readonly pair: Pair;
  /** All operations of both documents: `GET /path`. */
  readonly operations: readonly string[];
  readonly ours: Verdict;
  readonly others: Readonly<Record<string, Verdict | undefined>>;
}

/** The other tools. */
export const tools = ['openapi-diff', 'api-smart-diff'] as const;

/** Time limit of another tool, in milliseconds. */
const PATIENCE = 60_000;

/** Compares the two documents of a pair with all tools. */
export function comparePair(pair: Pair): Compared {
  const [before, after] = [pair.before, pair.after].map((file) => ({
    spec: { file, text: readFileSync(file, 'utf8') },
  })) as [SpecSources, SpecSources]; // `as`: TypeScript types `map` of a pair as a list.
  const start = performance.now();
  const { changes } = diffSpecs({ before, after, packageName: 'service' });
  const milliseconds = performance.now() - start;
  if (changes === undefined) throw new Error(`${pair.name} cannot be read`);
  const all = [before, after].flatMap((sources) => readOperations(sources));
  const named = new Map(all.map((one) => [one.id, `${one.method.toUpperCase()} ${one.path}`]));
  const broken: Broken = new Map();
  for (const change of changes.filter(({ kind }) => kind === 'breaking'))
    for (const id of change.operations) add(broken, named.get(id) ?? id, change.code);
  const count = (kind: ChangeKind): number => changes.filter((one) => one.kind === kind).length;
  const counts = { breaking: count('breaking'), feature: count('feature'), fix: count('fix') };
  const operations = [...new Set(named.values())];
  const others = tools.map((tool) => [tool, runOther(tool, pair, operations)]);
  return { pair, operations, ours: { milliseconds, counts, broken }, others: Object.fromEntries(others) };
}

type Broken = Map<string, Set<string>>;

function add(broken: Broken, operation: string, rule: string): void {
  broken.set(operation, (broken.get(operation) ?? new Set()).add(rule));
}

function readOperations(sources: SpecSources): Api['operations'] {
  const vocabulary = ownVocabulary();
  const found = readApi({ ...sources, vocabulary, packageName: 'service' }, { diagnostics: new Diagnostics() });
  return found?.api.operations ?? [];
}

/** Output of `other-worker.mjs`. */
interface Output {
  readonly milliseconds: number;
  readonly breaking: number;
  readonly others: number;
  readonly found: readonly { readonly rule: string; readonly place: string | readonly string[] }[];
}

function runOther(tool: string, { before, after }: Pair, operations: readonly string[]): Verdict | undefined {
  const worker = fileURLToPath(new URL('other-worker.mjs', import.meta.url));
  const args = ['--max-old-space-size=4096', worker, folder, tool, before, after];
  const options = { encoding: 'utf8', maxBuffer: 1 << 30, timeout: PATIENCE } as const;
  const { status, stdout } = spawnSync(process.execPath, args, options);
  if (status !== 0) return undefined;
  const output: Output = JSON.parse(stdout);
  const broken: Broken = new Map();
  for (const { rule, place } of output.found)
    for (const operation of operationsAt(place, operations)) add(broken, operation, rule);
  return { milliseconds: output.milliseconds, counts: { breaking: output.breaking, others: output.others }, broken };
}

/** Lists the operations that a changed place belongs to: one, or all of a path. */
function operationsAt(place: string | readonly string[], operations: readonly string[]): readonly string[] {
  const text = typeof place === 'string' ? place : place.join('.');
  if (!text.startsWith('paths.')) return [];
  const at = text.slice('paths.'.length);
  return operations.filter((operation) => {
    const [method = '', path = ''] = operation.split(' ');
    const own = `${path}.${method.toLowerCase()}`;
    return at === path || at === own || at.startsWith(`${own}.`) || at.startsWith(`${path}.parameters`);
  });
}
