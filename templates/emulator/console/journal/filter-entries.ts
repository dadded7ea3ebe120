import type { Entry } from '../server/live.js';

/** Filters of the journal, as they are in the address. */
export interface JournalFilter {
  readonly method: string;
  /** `2xx` to `5xx`, `error`, or `broken`. */
  readonly status: string;
  readonly operation: string;
  readonly caller: string;
  /** Minutes before the newest entry; empty: all. */
  readonly minutes: string;
  /** Text anywhere in an entry. */
  readonly q: string;
}

/** Reads the filters of an address. */
export function filterOf(query: URLSearchParams): JournalFilter {
  const of = (name: string): string => query.get(name) ?? '';
  return {
    method: of('method'),
    status: of('status'),
    operation: of('operation'),
    caller: of('caller'),
    minutes: of('minutes'),
    q: of('q'),
  };
}

/**
 * The entries that match, the newest first. `found` has the numbers of those that have the text somewhere in their bodies, as
 * the emulator told them; entries after the last of them are looked at here.
 */
export function filterEntries(
  entries: readonly Entry[],
  filter: JournalFilter,
  found: ReadonlySet<number> | undefined,
): readonly Entry[] {
  const newest = entries.at(-1)?.time ?? 0;
  const since = filter.minutes === '' ? Number.NEGATIVE_INFINITY : newest - Number(filter.minutes) * 60_000;
  const text = filter.q.toLowerCase();
  const matching = entries.filter(
    (entry) =>
      entry.time >= since &&
      (filter.method === '' || entry.method === filter.method) &&
      (filter.operation === '' || entry.operation === filter.operation) &&
      (filter.caller === '' ||
        (filter.caller === 'none' ? entry.caller === undefined : entry.caller === filter.caller)) &&
      hasStatus(entry.status, filter.status) &&
      (text === '' || found?.has(entry.number) === true || hasText(entry, text)),
  );
  return matching.toReversed();
}

function hasStatus(status: number, wanted: string): boolean {
  if (wanted === '') return true;
  if (wanted === 'broken') return status === 0;
  if (wanted === 'error') return status === 0 || status >= 400;
  return `${Math.floor(status / 100)}xx` === wanted || String(status) === wanted;
}

function hasText({ path, operation = '', reason = '', caller = '' }: Entry, text: string): boolean {
  return `${path} ${operation} ${reason} ${caller}`.toLowerCase().includes(text);
}
