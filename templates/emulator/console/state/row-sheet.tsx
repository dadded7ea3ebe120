import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, openPart, writeRoute } from '../app/route.js';
import { change, say, sayError } from '../app/toasts.js';
import { Button, CopyButton } from '../parts/controls.js';
import { DiffView } from '../parts/diff-view.js';
import { Facts } from '../parts/facts.js';
import { formatBytes, valuesAt } from '../parts/format.js';
import { Picture } from '../parts/picture.js';
import { Sheet } from '../parts/sheet.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ask, AskError, type Issue, pretty, worldName } from '../server/ask.js';
import { changes, state } from '../server/live.js';
import { type TableRules, tableRules } from '../server/service.js';
import { drafts, keepDraft } from './drafts.js';
import { parseRow, RowEditor } from './row-editor.js';

/** A row with its key. */
export interface KeyedRow {
  readonly key: string;
  readonly row: JsonObject;
  readonly version: string;
  readonly images?: readonly string[];
  readonly media?: { readonly path: string; readonly bytes: number; readonly mediaType: string };
}

interface RowProps {
  readonly rowKey: string;
  readonly schema: JsonObject;
  readonly rules: TableRules;
}

/** One row: its links, its images, and its values to edit. */
export function RowSheet({ rowKey, schema, rules }: RowProps): VNode {
  const table = rules.name;
  const editing = useEditing(table, rowKey);
  const { data, draft, text, isGone, id } = editing;
  return (
    <Sheet
      label={`Row ${rowKey}`}
      title={
        <span class="mono" title={rowKey}>
          {rowKey}
        </span>
      }
      onClose={() => openPart(table)}
      actions={<Actions table={table} rowKey={rowKey} editing={editing} />}
    >
      {isGone && (
        <p class="note warn">
          {draft === undefined
            ? `There is no row ${rowKey} in ${table}.`
            : 'Another client deleted this row. Your text is kept; Save creates it again.'}
        </p>
      )}
      {draft && data && draft.version !== data.version && (
        <div class="note warn stack" role="alert">
          <p>Another client changed this row while you edit it. Your text is kept. What the other one changed:</p>
          <DiffView before={draft.base} after={data.row} />
          <div class="bar">
            <Button onClick={() => keepDraft(id, { ...draft, version: data.version, base: data.row })}>
              Keep mine
            </Button>
            <Button onClick={() => keepDraft(id, undefined)}>Take theirs</Button>
          </div>
        </div>
      )}
      {data && <Files row={data} />}
      {data && <Links row={data} rules={rules} />}
      {(data ?? draft) && <RowEditor schema={schema} text={text} issues={editing.issues} onChange={editing.edit} />}
    </Sheet>
  );
}

/** Reads a row and its draft, and keeps what is edited. */
function useEditing(table: string, rowKey: string) {
  const path = `/state/${encodeURIComponent(table)}/${encodeURIComponent(rowKey)}`;
  const version = state.value.tables.find(({ name }) => name === table)?.version;
  const { data, error } = useLoaded<KeyedRow>(path, version, changes.value);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const id = JSON.stringify([worldName(), table, rowKey]);
  const draft = drafts.value[id];
  const stored = data && pretty(data.row);
  const text = draft?.text ?? stored ?? '';
  const edit = (changed: string) => {
    setIssues([]);
    const base = draft ?? { version: data?.version ?? '', base: data?.row ?? {} };
    keepDraft(id, changed === stored ? undefined : { ...base, text: changed });
  };
  /** True if another client deleted it. */
  const isGone = error?.status === 404;
  const save = async () => {
    const row = parseRow(text);
    if (draft === undefined || typeof row === 'string') return;
    try {
      const headers: Record<string, string> = isGone || draft.version === '' ? {} : { 'if-match': draft.version };
      const { data: saved, undo } = await ask<KeyedRow>(`PUT ${path}`, row, headers);
      say('Saved', { undo });
      // Text that was typed in the meantime becomes a draft of the saved row.
      const latest = drafts.value[id]?.text ?? text;
      keepDraft(id, latest === text ? undefined : { text: latest, version: saved.version, base: saved.row });
    } catch (reason) {
      const rejected = reason instanceof AskError ? reason : undefined;
      const found = rejected?.status === 400 && rejected.issues.some(({ location }) => location) ? rejected.issues : [];
      setIssues(found);
      if (rejected?.status === 412) say('Another client changed the row: choose below.', { kind: 'bad' });
      else if (found.length === 0) sayError(reason);
    }
    changes.value += 1;
  };
  useSaveKey(save);
  return { id, data, draft, text, issues, isGone, edit, save };
}

interface ActionsProps {
  readonly table: string;
  readonly rowKey: string;
  readonly editing: ReturnType<typeof useEditing>;
}

function Actions({ table, rowKey, editing: { draft, text, id, isGone, save } }: ActionsProps) {
  const remove = async () => {
    const path = `/state/${encodeURIComponent(table)}/${encodeURIComponent(rowKey)}`;
    if (await change(`DELETE ${path}`, `Deleted ${rowKey}, and what hangs on it`)) openPart(table);
  };
  return (
    <div class="bar">
      <Button
        kind="main"
        onClick={save}
        isDisabled={draft === undefined || typeof parseRow(text) === 'string'}
        title="Ctrl+S"
      >
        Save
      </Button>
      {draft && <Button onClick={() => keepDraft(id, undefined)}>Discard</Button>}
      <CopyButton text={() => text}>Copy</CopyButton>
      <Button onClick={() => go('state', [table], { new: 'row', from: rowKey })}>Duplicate</Button>
      <Button kind="risky" onClick={remove} isDisabled={isGone}>
        Delete
      </Button>
    </div>
  );
}

function useSaveKey(save: () => unknown) {
  // The listener is added once, and calls the `save` of the latest render.
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The largest image of a row, and its file to play and to download. */
function Files({ row: { images = [], media, key } }: { readonly row: KeyedRow }) {
  const image = images.at(-1);
  const isPlayed = (kind: string) => media?.mediaType.startsWith(kind);
  return (
    <>
      {image && (
        <div class="pictures">
          <Picture key={image} path={image} alt={`Image of ${key}`} />
        </div>
      )}
      {isPlayed('video/') && <video src={media?.path} controls preload="none" />}
      {isPlayed('audio/') && <audio src={media?.path} controls preload="none" />}
      {media && (
        <p>
          <a href={media.path} download>
            Its file
          </a>{' '}
          <span class="dim">
            {media.mediaType}, {formatBytes(media.bytes)}
          </span>
        </p>
      )}
    </>
  );
}

interface LinksProps {
  readonly row: KeyedRow;
  readonly rules: TableRules;
}

function Links({ row: { key, row }, rules: { name: table, references } }: LinksProps) {
  const out = references.flatMap(({ path, table: to }) =>
    valuesAt(row, path.split('.')).map((value) => {
      const link = (
        <a href={writeRoute('state', [to, String(value)])}>
          {to} <span class="mono">{String(value)}</span>
        </a>
      );
      return [path, link] as const;
    }),
  );
  const back = tableRules.value
    .filter((other) => other.name !== table && other.references.some((one) => one.table === table))
    .map(({ name }) => (
      <a key={name} href={writeRoute('state', [name], { q: key })}>
        {name}
      </a>
    ));
  return <Facts facts={[...out, ['used by', back.length > 0 ? <span class="bar">{back}</span> : undefined]]} />;
}
