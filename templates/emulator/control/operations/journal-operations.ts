import type { JsonObject } from '@speccast/runtime';
import type { JournalEntry } from '../../world/journal/journal-entry.js';
import { toResponseBody } from '../../store/media.js';
import { numberIn } from '../control-request.js';
import type { Control, ControlOperation } from '../controlled-emulator.js';
import { textOf } from './compare-cells.js';
import { changesOf } from './row-changes.js';
import { notFound } from './tables.js';

const usualLimit = 100;

/** The operations on the journal. */
export const journalOperations: Readonly<Record<string, ControlOperation>> = {
  'journal.list': ({ world: { journal }, query }) => {
    const after = numberIn(query, 'after') ?? 0;
    const before = numberIn(query, 'before') ?? Number.POSITIVE_INFINITY;
    const wanted = query.get('q')?.toLowerCase() ?? '';
    const found = journal.filter(
      (entry) => entry.number > after && entry.number < before && (wanted === '' || textOf(entry).includes(wanted)),
    );
    const items = found.slice(-(numberIn(query, 'limit') ?? usualLimit) || found.length);
    const shown = query.get('view') === 'summary' ? items.map(summaryOf) : items;
    return { items: shown, dropped: journal.dropped };
  },
  'journal.get': (control) => {
    const entry = entryOf(control);
    const { number } = entry;
    return control.engine.journal.files.of(number) === undefined
      ? entry
      : { ...entry, file: `/__mock/journal/${number}/file` };
  },
  'journal.getFile': (control) => {
    const { number } = entryOf(control);
    const file = control.engine.journal.files.of(number);
    if (file === undefined)
      throw notFound(
        `Entry ${number} has no file that is kept: files up to 1 MiB are, the newest up to 16 MiB in all.`,
      );
    return new Response(toResponseBody(file), { headers: { ...fileHeaders, 'content-type': file.mediaType } });
  },
  'journal.changes': (control) => {
    const { number } = entryOf(control);
    const states = control.steps.around(number);
    if (states === undefined) throw notFound(`The states before and after entry ${number} are no longer kept.`);
    const changes = [...changesOf(...states)];
    return { items: changes.slice(0, mostChanges), total: changes.length };
  },
};

/** A file may be a page, which must not run here. */
const fileHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
};

const mostChanges = 200;

function entryOf({ world: { journal }, path: { number = '' } }: Control): JournalEntry {
  const [first] = journal;
  // Entries have consecutive numbers.
  const entry = first === undefined || !/^\d{1,15}$/.test(number) ? undefined : journal[Number(number) - first.number];
  if (entry === undefined) throw notFound(`There is no entry ${number} in the journal.`);
  return entry;
}

/** An entry without headers and bodies, as lists of entries show it. */
export function summaryOf(entry: JournalEntry): JsonObject {
  const { number, time, method, url, operation, status, reason, durationMs, caller, cost, sampled, faults, media } =
    entry;
  const { pathname, search } = new URL(url);
  const known = { operation, reason, durationMs, caller, cost, sampled, media: media?.mediaType };
  return {
    number,
    time,
    method,
    path: pathname + search,
    status,
    ...Object.fromEntries(
      Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    ...(faults === undefined ? {} : { faults: [...faults] }),
    ...(entry.ignored === undefined ? {} : { ignored: [...entry.ignored] }),
    ...(entry.warnings === undefined ? {} : { warnings: entry.warnings.length }),
  };
}
