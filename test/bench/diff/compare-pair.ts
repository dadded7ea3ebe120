import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diffSpecs, type Api, type ChangeKind, type SpecSources } from 'speccast';
import { readApi } from '../../api/lower.js';
import { Diagnostics, ownVocabulary } from '../../spec/read-text.js';
import { folder, type Pair } from './pairs.js';

/** What a tool says of a pair, or why it says nothing. */
export interface Verdict {
  readonly milliseconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Rules by which operations break, by `GET /path`. */
  readonly broken: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Ours and those of others, by the name of the tool; `undefined` where it failed or took too long. */
export interface Compared {
  readonly pair: Pair;
  /** All operations of both documents. */
  readonly operations: readonly string[];
  readonly ours: Verdict;
  readonly others: Readonly<Record<string, Verdict | undefined>>;
}

/** The tools that are compared. */
export const tools = ['openapi-diff', 'api-smart-diff'] as const;

/** Milliseconds that another tool may take. */
const PATIENCE = 60_000;

/** Has all tools look at a pair. */
export function comparePair(pair: Pair): Compared {
  const [before, after] = [pair.before, pair.after].map((file) => ({
    spec: { file, text: readFileSync(file, 'utf8') },
  })) as [SpecSources, SpecSources]; // Of two come two.
  const start = performance.now();
  const { changes } = diffSpecs({ before, after, packageName: 'service' });
  const milliseconds = performance.now() - start;
  if (changes === undefined) throw new Error(`${pair.name} cannot be read`);
  const all = [before, after].flatMap((sources) => readOperations(sources));
  const named = new Map(all.map((one) => [one.id, nameOf(one)]));
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

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

function readOperations(sources: SpecSources): Api['operations'] {
  const vocabulary = ownVocabulary();
  const found = readApi({ ...sources, vocabulary, packageName: 'service' }, { diagnostics: new Diagnostics() });
  return found?.api.operations ?? [];
}

/** What `other-worker.mjs` prints. */
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

/** Operations that a place belongs to: one, all of a path, or all of the service. */
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
