import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { operations, route, type WholeEntry } from '../server/index.js';
import { Empty, SearchField, Sides, useLoaded } from '../parts/index.js';
import { OperationForm } from './operation-form.js';

const noDocument: JsonObject = {};

/** The operations, and a form for one of them. */
export function OperationsView(): VNode {
  const { parts, query } = route.value;
  const { data: document = noDocument } = useLoaded<JsonObject>('/service.json');
  const { data: entry } = useLoaded<WholeEntry>(query.entry && `/journal/${encodeURIComponent(query.entry)}`);
  const [text, search] = useState('');
  const [current = operations.value[0]?.id ?? ''] = parts;
  const operation = operations.value.find(({ id }) => id === current);
  const found = operations.value.filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(text.toLowerCase()));
  const renderLink = (id: string, method: string) => (
    <>
      <span class={`method fixed ${method}`}>{method}</span>
      <span class="cut">{id}</span>
    </>
  );
  return (
    <Sides
      label="Operations"
      view="operations"
      items={found.map(({ id, method }) => [id, renderLink(id, method)])}
      current={current}
      search={<SearchField label="Search operations" value={text} onChange={search} />}
    >
      <div class="scrolls">
        {operation ? (
          <OperationForm key={`${current} ${entry?.number}`} operation={operation} document={document} entry={entry} />
        ) : (
          <Empty title={current === '' ? 'No operations' : `There is no operation ${current}`} />
        )}
      </div>
    </Sides>
  );
}
