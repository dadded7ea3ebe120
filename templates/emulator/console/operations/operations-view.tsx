import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { go, route, writeRoute } from '../app/route.js';
import { Empty, Select } from '../parts/controls.js';
import { useLoaded } from '../parts/use-loaded.js';
import { operations } from '../server/service.js';
import { OperationForm } from './operation-form.js';

const noDocument: JsonObject = {};

/** The operations, and a form for one of them. */
export function OperationsView(): VNode {
  const { parts, query } = route.value;
  const { data: document = noDocument } = useLoaded<JsonObject>('/service.json');
  const [chosen = operations.value[0]?.id ?? ''] = parts;
  const operation = operations.value.find(({ id }) => id === chosen);
  return (
    <div class="sides wide-side">
      <Operations chosen={chosen} />
      <div class="scrolls">
        <div class="only-phone">
          <div class="filters">
            <Select
              label="Operation"
              value={chosen}
              onChange={(id) => go('operations', [id])}
              options={operations.value.map(({ id }) => [id, id])}
            />
          </div>
        </div>
        {operation ? (
          <OperationForm key={`${chosen} ${query.entry ?? ''}`} operation={operation} document={document} />
        ) : (
          <Empty title={chosen === '' ? 'No operations' : `There is no operation ${chosen}`} />
        )}
      </div>
    </div>
  );
}

function Operations({ chosen }: { readonly chosen: string }) {
  const [text, search] = useState('');
  const found = operations.value.filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(text.toLowerCase()));
  return (
    <nav class="side" aria-label="Operations">
      <input
        class="input"
        type="search"
        aria-label="Search operations"
        placeholder="Search operations"
        data-search
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value)}
      />
      <ul>
        {found.map(({ id, method }) => (
          <li key={id}>
            <a href={writeRoute('operations', [id])} aria-current={id === chosen} title={id}>
              <span class={`method fixed ${method}`}>{method}</span>
              <span class="cut">{id}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
