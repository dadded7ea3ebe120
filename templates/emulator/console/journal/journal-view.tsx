import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { filterBy, openPart, route } from '../app/route.js';
import { sayError } from '../app/toasts.js';
import { Button, Empty, SearchField, Select } from '../parts/controls.js';
import { counted, formatDuration, formatTimeOfDay } from '../parts/format.js';
import { type Column, Grid } from '../parts/grid.js';
import { useLoaded } from '../parts/use-loaded.js';
import { get } from '../server/ask.js';
import { entries, type Entry } from '../server/live.js';
import { callerNames, callers, loadCallers, operations } from '../server/service.js';
import { EntrySheet } from './entry-sheet.js';
import { filterEntries, type JournalFilter, readFilter } from './filter-entries.js';

/** The requests and their responses, as they happen. */
export function JournalView(): VNode {
  const { query, parts } = route.value;
  const filter = readFilter(query);
  const [held, hold] = useState<readonly Entry[]>();
  const all = held ?? entries.value;
  const found = useFound(filter.q, all.at(-1)?.number ?? 0);
  const shown = useMemo(() => filterEntries(all, filter, found), [all, query.toString(), found]);
  const [open = ''] = parts;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  useEffect(() => {
    loadCallers().catch(sayError);
  }, [new Set(all.map(({ caller }) => caller)).size]);
  return (
    <div class="view">
      <Filters filter={filter} all={all} shown={shown.length} held={held !== undefined} hold={hold} />
      <div class={`split ${open === '' ? '' : 'open'}`}>
        <div class="list">
          {shown.length === 0 ? (
            <NoEntries isFiltered={isFiltered && all.length > 0} />
          ) : (
            <Grid
              label="Requests"
              columns={columns.value}
              rows={shown}
              readKey={({ number }) => String(number)}
              selected={open}
              onOpen={openEntry}
            />
          )}
        </div>
        {open !== '' && <EntrySheet key={open} number={open} />}
      </div>
    </div>
  );
}

// Declared once: rows are rendered again if `onOpen` changes.
const openEntry = ({ number }: Entry): void => openPart(String(number));

const ownColumns: readonly Column<Entry>[] = [
  { name: 'No.', width: '7ch', cell: ({ number }) => <span class="dim">{number}</span>, isNumber: true, from: 620 },
  {
    name: 'Time',
    width: '13ch',
    cell: ({ time }) => <span class="mono dim">{formatTimeOfDay(time)}</span>,
    from: 900,
  },
  {
    name: 'Method',
    width: '8ch',
    cell: ({ method }) => <span class={`method ${/^[A-Z]{3,7}$/.test(method) ? method : ''}`}>{method}</span>,
  },
  { name: 'Status', width: '8ch', cell: Status },
  {
    name: 'Path',
    width: 'minmax(18ch, 4fr)',
    cell: ({ path }) => (
      <span class="mono" title={path}>
        {path}
      </span>
    ),
  },
  {
    name: 'Operation',
    width: 'minmax(12ch, 1.6fr)',
    cell: ({ operation = '' }) => <span title={operation}>{operation}</span>,
    from: 700,
  },
  {
    name: 'Reason',
    width: 'minmax(8ch, 1.4fr)',
    cell: ({ reason }) => (
      <span class="bad" title={reason}>
        {reason}
      </span>
    ),
    from: 1050,
  },
  { name: 'Took', width: '10ch', cell: ({ durationMs }) => formatDuration(durationMs), isNumber: true, from: 560 },
  { name: 'Cost', width: '7ch', cell: ({ cost }) => cost ?? '', isNumber: true, from: 980 },
];

/** The columns, with callers by their names. A new name changes the columns, so that rows are rendered again. */
const columns = computed((): readonly Column<Entry>[] => {
  const names = callerNames.value;
  return ownColumns.toSpliced(-2, 0, {
    name: 'Caller',
    width: 'minmax(8ch, 1.2fr)',
    cell: ({ caller = '' }) => names.get(caller) ?? caller,
    from: 820,
  });
});

function Status({ status, sampled, ignored, faults }: Entry): VNode {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  const titles = [
    sampled === true && 'A sample: nothing was stored.',
    ignored !== undefined && `Without effect: ${ignored.join(', ')}.`,
    faults !== undefined && 'A fault was at work.',
  ];
  return (
    <span class={`badge ${kind}`} title={titles.filter(Boolean).join(' ')}>
      {status === 0 ? 'broken' : status}
      {faults === undefined ? '' : ' ⚡'}
      {sampled === true ? ' ~' : ''}
      {ignored === undefined ? '' : ' ∅'}
    </span>
  );
}

