import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import {
  filterBy,
  go,
  health,
  type Items,
  type LiveTable,
  openPart,
  route,
  state,
  tableRules,
  type TableRules,
  writeRoute,
} from '../server/index.js';
import {
  Button,
  type Column,
  Empty,
  Grid,
  Icon,
  listLeaves,
  Picture,
  SearchField,
  Sides,
  useLoaded,
  valueAt,
} from '../parts/index.js';
import { type KeyedRow, NewRow, RowSheet } from './row-sheet.js';

const pageSize = 100;

type Page = Items<KeyedRow> & { readonly total: number };

/** The tables, and the rows of one of them: the one in the URL, else the first one that has rows. */
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
          {health.value && <p>The spec of this service describes nothing that the emulator can store.</p>}
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
      {renderToolbar(name, data?.total ?? 0, from, setFrom)}
      <div class="split">
        <div class="list">{data ? renderRows(data, rules, open) : <Empty title="Loading…" />}</div>
        {error && <p class="note bad">{error.message}</p>}
        {isNew !== undefined && <NewRow key="new" rules={rules} schema={schema} rowKey={copied} />}
        {open !== undefined && isNew === undefined && (
          <RowSheet key={open} rules={rules} rowKey={open} schema={schema} version={version} />
        )}
      </div>
    </div>
  );
}

function renderToolbar(name: string, total: number, from: number, onMove: (from: number) => void) {
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

function renderRows({ items }: Page, rules: TableRules, open: string | undefined) {
  const { q, sort = '', order } = route.value.query;
  if (items.length === 0)
    return q === undefined ? (
      <Empty title={`There are no ${rules.name}`} about="Create one with “New row”, or by a request of the service." />
    ) : (
      <Empty title="No row matches">
        <Button onClick={() => filterBy({ q: '' })}>Remove the search</Button>
      </Empty>
    );
  const isDescending = order === 'desc';
  const onSort = (by: string) => {
    if (by !== sort) filterBy({ sort: by, order: '' });
    else filterBy(isDescending ? { sort: '', order: '' } : { order: 'desc' });
  };
  return (
    <Grid
      label={`Rows of ${rules.name}`}
      columns={chooseColumns(items, rules)}
      rows={items}
      readKey={({ key }) => key}
      selected={open ?? ''}
      onOpen={({ key }) => openPart(rules.name, key)}
      sorting={{ by: sort, isDescending, onSort }}
    />
  );
}

/** Paths of members that are the same in every row, or internal. */
const dull = /(?:^|\.)(?:kind|etag|~[^.]*)(?:\.|$)/;

const widths: Readonly<Record<string, string>> = {
  number: '10ch',
  date: '17ch',
  id: 'minmax(10ch, 16ch)',
  boolean: '9ch',
};

const picture: Column<KeyedRow> = {
  name: 'Image',
  width: '8ch',
  cell: ({ images: [path] = [] }) => path && <Picture path={path} alt="" />,
  from: 420,
};

/** Chooses the columns of rows: the image, the most informative member, the key, and up to eight other members. */
function chooseColumns(items: readonly KeyedRow[], rules: TableRules) {
  const { key } = rules;
  const members = listMembers(items, rules)
    .toSorted((one, other) => rank(one, items.length) - rank(other, items.length))
    .slice(0, 9);
  const names = [key, ...members.map(({ name }) => name)];
  const [title = [], ...others] = members.map(({ path, name, values: [sample], table }, index): Column<KeyedRow> => {
    const isDate = /^\d{4}-\d\d-\d\dT/.test(String(sample));
    const kind = table === undefined ? (isDate ? 'date' : typeof sample) : 'id';
    return {
      name: names.filter((one) => one === name).length < 2 ? name : path,
      sort: path,
      width: widths[kind] ?? (index === 0 ? 'minmax(18ch, 3fr)' : 'minmax(11ch, 1fr)'),
      ...(kind === 'number' && { look: kind }),
      cell: ({ row }) => writeCell(valueAt(row, path.split('.')), kind, table),
      from: index < 1 ? 0 : 380 + index * 110,
    };
  });
  const hasImages = items.some(({ images = [] }) => images.length > 0);
  const keys = { name: key, sort: key, width: 'minmax(11ch, 17ch)', look: 'mono', cell: (row: KeyedRow) => row.key };
  return [hasImages ? picture : [], title, keys, others].flat();
}

/** Lists the scalar members of rows with their values, and the tables that they refer to. */
function listMembers(items: readonly KeyedRow[], { key, references }: TableRules) {
  const leaves = items.flatMap(({ row }) =>
    listLeaves(row, (one, depth) => isJsonObject(one) && depth < 3).filter(
      ([path, value]) => typeof value !== 'object' && path !== key && !dull.test(path),
    ),
  );
  return [...new Set(leaves.map(([path]) => path))].map((path) => ({
    path,
    name: path.replace(/.*\./, ''),
    values: leaves.filter(([one]) => one === path).map(([, value]) => value),
    table: references.find((one) => one.path === path)?.table,
  }));
}

/** Ranks a member by how informative it is, the best first: names, ids of other rows, states, times, other values. */
function rank({ path, name, values, table }: ReturnType<typeof listMembers>[number], rows: number) {
  const rarity = 6 * (1 - values.length / rows);
  if (/^(?:title|name|displayName|label|subject|email|login)$/i.test(name)) return rarity;
  if (table !== undefined) return 3 + rarity;
  if (/status|state|type|role|kind$/i.test(name)) return 4 + rarity;
  const isSame = rows > 2 && new Set(values.map(String)).size === 1;
  return (/At$|date|time/i.test(name) ? 6 : 7 + path.split('.').length) + rarity + (isSame ? 3 : 0);
}

/** Writes a value of a row in one line. */
function writeCell(value: Json | undefined, kind: string, table: string | undefined) {
  const whole = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const text = whole.length > 200 ? `${whole.slice(0, 200)}…` : whole;
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
