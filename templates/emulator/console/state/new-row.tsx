import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { filterBy, go } from '../app/route.js';
import { say, sayError } from '../app/toasts.js';
import { Button } from '../parts/controls.js';
import { Sheet } from '../parts/sheet.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ask, AskError, type Issue, pretty, worldName } from '../server/ask.js';
import type { TableRules } from '../server/service.js';
import { drafts, keepDraft } from './drafts.js';
import { parseRow, RowEditor } from './row-editor.js';
import type { KeyedRow } from './row-sheet.js';

interface NewRowProps {
  readonly rules: TableRules;
  readonly schema: JsonObject;
  /** Key of the row to copy; empty: none. */
  readonly from: string;
}

/** A row that does not exist yet: empty, or a copy of another without its key, its entity tag and internal members. */
export function NewRow({ rules: { name: table, key }, schema, from }: NewRowProps): VNode {
  const path = `/state/${encodeURIComponent(table)}`;
  const { data, error } = useLoaded<KeyedRow>(from === '' ? undefined : `${path}/${encodeURIComponent(from)}`);
  const members = Object.entries(data?.row ?? {}).filter(([name]) => !/^(?:etag$|~)/.test(name) && name !== key);
  const begin = members.length === 0 ? '{\n  \n}' : pretty(Object.fromEntries(members));
  const id = JSON.stringify([worldName(), table, '~new', from]);
  const draft = drafts.value[id];
  const text = draft?.text ?? begin;
  const row = parseRow(text);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const create = async () => {
    try {
      const { data: created, undo } = await ask<KeyedRow>(`POST ${path}`, row);
      keepDraft(id, undefined);
      say(`Created ${created.key}`, { undo });
      go('state', [table, created.key]);
    } catch (reason) {
      const found = reason instanceof AskError ? reason.issues : [];
      setIssues(found);
      if (found.length === 0) sayError(reason);
    }
  };
  return (
    <Sheet
      label="New row"
      title={`New row in ${table}`}
      onClose={() => filterBy({ new: '', from: '' })}
      actions={
        <div class="bar">
          <Button kind="main" onClick={create} isDisabled={typeof row === 'string'}>
            Create
          </Button>
          {draft && <Button onClick={() => keepDraft(id, undefined)}>Discard</Button>}
        </div>
      }
    >
      {error && <p class="note bad">{error.message}</p>}
      <p class="dim">What the service assigns (id, times) is filled in where it is missing.</p>
      <RowEditor
        key={begin}
        schema={schema}
        text={text}
        issues={issues}
        isNew
        onChange={(changed) => {
          setIssues([]);
          keepDraft(id, { text: changed, version: '', base: {} });
        }}
      />
    </Sheet>
  );
}
