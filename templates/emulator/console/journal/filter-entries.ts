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
export function readFilter(query: URLSearchParams): JournalFilter {
  const read = (name: string): string => query.get(name) ?? '';
  return {
    method: read('method'),
    status: read('status'),
    operation: read('operation'),
    caller: read('caller'),
    minutes: read('minutes'),
    q: read('q'),
  };
}

/**
 * Returns the entries that match, the newest first. `found` has the numbers of the entries that the emulator has found to have the text
 * somewhere; newer entries are searched here.
 */
export function filterEntries(
  entries: readonly Entry[],
  filter: JournalFilter,
  found: ReadonlySet<number> | undefined,
): readonly Entry[] {
  const { method, operation, status, minutes } = filter;
  const newest = entries.at(-1)?.time ?? 0;
  const since = minutes === '' ? Number.NEGATIVE_INFINITY : newest - Number(minutes) * 60_000;
  const text = filter.q.toLowerCase();
  const caller = filter.caller === 'none' ? undefined : filter.caller;
  const matching = entries.filter(
    (entry) =>
      entry.time >= since &&
      (method === '' || entry.method === method) &&
      (operation === '' || entry.operation === operation) &&
      (caller === '' || entry.caller === caller) &&
      (status === '' || hasStatus(entry.status, status)) &&
      (text === '' || found?.has(entry.number) === true || hasText(entry, text)),
  );
  return matching.toReversed();
}

/** Checks a status against a filter: `2xx`, `error`, `broken` or `404`. */
function hasStatus(status: number, filter: string): boolean {
  if (filter === 'broken') return status === 0;
  if (filter === 'error') return status === 0 || status >= 400;
  return `${Math.floor(status / 100)}xx` === filter || String(status) === filter;
}

function hasText({ path, operation, reason, caller }: Entry, text: string): boolean {
  return [path, operation, reason, caller].join(' ').toLowerCase().includes(text);
}
