import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { filterBy, go } from '../app/route.js';
import { Button } from '../parts/controls.js';
import { Sheet } from '../parts/display.js';
import { useLoaded } from '../parts/use-loaded.js';
import { pretty } from '../server/ask.js';
import type { TableRules } from '../server/live.js';
import { type KeyedRow, parseRow, useDraft } from './drafts.js';
import { RowEditor } from './row-editor.js';

/** A row that does not exist yet: empty, or a copy of another without its key, its entity tag and internal members. */
export function NewRow({
  rules: { name: table, key },
  schema,
  from,
}: {
  readonly rules: TableRules;
  readonly schema: JsonObject;
  /** Key of the row to copy; empty: none. */
  readonly from: string;
}): VNode {
  const path = `/state/${encodeURIComponent(table)}`;
  const { data, error } = useLoaded<KeyedRow>(from === '' ? undefined : `${path}/${encodeURIComponent(from)}`);
  const members = Object.entries(data?.row ?? {}).filter(([name]) => !/^(?:etag$|~)/.test(name) && name !== key);
  const begin = data ? pretty(Object.fromEntries(members)) : '{\n  \n}';
  const editing = useDraft(table, `~new ${from}`, begin, undefined);
  const create = async () => {
    const created = await editing.send(`POST ${path}`, (row) => `Created ${row.key}`);
    if (created) go('state', [table, created.key]);
  };
  return (
    <Sheet
      label="New row"
      title={`New row in ${table}`}
      onClose={() => filterBy({ new: '', from: '' })}
      actions={
        <div class="bar">
          <Button kind="main" onClick={create} disabled={typeof parseRow(editing.text) === 'string'}>
            Create
          </Button>
          {editing.draft && <Button onClick={() => editing.rebase(undefined)}>Discard</Button>}
        </div>
      }
    >
      {error && <p class="note bad">{error.message}</p>}
      <p class="dim">What the service assigns (id, times) is filled in where it is missing.</p>
      <RowEditor key={begin} schema={schema} editing={editing} isNew />
    </Sheet>
  );
}