function NoEntries({ isFiltered }: { readonly isFiltered: boolean }): VNode {
  if (isFiltered)
    return (
      <Empty title="No request matches">
        <Button onClick={clearFilters}>Remove the filters</Button>
      </Empty>
    );
  return (
    <Empty title="No requests yet">
      <p>Send one from your program, or from Operations. It appears here at once.</p>
    </Empty>
  );
}

function clearFilters(): void {
  filterBy({ ...readFilter(new URLSearchParams()) });
}

interface FiltersProps {
  readonly filter: JournalFilter;
  readonly all: readonly Entry[];
  readonly shown: number;
  readonly held: boolean;
  readonly hold: (entries: readonly Entry[] | undefined) => void;
}

const statuses = [
  ['', 'Any status'],
  ['2xx', '2xx success'],
  ['3xx', '3xx'],
  ['error', 'Errors'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
  ['broken', 'Broken'],
] as const;

const spans = [
  ['', 'Any time'],
  ['1', 'Last minute'],
  ['10', 'Last 10 minutes'],
  ['60', 'Last hour'],
  ['1440', 'Last day'],
] as const;

function Filters({ filter, all, shown, held, hold }: FiltersProps): VNode {
  const [isWide, widen] = useState(false);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <div class="filters" role="search" aria-label="Filters">
      <SearchField
        label="Search addresses, headers and bodies"
        hint="Search everything"
        value={filter.q}
        onChange={(q) => filterBy({ q })}
      />
      <span class="only-phone">
        <Button onClick={() => widen(!isWide)} isPressed={isWide}>
          Filters
        </Button>
      </span>
      <span class={`bar ${isWide ? '' : 'not-phone'}`}>
        <Selects filter={filter} all={all} />
      </span>
      <span class="bar">
        <Button onClick={() => hold(held ? undefined : all)} isPressed={held} title="New entries wait until you go on">
          {held ? 'Go on' : 'Pause'}
        </Button>
        {isFiltered && (
          <Button kind="plain" onClick={clearFilters}>
            Clear
          </Button>
        )}
        <span class="dim" role="status">
          {shown === all.length ? counted(all.length, 'request') : `${shown} of ${counted(all.length, 'request')}`}
        </span>
      </span>
    </div>
  );
}

function Selects({ filter, all }: Pick<FiltersProps, 'filter' | 'all'>): VNode {
  const methods = [...new Set(all.map(({ method }) => method))].toSorted();
  const ids = operations.value.map(({ id }) => id);
  const named = callers.value.map(({ id, name }) => [id, name ?? id] as const);
  const lists = {
    Method: ['method', [['', 'Any method'], ...pairs(methods, filter.method)]],
    Status: ['status', statuses],
    Operation: ['operation', [['', 'Any operation'], ...pairs(ids, filter.operation)]],
    Caller: ['caller', [['', 'Any caller'], ['none', 'Without a token'], ...named]],
    Time: ['minutes', spans],
  } as const;
  return (
    <>
      {Object.entries(lists).map(([label, [name, options]]) => (
        <Select
          key={name}
          label={label}
          value={filter[name]}
          onChange={(value) => filterBy({ [name]: value })}
          options={options}
        />
      ))}
    </>
  );
}

function pairs(values: readonly string[], chosen: string): readonly (readonly [string, string])[] {
  const all = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
  return all.map((value) => [value, value]);
}

/** Asks the emulator for the numbers of the entries that have a text anywhere; undefined until it responds. */
function useFound(text: string, newest: number): ReadonlySet<number> | undefined {
  // A search is repeated after some entries, not after each one.
  const turn = text === '' ? 0 : Math.floor(newest / 10);
  const search = async (): Promise<ReadonlySet<number> | undefined> => {
    if (text === '') return undefined;
    const path = `/journal?view=summary&limit=10000&q=${encodeURIComponent(text)}`;
    const { items } = await get<{ readonly items: readonly Entry[] }>(path);
    return new Set(items.map(({ number }) => number));
  };
  return useLoaded(search, [text, turn]).data;
}
