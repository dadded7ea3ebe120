import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { entries, type EntrySummary, filterBy, type Items, openPart, operations, route } from '../server/index.js';
import {
  Button,
  type Column,
  counted,
  Empty,
  formatDuration,
  formatTime,
  Grid,
  SearchField,
  Select,
  useCallers,
  useLoaded,
} from '../parts/index.js';
import { EntrySheet } from './entry-sheet.js';

const clear = () => filterBy(noFilters);

/** The requests and their responses, as they happen. */
export function JournalView(): VNode {
  const { query, parts } = route.value;
  const [open = ''] = parts;
  const [held, hold] = useState<readonly EntrySummary[]>();
  const all = held ?? entries.value;
  const pause = () => hold(held ? undefined : all);
  const matching = useMatching(all);
  const isFiltered = Object.keys(noFilters).some((name) => query[name]);
  const callers = useCallers();
  const count = counted(all.length, 'request');
  return (
    <div class="view">
      <div class="filters" role="search" aria-label="Filters">
        <Filters all={all} callers={callers} />
        <span class="bar">
          <Button onClick={pause} aria-pressed={!!held} title="Holds new entries back until you continue">
            {held ? 'Go on' : 'Pause'}
          </Button>
          {isFiltered && (
            <Button kind="plain" onClick={clear}>
              Clear
            </Button>
          )}
          <span class="dim" role="status">
            {matching.length === all.length ? count : `${matching.length} of ${count}`}
          </span>
        </span>
      </div>
      <div class="split">
        <div class="list">
          {matching.length > 0 ? (
            <Grid
              label="Requests"
              columns={createColumns(callers)}
              rows={matching}
              readKey={({ number }) => String(number)}
              selected={open}
              onOpen={({ number }) => openPart(String(number))}
            />
          ) : (
            renderEmpty(isFiltered && all.length > 0)
          )}
        </div>
        {open !== '' && <EntrySheet key={open} number={open} />}
      </div>
    </div>
  );
}

function renderEmpty(isFiltered: boolean) {
  return isFiltered ? (
    <Empty title="No request matches">
      <Button onClick={clear}>Remove the filters</Button>
    </Empty>
  ) : (
    <Empty title="No requests yet" about="Send one from your program, or from Operations. It appears here at once." />
  );
}

function createColumns(callers: ReadonlyMap<string, string>): readonly Column<EntrySummary>[] {
  return [
    { name: 'No.', width: '7ch', cell: ({ number }) => <span class="dim">{number}</span>, look: 'number', from: 620 },
    { name: 'Time', width: '13ch', cell: ({ time }) => formatTime(time, 23).slice(11), look: 'mono dim', from: 900 },
    {
      name: 'Method',
      width: '8ch',
      cell: ({ method }) => <span class={`method ${/^[A-Z]{3,7}$/.test(method) ? method : ''}`}>{method}</span>,
    },
    { name: 'Status', width: '8ch', cell: Status },
    { name: 'Path', width: 'minmax(18ch, 4fr)', cell: ({ path }) => path, look: 'mono' },
    { name: 'Operation', width: 'minmax(12ch, 1.6fr)', cell: ({ operation }) => operation, from: 700 },
    { name: 'Reason', width: 'minmax(8ch, 1.4fr)', cell: ({ reason }) => reason, look: 'bad', from: 1050 },
    {
      name: 'Caller',
      width: 'minmax(8ch, 1.2fr)',
      cell: ({ caller = '' }) => callers.get(caller) ?? caller,
      from: 820,
    },
    {
      name: 'Took',
      width: '10ch',
      cell: ({ durationMs }) => durationMs !== undefined && formatDuration(durationMs),
      look: 'number',
      from: 560,
    },
    { name: 'Cost', width: '7ch', cell: ({ cost }) => cost, look: 'number', from: 980 },
  ];
}

function Status({ status, sampled, ignored, faults }: EntrySummary) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  const titles = [
    sampled && 'A sample: nothing was stored.',
    ignored && `Without effect: ${ignored.join(', ')}.`,
    faults && 'A fault was applied.',
  ];
  return (
    <span class={`badge ${kind}`} title={titles.filter(Boolean).join(' ')}>
      {status === 0 ? 'broken' : status}
      {faults && ' ⚡'}
      {sampled && ' ~'}
      {ignored && ' ∅'}
    </span>
  );
}

