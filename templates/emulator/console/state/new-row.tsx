import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { filterBy, go } from '../app/route.js';
import { say, sayError } from '../app/toasts.js';
import { Button } from '../parts/controls.js';
import { Sheet } from '../parts/sheet.js';
import { ask, AskError, get, type Issue, pretty, segment, worldName } from '../server/ask.js';
import { tableRules } from '../server/service.js';
import { drafts, keepDraft } from './drafts.js';
import { parseRow, RowEditor } from './row-editor.js';
import type { KeyedRow } from './row-sheet.js';

interface NewRowProps {
  readonly table: string;
  readonly schema: JsonObject;
  /** Key of the row to copy; empty: none. */
  readonly from: string;
}

/** A row that does not exist yet, without the values that the service assigns. */
export function NewRow({ table, schema, from }: NewRowProps): VNode {
  const id = JSON.stringify([worldName(), table, '~new', from]);
  const draft = drafts.value[id];
  const [begin, setBegin] = useState('{\n  \n}');
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  useEffect(() => {
    if (from !== '') void copyRow(table, from).then(setBegin, sayError);
  }, [table, from]);
  const text = draft?.text ?? begin;
  const create = async (): Promise<void> => {
    const wrong = await createRow(table, text);
    if (wrong === undefined) keepDraft(id, undefined);
    else setIssues(wrong);
  };
  return (
    <Sheet
      label="New row"
      title={`New row in ${table}`}
      onClose={() => filterBy({ new: '', from: '' })}
      actions={
        <div class="bar">
          <Button kind="main" onClick={() => void create()} isDisabled={parseRow(text) === undefined}>
            Create
          </Button>
          {draft !== undefined && <Button onClick={() => keepDraft(id, undefined)}>Discard</Button>}
        </div>
      }
    >
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

/** Creates a row and opens it. Resolves to its issues, which may be an empty list, or to undefined if it was created. */
async function createRow(table: string, text: string): Promise<readonly Issue[] | undefined> {
  try {
    const { data, undo } = await ask<KeyedRow>('POST', `/state/${segment(table)}`, parseRow(text));
    say(`Created ${data.key}`, { undo });
    go('state', [table, data.key]);
    return undefined;
  } catch (error) {
    if (error instanceof AskError && error.issues.length > 0) return error.issues;
    sayError(error);
    return [];
  }
}

/** Copies a row as JSON, without its key, its entity tag and internal members. */
async function copyRow(table: string, key: string): Promise<string> {
  const { row } = await get<KeyedRow>(`/state/${segment(table)}/${segment(key)}`);
  const own = tableRules.value.get(table)?.key ?? 'id';
  const members = Object.entries(row).filter(([name]) => name !== own && name !== 'etag' && !name.startsWith('~'));
  return pretty(Object.fromEntries(members));
}
