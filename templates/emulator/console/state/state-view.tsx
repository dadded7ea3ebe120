import type { JsonObject } from '@speccast/runtime';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { filterBy, go, openPart, route, writeRoute } from '../app/route.js';
import { Button, Empty, SearchField, Select } from '../parts/controls.js';
import { valueAt } from '../parts/format.js';
import { type Column, Grid, type Sorting } from '../parts/grid.js';
import { Icon } from '../parts/icon.js';
import { cellText } from '../parts/json-view.js';
import { Picture } from '../parts/picture.js';
import { useLoaded } from '../parts/use-loaded.js';
import { get, getEarly, segment } from '../server/ask.js';
import { state, tablesByName } from '../server/live.js';
import { type TableRules, tableRules } from '../server/service.js';
import { choosePaths, type ColumnPath } from './choose-columns.js';
import { NewRow } from './new-row.js';
import { type KeyedRow, RowSheet } from './row-sheet.js';

const pageSize = 100;

interface Page {
  readonly total: number;
  readonly items: readonly KeyedRow[];
}

/** The tables, and one of them with its rows. */
export function StateView(): VNode {
  const { tables } = state.value;
  const name = findTable();
  return (
    <div class="sides">
      <nav class="side" aria-label="Tables">
        <ul>
          {tables.map((table) => (
            <li key={table.name}>
              <a href={writeRoute('state', [table.name])} aria-current={table.name === name ? 'true' : undefined}>
                <span class="cut grow">{table.name}</span>
                <span class="badge">{table.rows}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {name === undefined ? (
        <Empty title="No tables">
          <p>The description of this service names nothing that is stored.</p>
        </Empty>
      ) : (
        <TableView key={name} name={name} />
      )}
    </div>
  );
}

/** Finds the table that the address names, else the first with rows. */
function findTable(): string | undefined {
  const { tables } = state.value;
  const [name = tables.find(({ rows }) => rows > 0)?.name ?? tables[0]?.name] = route.value.parts;
  return name;
}

/** The data of the first table of the base world, which the page contains. */
export interface FirstTable {
  readonly table: string;
  readonly page: Page;
  readonly schema: JsonObject;
}

/** Requests the rows that are shown first, before the view is rendered. */
export function loadEarly(first: FirstTable | undefined): void {
  const name = findTable();
  if (name === undefined) return;
  // An address with a query names another world, or rows in another order.
  const known = first?.table === name && route.value.query.size === 0 ? first : undefined;
  getEarly(pagePath(name, 0), known?.page);
  getEarly(`/schemas/${segment(name)}`, known?.schema);
}

function TableView({ name }: { readonly name: string }): VNode {
  const { query, parts } = route.value;
  const [from, setFrom] = useState(0);
  const version = tablesByName.value.get(name)?.version ?? 0;
  const path = pagePath(name, from);
  const { data, error } = useLoaded(() => get<Page>(path), [version, path]);
  const schema = useLoaded(() => get<JsonObject>(`/schemas/${segment(name)}`), [name]).data ?? {};
  const rules = tableRules.value.get(name) ?? { name, key: 'id', references: [], hasSchema: false };
  const open = parts[1];
  const isNew = query.has('new');
  return (
    <div class="view">
      <Toolbar name={name} total={data?.total ?? 0} from={from} onMove={setFrom} />
      <div class={`split ${open !== undefined || isNew ? 'open' : ''}`}>
        <div class="list">
          <Rows page={data} schema={schema} rules={rules} open={open} />
        </div>
        {error !== undefined && <p class="note bad">{error.message}</p>}
        {isNew ? (
          <NewRow key="new" table={name} schema={schema} from={query.get('from') ?? ''} />
        ) : (
          open !== undefined && <RowSheet key={open} table={name} rowKey={open} schema={schema} rules={rules} />
        )}
      </div>
    </div>
  );
}

/** Returns the path of a page of rows, searched and sorted as the address says. */
function pagePath(name: string, from: number): string {
  const { query } = route.value;
  const parameters = new URLSearchParams({
    limit: String(pageSize),
    from: String(from),
    q: query.get('q') ?? '',
    sort: query.get('sort') ?? '',
    order: query.get('order') ?? 'asc',
  });
  return `/state/${segment(name)}?${parameters}`;
}

interface ToolbarProps extends PagerProps {
  readonly name: string;
}

function Toolbar({ name, total, from, onMove }: ToolbarProps): VNode {
  const { query } = route.value;
  const search = (text: string): void => {
    onMove(0);
    filterBy({ q: text });
  };
  return (
    <div class="filters" role="search" aria-label="Rows">
      <span class="only-phone">
        <Select
          label="Table"
          value={name}
          onChange={(table) => go('state', [table])}
          options={state.value.tables.map((one) => [one.name, `${one.name} (${one.rows})`])}
        />
      </span>
      <SearchField label={`Search ${name}`} value={query.get('q') ?? ''} onChange={search} />
      <Button onClick={() => go('state', [name], { ...Object.fromEntries(query), new: 'row' })}>
        <Icon name="plus" />
        New row
      </Button>
      <Pager total={total} from={from} onMove={onMove} />
    </div>
  );
}

/** Reads the order of rows from the address. */
function readSorting(query: URLSearchParams): Sorting {
  const by = query.get('sort') ?? '';
  const isDescending = query.get('order') === 'desc';
  const onSort = (chosen: string): void => {
    if (chosen !== by) filterBy({ sort: chosen, order: '' });
    else filterBy(isDescending ? { sort: '', order: '' } : { order: 'desc' });
  };
  return { by, isDescending, onSort };
}

interface RowsProps {
  readonly page: Page | undefined;
  readonly schema: JsonObject;
  readonly rules: TableRules;
  readonly open: string | undefined;
}

function Rows({ page, schema, rules, open }: RowsProps): VNode {
  const { query } = route.value;
  const isSearch = query.has('q');
  if (page === undefined) return <Empty title="Loading…" />;
  if (page.items.length === 0)
    return (
      <Empty title={isSearch ? 'No row matches' : `There are no ${rules.name}`}>
        {isSearch ? (
          <Button onClick={() => filterBy({ q: '' })}>Remove the search</Button>
        ) : (
          <p>Create one with “New row”, or by a request of the service.</p>
        )}
      </Empty>
    );
  const paths = choosePaths(
    page.items.map(({ row }) => row),
    schema,
    { key: rules.key, references: rules.references.map(({ path }) => path) },
  );
  return (
    <Grid
      label={`Rows of ${rules.name}`}
      columns={toColumns(page.items, paths.slice(0, 9), rules)}
      rows={page.items}
      readKey={({ key }) => key}
      selected={open ?? ''}
      onOpen={({ key }) => openPart(rules.name, key)}
      sorting={readSorting(query)}
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

function toColumns(
  items: readonly KeyedRow[],
  paths: readonly ColumnPath[],
  { key: name, references }: TableRules,
): readonly Column<KeyedRow>[] {
  const picture: Column<KeyedRow> = {
    name: 'Image',
    width: '8ch',
    cell: ({ images: [path] = [] }) => path !== undefined && <Picture path={path} alt="" isSmall />,
    from: 420,
  };
  const own: Column<KeyedRow> = {
    name,
    sort: name,
    width: 'minmax(11ch, 17ch)',
    cell: ({ key }) => (
      <span class="mono" title={key}>
        {key}
      </span>
    ),
  };
  const lastNames = paths.map(({ path }) => path.slice(path.lastIndexOf('.') + 1));
  const [title, ...others] = paths.map(({ path, kind }, index): Column<KeyedRow> => {
    const last = lastNames[index] ?? path;
    const isUnique = [name, ...lastNames].filter((one) => one === last).length < 2;
    const table = references.find((one) => one.path === path)?.table;
    return {
      name: isUnique ? last : path,
      sort: path,
      width: index === 0 && kind === 'text' ? 'minmax(18ch, 3fr)' : widths[kind],
      isNumber: kind === 'number',
      cell: ({ row }) => writeCell(cellText(valueAt(row, path)), kind, table),
      from: index < 1 ? 0 : 380 + index * 110,
    };
  });
  const hasImages = items.some(({ images = [] }) => images.length > 0);
  return [...(hasImages ? [picture] : []), ...(title ? [title] : []), own, ...others];
}

function writeCell(text: string, kind: ColumnPath['kind'], table: string | undefined): ComponentChildren {
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
  if (kind === 'date')
    return (
      <span class="mono" title={text}>
        {text.slice(0, 16).replace('T', ' ')}
      </span>
    );
  return kind === 'flag' ? text : <span title={text}>{text}</span>;
}

interface PagerProps {
  readonly total: number;
  readonly from: number;
  readonly onMove: (from: number) => void;
}

function Pager({ total, from, onMove }: PagerProps): VNode {
  const last = Math.min(total, from + pageSize);
  return (
    <span class="bar">
      <span class="dim" role="status">
        {total === 0 ? '0 rows' : `${from + 1}–${last} of ${total}`}
      </span>
      {total > pageSize && (
        <span class="segments">
          <Button onClick={() => onMove(Math.max(0, from - pageSize))} isDisabled={from === 0} label="Previous rows">
            ‹
          </Button>
          <Button onClick={() => onMove(from + pageSize)} isDisabled={last >= total} label="Next rows">
            ›
          </Button>
        </span>
      )}
    </span>
  );
}
