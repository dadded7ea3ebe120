import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { filterBy, go, openPart, route, writeRoute } from '../app/route.js';
import { Button, Empty, SearchField } from '../parts/controls.js';
import { cellText, Picture, Sides } from '../parts/display.js';
import { valueAt } from '../parts/format.js';
import { type Column, Grid, type Sorting } from '../parts/grid.js';
import { Icon } from '../parts/icon.js';
import { useLoaded } from '../parts/use-loaded.js';
import { health, type Items, type LiveTable, state, tableRules, type TableRules } from '../server/live.js';
import { choosePaths, type ColumnPath } from './choose-columns.js';
import type { KeyedRow } from './drafts.js';
import { NewRow } from './new-row.js';
import { RowSheet } from './row-sheet.js';

const pageSize = 100;

type Page = Items<KeyedRow> & { readonly total: number };

/** The tables, and one of them with its rows: that of the address, else the first with rows. */
export function StateView(): VNode {
  const { tables } = state.value;
  const [name = tables.find(({ rows }) => rows > 0)?.name ?? tables[0]?.name] = route.value.parts;
  const renderLink = ({ name: text, rows }: LiveTable) => (
    <>
      <span class="cut grow">{text}</span>
      <span class="badge">{rows}</span>
    </>
  );
  return (
    <Sides label="Tables" view="state" items={tables.map((table) => [table.name, renderLink(table)])} current={name}>
      {name === undefined ? (
        <Empty title={!health.value ? 'Loading…' : 'No tables'}>
          {health.value && <p>The description of this service names nothing that is stored.</p>}
        </Empty>
      ) : (
        <TableView key={name} name={name} />
      )}
    </Sides>
  );
}

function TableView({ name }: { readonly name: string }) {
  const {
    query: { q = '', sort = '', order = 'asc', new: isNew, from: copied = '' },
    parts: [, open],
  } = route.value;
  const [from, setFrom] = useState(0);
  const version = state.value.tables.find((one) => one.name === name)?.version;
  const table = encodeURIComponent(name);
  const parameters = new URLSearchParams({ limit: String(pageSize), from: String(from), q, sort, order });
  const { data, error } = useLoaded<Page>(`/state/${table}?${parameters}`, version);
  const schema = useLoaded<JsonObject>(`/schemas/${table}`).data ?? {};
  const rules = tableRules.value.find((one) => one.name === name) ?? { name, key: 'id', references: [] };
  return (
    <div class="view">
      <Toolbar name={name} total={data?.total ?? 0} from={from} onMove={setFrom} />
      <div class={`split ${open === undefined && isNew === undefined ? '' : 'open'}`}>
        <div class="list">{data ? <Rows page={data} rules={rules} open={open} /> : <Empty title="Loading…" />}</div>
        {error && <p class="note bad">{error.message}</p>}
        {isNew !== undefined && <NewRow key="new" rules={rules} schema={schema} from={copied} />}
        {open !== undefined && isNew === undefined && (
          <RowSheet key={open} rules={rules} rowKey={open} schema={schema} />
        )}
      </div>
    </div>
  );
}

function Toolbar({
  name,
  total,
  from,
  onMove,
}: {
  readonly name: string;
  readonly total: number;
  readonly from: number;
  readonly onMove: (from: number) => void;
}) {
  const { query } = route.value;
  const last = Math.min(total, from + pageSize);
  const search = (q: string) => {
    onMove(0);
    filterBy({ q });
  };
  return (
    <div class="filters" role="search" aria-label="Rows">
      <SearchField label={`Search ${name}`} value={query.q ?? ''} onChange={search} />
      <Button onClick={() => go('state', [name], { ...query, new: 'row' })}>
        <Icon name="plus" />
        New row
      </Button>
      <span class="bar">
        <span class="dim" role="status">
          {total === 0 ? '0 rows' : `${from + 1}–${last} of ${total}`}
        </span>
        {total > pageSize && (
          <span class="segments">
            <Button onClick={() => onMove(Math.max(0, from - pageSize))} disabled={from === 0} label="Previous rows">
              ‹
            </Button>
            <Button onClick={() => onMove(from + pageSize)} disabled={last >= total} label="Next rows">
              ›
            </Button>
          </span>
        )}
      </span>
    </div>
  );
}

