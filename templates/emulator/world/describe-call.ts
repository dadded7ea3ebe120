import type { Engine } from './engine.js';
import type { World } from '../store/world.js';
import { fresh, valueAt } from '../values/json-path.js';
import { findChanges } from '../store/changed-rows.js';
import type { NotedCall } from './journal/journal.js';
import type { JournalEntry } from './journal/journal-entry.js';

/** Writes a line about each call to a world, if the options of the journal have a `log`. */
export function logCalls(engine: Engine): void {
  const { journal } = engine.options;
  const log = journal === false ? undefined : journal?.log;
  if (log) engine.journal.listeners.add((call) => log(describeCall(engine, call)));
}

/**
 * Writes a line about the newest entry of a journal, without secrets and control characters:
 * `POST /v1/hats 201 3 ms  stored hats/4f2`, `GET /v1/hats?tint=red 200 1 ms  listed 2 of 12 hats, ignored: tint`.
 */
function describeCall(engine: Engine, call: NotedCall): string {
  const entry = engine.journal.entries.at(-1);
  if (!entry) return '';
  const { pathname, search } = new URL(entry.url);
  const status = entry.status === 0 ? 'broken off' : entry.status;
  const said = describeEntry(engine, entry, call)
    .map((one) => cut(one, 80))
    .join(', ');
  const line = `${entry.method} ${cut(pathname + search, 200)} ${status} ${Math.round(entry.durationMs ?? 0)} ms`;
  return said === '' ? line : `${line}  ${said}`;
}

const sources = { recording: 'replayed', upstream: 'passed on', fallback: 'fallback' };

const words = { insert: 'stored', update: 'changed', delete: 'removed' };

/** Maximum number of rows of one call that are named. */
const most = 3;

function describeEntry(
  engine: Engine,
  entry: JournalEntry,
  { plan, states, faults = [] }: NotedCall,
): readonly string[] {
  const { source, violations = [], ignored = [], warnings = [], sampled, reason } = entry;
  const changes = states ? describeChanges(engine, states) : [];
  const parts = [
    source && sources[source],
    faults.length > 0 && `fault ${faults.map(({ kind }) => kind).join(' ')}`.trim(),
    sampled && 'sample',
    ...changes,
    ...(changes.length === 0 && entry.status < 300 ? describeRead(engine, entry, plan) : []),
    ignored.length > 0 && `ignored: ${ignored.join(' ')}`,
    warnings.length > 0 && `warning: ${warnings.join(' ')}`,
    violations.length > 0 && `violations: ${violations.length}`,
    reason,
    engine.name !== undefined && `world ${engine.name}`,
  ];
  return parts.filter((one) => typeof one === 'string');
}

/** Describes the changes of a call: `stored hats/1`, `removed hats/2`. Leaves out initial rows, also those of callers. */
function describeChanges(engine: Engine, [before, after]: readonly [World, World]): readonly string[] {
  if (before === after) return [];
  const start = engine.withFirstRows(
    before,
    [...before.pending.keys()].filter((table) => !after.pending.has(table)),
  );
  const all = [...after.tables.keys()].flatMap((table) =>
    (table.startsWith('~') ? [] : findChanges(table, start, after)).flatMap(({ on, key, after: row }) =>
      row?.[fresh] === true ? [] : [`${words[on]} ${table}/${key}`],
    ),
  );
  return all.length <= most ? all : [...all.slice(0, most), `${all.length - most} rows more`];
}

function describeRead(
  { world }: Engine,
  { responseBody, params = {} }: JournalEntry,
  plan: NotedCall['plan'],
): readonly string[] {
  const { action } = plan?.behaviour ?? {};
  if (typeof action !== 'object') return [];
  if ('get' in action && typeof action.get === 'string')
    return [`read ${[action.get, params[String(action.by ?? 'id')] ?? []].flat().join('/')}`];
  if (!('list' in action) || typeof action.list !== 'string') return [];
  const path = action.items;
  const items = typeof path === 'string' ? valueAt(Object(responseBody), path) : responseBody;
  const total = world.tables.get(action.list)?.size ?? 0;
  return Array.isArray(items) ? [`listed ${items.length} of ${total} ${action.list}`] : [];
}

/** Escapes control characters, and ends a long text with `…`. */
function cut(text: string, longest: number): string {
  const whole = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return whole.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
