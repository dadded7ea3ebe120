import type { Json, JsonObject } from '@speccast/runtime';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { filterBy, go, openPart, route, writeRoute } from '../app/route.js';
import { Button, Empty, SearchField, Select } from '../parts/controls.js';
import { valueAt } from '../parts/format.js';
import { type Column, Grid, type Sorting } from '../parts/grid.js';
import { Icon } from '../parts/icon.js';
import { cellText } from '../parts/json-view.js';
import { Picture } from '../parts/picture.js';
import { type Loaded, useLoaded } from '../parts/use-loaded.js';
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
  const name = tableName();
  return (
    <div class="sides">
      <nav class="side" aria-label="Tables">
        <ul>
          {tables.map((table) => (
            <li key={table.name}>
              <a href={writeRoute('state', [table.name])} {...(table.name === name && { 'aria-current': 'true' })}>
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

/** The table that the address names, else the first with rows. */
function tableName(): string | undefined {
  const { tables } = state.value;
  const [name = tables.find(({ rows }) => rows > 0)?.name ?? tables[0]?.name] = route.value.parts;
  return name;
}

/** The first table of the base world, as the page brings it along. */
export interface FirstTable {
  readonly table: string;
  readonly page: Page;
  readonly schema: JsonObject;
}

/** Asks for the rows that are shown first before there is anything to show them in. */
export function loadEarly(first: FirstTable | undefined): void {
  const name = tableName();
  if (name === undefined) return;
  // An address with a query names another world, or rows in another order.
  const known = first?.table === name && route.value.query.size === 0 ? first : undefined;
  getEarly(pagePath(name, 0), known?.page);
  getEarly(schemaPath(name), known?.schema);
}

function schemaPath(name: string): string {
  return `/schemas/${segment(name)}`;
}

function TableView({ name }: { readonly name: string }): VNode {
  const { query, parts } = route.value;
  const [from, setFrom] = useState(0);
  const { data, error } = usePage(name, from);
  const schema = useLoaded(() => get<JsonObject>(schemaPath(name)), [name]).data ?? {};
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

/** The rows of a table from one on, searched and sorted as the address says. */
function usePage(name: string, from: number): Loaded<Page> {
  const version = tablesByName.value.get(name)?.version ?? 0;
  const path = pagePath(name, from);
  return useLoaded(() => get<Page>(path), [version, path]);
}

function pagePath(name: string, from: number): string {
  const { query } = route.value;
  const wanted = new URLSearchParams({
    limit: String(pageSize),
    from: String(from),
    q: query.get('q') ?? '',
    sort: query.get('sort') ?? '',
    order: query.get('order') ?? 'asc',
  }).toString();
  return `/state/${segment(name)}?${wanted}`;
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

/** How the rows are sorted, as the address says. */
function sortingOf(query: URLSearchParams): Sorting {
  const [by, order] = [query.get('sort') ?? '', query.get('order')];
  const next = (chosen: string): Record<string, string> => {
    if (chosen !== by) return { sort: chosen, order: '' };
    return order === 'desc' ? { sort: '', order: '' } : { order: 'desc' };
  };
  return { by, isDescending: order === 'desc', onSort: (chosen) => filterBy(next(chosen)) };
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
  const references = new Map(rules.references.map(({ path, table }) => [path, table]));
  const paths = choosePaths(
    page.items.map(({ row }) => row),
    schema,
    { key: rules.key, references: [...references.keys()] },
  );
  return (
    <Grid
      label={`Rows of ${rules.name}`}
      columns={columnsOf(page.items, paths.slice(0, 9), { rules, references })}
      rows={page.items}
      keyOf={({ key }) => key}
      selected={open ?? ''}
      onOpen={({ key }) => openPart(rules.name, key)}
      sorting={sortingOf(query)}
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

interface ColumnContext {
  readonly rules: TableRules;
  readonly references: ReadonlyMap<string, string>;
}

function columnsOf(
  items: readonly KeyedRow[],
  paths: readonly ColumnPath[],
  { rules, references }: ColumnContext,
): readonly Column<KeyedRow>[] {
  const hasImages = items.some(({ images = [] }) => images.length > 0);
  const picture: Column<KeyedRow> = {
    name: 'Image',
    width: '8ch',
    cell: ({ images = [] }) => <Thumb path={images[0]} />,
    from: 420,
  };
  const own: Column<KeyedRow> = {
    name: rules.key,
    sort: rules.key,
    width: 'minmax(11ch, 17ch)',
    cell: ({ key }) => (
      <span class="mono" title={key}>
        {key}
      </span>
    ),
  };
  const [title, ...others] = paths.map(({ path, kind }, index): Column<KeyedRow> => ({
    name: path.split('.').at(-1) ?? path,
    sort: path,
    width: index === 0 && kind === 'text' ? 'minmax(18ch, 3fr)' : widths[kind],
    isNumber: kind === 'number',
    cell: ({ row }) => cellOf(valueAt(row, path), kind, references.get(path)),
    from: index < 1 ? 0 : 380 + index * 110,
  }));
  const named = distinct([...(title === undefined ? [] : [title]), own, ...others]);
  return hasImages ? [picture, ...named] : named;
}

/** Columns whose last names are the same get their whole paths. */
function distinct(columns: readonly Column<KeyedRow>[]): readonly Column<KeyedRow>[] {
  const isTwice = (name: string): boolean => columns.filter((one) => one.name === name).length > 1;
  return columns.map((one) => (isTwice(one.name) ? { ...one, name: one.sort ?? one.name } : one));
}

function Thumb({ path }: { readonly path: string | undefined }): VNode | null {
  return path === undefined ? null : <Picture path={path} alt="" isSmall />;
}

function cellOf(value: Json | undefined, kind: ColumnPath['kind'], table: string | undefined): ComponentChildren {
  const text = cellText(value);
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
