import type { JournalEntry } from '../../world/journal/journal-entry.js';
import { toResponseBody } from '../../store/media.js';
import { readId, readNumber, requireFound, takeLast } from '../input/control-request.js';
import type { Control, ControlOperations } from '../input/controlled-emulator.js';
import { file, inQuery, limit, object, search, text } from '../document/draft-schema.js';
import { toSearchText } from '../input/steps.js';
import { listChanges } from '../input/undo.js';

/** Maximum number of changed rows in a response. */
const mostChanges = 200;

/** The operations on the journal. */
export const journalOperations: ControlOperations = {
  'journal.list GET /journal': {
    summary: 'Lists the newest requests and their responses, the oldest first.',
    parameters: [
      limit,
      inQuery('after', 'Only entries with a higher number.'),
      inQuery('before', 'Only entries with a lower number.'),
      search,
      inQuery('view', '`summary`: without headers and bodies.', { ...text, enum: ['whole', 'summary'] }),
    ],
    response: object('The entries, and how many are missing.\nitems JournalEntry[]\ndropped', {
      dropped: { type: 'integer', description: 'Number of older entries that the journal no longer has.' },
    }),
    run: ({ world: { journal }, query }) => {
      const after = readNumber(query, 'after') ?? 0;
      const before = readNumber(query, 'before') ?? Number.POSITIVE_INFINITY;
      const text = query.get('q')?.toLowerCase() ?? '';
      const found = journal.filter(
        (entry) => entry.number > after && entry.number < before && (text === '' || toSearchText(entry).includes(text)),
      );
      const newest = takeLast(found, query);
      const isShort = query.get('view') === 'summary';
      return { items: isShort ? newest.map(summarize) : newest, dropped: journal.dropped };
    },
  },
  'journal.get GET /journal/{number}': {
    summary: 'Returns one request and its response.',
    response: 'JournalEntry',
    run: (control) => {
      const entry = findEntry(control);
      const file = control.engine.journal.files.get(entry.number) && `/__mock/journal/${entry.number}/file`;
      return { ...entry, file };
    },
  },
  'journal.getFile GET /journal/{number}/file': {
    summary: 'Returns the file that a request sent. Files up to 1 MiB are kept, the newest 16 MiB in all.',
    sends: file,
    run: (control) => {
      const { number } = findEntry(control);
      const kept = requireFound(
        control.engine.journal.files.get(number),
        `Entry ${number} has no file, or it is not kept: files up to 1 MiB are kept, the newest 16 MiB in all.`,
      );
      return new Response(toResponseBody(kept), { headers: { ...fileHeaders, 'content-type': kept.mediaType } });
    },
  },
  'journal.changes GET /journal/{number}/changes': {
    summary: 'Lists the rows that a request changed, as they were before and after it.',
    response: 'Changes',
    run: (control) => {
      const { number } = findEntry(control);
      const message = `The states before and after entry ${number} are no longer kept.`;
      const changes = listChanges(...requireFound(control.steps.find(`e${number}`)?.changed, message));
      return { items: changes.slice(0, mostChanges), total: changes.length };
    },
  },
};

/** Headers of a file. It may be a page, which must not run in this origin. */
const fileHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
};

function findEntry({ world: { journal }, path: { number } }: Control): JournalEntry {
  // Entries have consecutive numbers.
  const entry = journal[readId(number) - (journal[0]?.number ?? 0)];
  return requireFound(entry, `There is no entry ${number} in the journal.`);
}

/** The members of an entry that its summary has, too. */
const summarized = [
  'number',
  'time',
  'method',
  'status',
  'operation',
  'reason',
  'durationMs',
  'caller',
  'cost',
  'sampled',
  'faults',
  'ignored',
] as const;

/** An entry without headers and bodies, as lists of entries show it. */
export interface EntrySummary extends Pick<JournalEntry, (typeof summarized)[number]> {
  /** Path and query of its address. */
  readonly path: string;
}

/** Returns an entry without headers and bodies. Members that it does not have are undefined. */
export function summarize(entry: JournalEntry): object {
  const { pathname, search } = new URL(entry.url);
  const members = Object.fromEntries(summarized.map((name) => [name, entry[name]]));
  return { ...members, path: pathname + search, media: entry.media?.mediaType, warnings: entry.warnings?.length };
}
