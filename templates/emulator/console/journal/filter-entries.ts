import type { Entry } from '../server/live.js';

/** Filters of the journal, as they are in the address; absent or empty ones take all entries. */
export interface JournalFilter {
  readonly method?: string;
  /** `2xx` to `5xx`, `error`, `broken`, or `404`. */
  readonly status?: string;
  readonly operation?: string;
  /** Id of a caller; `none` for entries without one. */
  readonly caller?: string;
  /** Minutes before the newest entry. */
  readonly minutes?: string;
  /** Text anywhere in an entry. */
  readonly q?: string;
}

/**
 * Returns the entries that match, the newest first. `found` has the numbers of the entries that the emulator has found to have the text
 * somewhere; newer entries are searched here.
 */
export function filterEntries(
  entries: readonly Entry[],
  { method, status, operation, caller, minutes, q }: JournalFilter,
  found: ReadonlySet<number>,
): readonly Entry[] {
  const since = minutes ? (entries.at(-1)?.time ?? 0) - Number(minutes) * 60_000 : Number.NEGATIVE_INFINITY;
  const text = q?.toLowerCase();
  const matching = entries.filter(
    (entry) =>
      entry.time >= since &&
      (!method || entry.method === method) &&
      (!operation || entry.operation === operation) &&
      (!caller || (entry.caller ?? 'none') === caller) &&
      (!status || listStatuses(entry.status).includes(status)) &&
      (!text ||
        found.has(entry.number) ||
        [entry.path, entry.operation, entry.reason, entry.caller].join(' ').toLowerCase().includes(text)),
  );
  return matching.toReversed();
}

/** Lists the filters that a status passes: 404 → `404`, `4xx`, `error`. */
function listStatuses(status: number) {
  const kind = status === 0 ? 'broken' : `${Math.floor(status / 100)}xx`;
  return [String(status), kind, status === 0 || status >= 400 ? 'error' : ''];
}
