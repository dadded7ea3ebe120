import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Api, ChangeKind } from 'speccast';
import { diffApis } from '../../../generator/diff/diff-apis.js';
import { Diagnostics } from '../../spec/read-text.js';
import { ownVocabulary } from '../../../generator/config/own-vocabulary.js';
import { readApi } from '../../api/lower.js';
import { folder } from './pairs.js';
import type { Pair } from './pairs.js';

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
  const start = performance.now();
  const [before, after] = [read(pair.before), read(pair.after)];
  const changes = diffApis(before, after);
  const milliseconds = performance.now() - start;
  const named = new Map([before, after].flatMap((api) => api.operations.map((one) => [one.id, nameOf(one)] as const)));
  const operations = [...new Set([before, after].flatMap((api) => api.operations.map(nameOf)))];
  const broken = new Map<string, Set<string>>();
  for (const change of changes) {
    if (change.kind !== 'breaking') continue;
    for (const id of change.operations) add(broken, named.get(id) ?? id, change.code);
  }
  const count = (kind: ChangeKind): number => changes.filter((one) => one.kind === kind).length;
  const counts = { breaking: count('breaking'), feature: count('feature'), fix: count('fix') };
  const others = tools.map((tool) => [tool, runOther(tool, pair, operations)] as const);
  return { pair, operations, ours: { milliseconds, counts, broken }, others: Object.fromEntries(others) };
}

function add(broken: Map<string, Set<string>>, operation: string, rule: string): void {
  const rules = broken.get(operation) ?? new Set();
  broken.set(operation, rules.add(rule));
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

function read(path: string): Api {
  const diagnostics = new Diagnostics();
  const spec = { file: path, text: readFileSync(path, 'utf8') };
  const found = readApi({ spec, vocabulary: ownVocabulary(), packageName: 'service' }, { diagnostics });
  if (found === undefined) throw new Error(`${path} cannot be read`);
  return found.api;
}

interface Found {
  readonly rule: string;
  readonly place: string | readonly string[];
}

interface Output {
  readonly milliseconds: number;
  readonly breaking: number;
  readonly others: number;
  readonly found: readonly Found[];
}

function runOther(tool: string, { before, after }: Pair, operations: readonly string[]): Verdict | undefined {
  const worker = fileURLToPath(new URL('other-worker.mjs', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--max-old-space-size=4096', worker, folder, tool, before, after],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      timeout: PATIENCE,
    },
  );
  if (status !== 0) return undefined;
  const output: Output = JSON.parse(stdout);
  const broken = new Map<string, Set<string>>();
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
