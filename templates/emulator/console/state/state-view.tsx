import type { JsonObject } from '@speccast/runtime';
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
} from '../server/index.js';
import { Button, Empty, Grid, Icon, SearchField, Sides, useLoaded } from '../parts/index.js';
import { chooseColumns } from './columns.js';
import { type KeyedRow, NewRow, RowSheet } from './row-sheet.js';

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