/** Filters of the journal, as the URL contains them. An empty filter matches all entries. */
const noFilters = {
  method: '',
  /** `2xx` to `5xx`, `error`, `broken`, or `404`. */
  status: '',
  operation: '',
  /** Id of a caller; `none` for entries without one. */
  caller: '',
  /** Minutes before the newest entry. */
  minutes: '',
  /** Text anywhere in an entry. */
  q: '',
};

const spans = [
  ['1', 'Last minute'],
  ['10', 'Last 10 minutes'],
  ['60', 'Last hour'],
  ['1440', 'Last day'],
] as const;

function Filters({
  all,
  callers,
}: {
  readonly all: readonly EntrySummary[];
  readonly callers: ReadonlyMap<string, string>;
}) {
  const filters = { ...noFilters, ...route.value.query };
  const [isWide, widen] = useState(false);
  const methods = [...new Set(all.map(({ method }) => method))].toSorted();
  const lists = [
    ['method', 'Method', methods],
    ['status', 'Status', [['2xx', '2xx success'], '3xx', ['error', 'Errors'], '4xx', '5xx', ['broken', 'Broken']]],
    ['operation', 'Operation', operations.value.map(({ id }) => id)],
    ['caller', 'Caller', [['none', 'Without a token'], ...callers]],
    ['minutes', 'Time', spans],
  ] as const;
  return (
    <>
      <SearchField
        label="Search addresses, headers and bodies"
        hint="Search everything"
        value={filters.q}
        onChange={(q) => filterBy({ q })}
      />
      <span class="only-phone">
        <Button onClick={() => widen(!isWide)} aria-pressed={isWide}>
          Filters
        </Button>
      </span>
      <span class={`bar ${isWide ? '' : 'not-phone'}`}>
        {lists.map(([name, label, options]) => (
          <Select
            key={name}
            label={label}
            value={filters[name]}
            onChange={(chosen) => filterBy({ [name]: chosen })}
            options={[['', `Any ${label.toLowerCase()}`], ...options]}
          />
        ))}
      </span>
    </>
  );
}

/** Returns the entries that match the filters, the newest first. The emulator itself searches for text. */
function useMatching(all: readonly EntrySummary[]): readonly EntrySummary[] {
  const { query } = route.value;
  // A search is repeated after some entries, not after each one.
  const turn = Math.floor((all.at(-1)?.number ?? 0) / 10);
  const path = query.q && `/journal?view=summary&limit=10000&q=${encodeURIComponent(query.q)}`;
  const { data } = useLoaded<Items<EntrySummary>>(path, turn);
  return useMemo(() => {
    const { method, status, operation, caller, minutes, q } = { ...noFilters, ...query };
    const since = minutes === '' ? Number.NEGATIVE_INFINITY : (all.at(-1)?.time ?? 0) - Number(minutes) * 60_000;
    const found = new Set(data?.items.map(({ number }) => number));
    // Entries that are newer than the search are searched here.
    const hasText = (entry: EntrySummary) =>
      !q ||
      found.has(entry.number) ||
      [entry.path, entry.operation, entry.reason, entry.caller].join(' ').toLowerCase().includes(q.toLowerCase());
    const matching = all.filter(
      (entry) =>
        entry.time >= since &&
        (!method || entry.method === method) &&
        (!operation || entry.operation === operation) &&
        (!caller || (entry.caller ?? 'none') === caller) &&
        (!status || listStatuses(entry.status).includes(status)) &&
        hasText(entry),
    );
    return matching.toReversed();
  }, [all, query, data]);
}

/** Lists the filters that a status passes: 404 → `404`, `4xx`, `error`. */
function listStatuses(status: number) {
  const kind = status === 0 ? 'broken' : `${Math.floor(status / 100)}xx`;
  return [String(status), kind, status === 0 || status >= 400 ? 'error' : ''];
}