function Rows({
  page: { items },
  rules,
  open,
}: {
  readonly page: Page;
  readonly rules: TableRules;
  readonly open: string | undefined;
}) {
  const { q, sort = '', order } = route.value.query;
  if (items.length === 0)
    return q === undefined ? (
      <Empty title={`There are no ${rules.name}`}>
        <p>Create one with “New row”, or by a request of the service.</p>
      </Empty>
    ) : (
      <Empty title="No row matches">
        <Button onClick={() => filterBy({ q: '' })}>Remove the search</Button>
      </Empty>
    );
  const sorting: Sorting = {
    by: sort,
    order: order === 'desc' ? 'descending' : 'ascending',
    onSort: (by) => {
      if (by !== sort) filterBy({ sort: by, order: '' });
      else filterBy(order === 'desc' ? { sort: '', order: '' } : { order: 'desc' });
    },
  };
  return (
    <Grid
      label={`Rows of ${rules.name}`}
      columns={toColumns(items, rules)}
      rows={items}
      readKey={({ key }) => key}
      selected={open ?? ''}
      onOpen={({ key }) => openPart(rules.name, key)}
      sorting={sorting}
    />
  );
}

const widths = {
  text: 'minmax(11ch, 1fr)',
  number: '10ch',
  date: '17ch',
  id: 'minmax(10ch, 16ch)',
  flag: '9ch',
} as const;

/** Chooses the columns of rows: the image, the most telling member, the key, and up to eight other members. */
function toColumns(items: readonly KeyedRow[], rules: TableRules): readonly Column<KeyedRow>[] {
  const picture: Column<KeyedRow> = {
    name: 'Image',
    width: '8ch',
    cell: ({ images: [path] = [] }) => path && <Picture path={path} alt="" isSmall />,
    from: 420,
  };
  const key: Column<KeyedRow> = {
    name: rules.key,
    sort: rules.key,
    width: 'minmax(11ch, 17ch)',
    look: 'mono',
    cell: (row) => row.key,
  };
  const rows = items.map(({ row }) => row);
  const chosen = choosePaths(rows, rules).slice(0, 9);
  const names = [rules.key, ...chosen.map(({ path }) => path.replace(/.*\./, ''))];
  const [title = [], ...others] = chosen.map(({ path, kind }, index): Column<KeyedRow> => {
    const name = path.replace(/.*\./, '');
    const table = rules.references.find((one) => one.path === path)?.table;
    return {
      name: names.filter((one) => one === name).length < 2 ? name : path,
      sort: path,
      width: index === 0 && kind === 'text' ? 'minmax(18ch, 3fr)' : widths[kind],
      ...(kind === 'number' && { look: kind }),
      cell: ({ row }) => writeCell(cellText(valueAt(row, path.split('.'))), kind, table),
      from: index < 1 ? 0 : 380 + index * 110,
    };
  });
  const hasImages = items.some(({ images = [] }) => images.length > 0);
  return [hasImages ? picture : [], title, key, others].flat();
}

function writeCell(text: string, kind: ColumnPath['kind'], table: string | undefined) {
  if (table !== undefined && text !== '')
    return (
      <a
        class="mono"
        href={writeRoute('state', [table, text])}
        title={`${table} ${text}`}
        onClick={(event) => event.stopPropagation()}
      >
        {text}
      </a>
    );
  if (kind !== 'date') return text;
  return (
    <span class="mono" title={text}>
      {text.slice(0, 16).replace('T', ' ')}
    </span>
  );
}
