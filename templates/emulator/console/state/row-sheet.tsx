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
import { ask, AskError, get, type Issue, pretty, segment, worldName } from '../server/ask.js';
import { tablesByName } from '../server/live.js';
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
  readonly table: string;
  readonly rowKey: string;
  readonly schema: JsonObject;
  readonly rules: TableRules;
}

/** One row: its links, its images, and its values to edit. */
export function RowSheet({ table, rowKey, schema, rules }: RowProps): VNode {
  const editing = useEditing(table, rowKey);
  const { data, draft, text, isGone, id } = editing;
  useSaveKey(editing.save, draft !== undefined);
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
      {draft !== undefined && data !== undefined && draft.version !== data.version && (
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
      {data !== undefined && <Pictures row={data} />}
      {data !== undefined && <Links row={data} table={table} rules={rules} />}
      {(data !== undefined || draft !== undefined) && (
        <RowEditor schema={schema} text={text} issues={editing.issues} onChange={editing.edit} />
      )}
    </Sheet>
  );
}

/** Reads a row and its draft, and keeps what is edited. */
function useEditing(table: string, rowKey: string) {
  const path = `/state/${segment(table)}/${segment(rowKey)}`;
  const version = tablesByName.value.get(table)?.version ?? 0;
  const { data, error, reload } = useLoaded(() => get<KeyedRow>(path), [path, version]);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const id = JSON.stringify([worldName(), table, rowKey]);
  const draft = drafts.value[id];
  const text = draft?.text ?? (data === undefined ? '' : pretty(data.row));
  const edit = (changed: string): void => {
    setIssues([]);
    const base = draft ?? { version: data?.version ?? '', base: data?.row ?? {} };
    const isSame = data !== undefined && changed === pretty(data.row);
    keepDraft(id, isSame ? undefined : { ...base, text: changed });
  };
  /** True if another client deleted it. */
  const isGone = data === undefined && error?.status === 404;
  const save = async (): Promise<void> => {
    const row = parseRow(text);
    if (draft === undefined || row === undefined) return;
    try {
      const headers: Record<string, string> = isGone || draft.version === '' ? {} : { 'if-match': draft.version };
      const { data: saved, undo } = await ask<KeyedRow>('PUT', path, row, headers);
      say('Saved', { undo });
      const latest = drafts.value[id];
      // Text that was typed in the meantime becomes a draft of the saved row.
      const isLater = latest !== undefined && latest.text !== text;
      keepDraft(id, isLater ? { text: latest.text, version: saved.version, base: saved.row } : undefined);
    } catch (reason) {
      const found = reason instanceof AskError && reason.status === 400 ? reason.issues : [];
      const hasPositions = found.some(({ location }) => location !== '');
      setIssues(hasPositions ? found : []);
      if (reason instanceof AskError && reason.status === 412)
        say('Another client changed the row: choose below.', { kind: 'bad' });
      else if (!hasPositions) sayError(reason);
    }
    reload();
  };
  return { id, data, draft, text, issues, isGone, edit, save: () => void save() };
}

function Actions({
  table,
  rowKey,
  editing,
}: Pick<RowProps, 'table' | 'rowKey'> & { readonly editing: ReturnType<typeof useEditing> }): VNode {
  const { draft, text, id, isGone, save } = editing;
  const isReady = draft !== undefined && parseRow(text) !== undefined;
  return (
    <div class="bar">
      <Button kind="main" onClick={save} isDisabled={!isReady} title="Ctrl+S">
        Save
      </Button>
      {draft !== undefined && <Button onClick={() => keepDraft(id, undefined)}>Discard</Button>}
      <CopyButton text={() => text}>Copy</CopyButton>
      <Button onClick={() => go('state', [table], { new: 'row', from: rowKey })}>Duplicate</Button>
      <Button kind="risky" onClick={() => void remove(table, rowKey)} isDisabled={isGone}>
        Delete
      </Button>
    </div>
  );
}

async function remove(table: string, key: string): Promise<void> {
  const path = `/state/${segment(table)}/${segment(key)}`;
  const removed = await change(
    ask('DELETE', path).then((response) => ({ ...response, data: true })),
    `Deleted ${key}, and what hangs on it`,
  );
  if (removed === true) openPart(table);
}

function useSaveKey(save: () => void, isActive: boolean): void {
  // The listener is added once, and calls the `save` of the latest render.
  const latest = useRef<() => void>(() => {});
  latest.current = isActive ? save : () => {};
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function Pictures({ row: { images = [], media, key } }: { readonly row: KeyedRow }): VNode | null {
  const largest = images.at(-1);
  if (largest === undefined && media === undefined) return null;
  return (
    <div class="stack">
      {largest !== undefined && (
        <div class="pictures">
          <Picture key={largest} path={largest} alt={`Image of ${key}`} />
        </div>
      )}
      {media !== undefined && <Media {...media} />}
    </div>
  );
}

function Media({ path, bytes, mediaType }: NonNullable<KeyedRow['media']>): VNode {
  return (
    <div class="stack">
      {mediaType.startsWith('video/') && <video src={path} controls preload="none" />}
      {mediaType.startsWith('audio/') && <audio src={path} controls preload="none" />}
      <p>
        <a href={path} download>
          Its file
        </a>{' '}
        <span class="dim">
          {mediaType}, {formatBytes(bytes)}
        </span>
      </p>
    </div>
  );
}

interface LinksProps {
  readonly row: KeyedRow;
  readonly table: string;
  readonly rules: TableRules;
}

function Links({ row: { key, row }, table, rules }: LinksProps): VNode | null {
  const out = rules.references.flatMap(({ path, table: to }) =>
    valuesAt(row, path).map((value) => ({ path, to, value: String(value) })),
  );
  const back = [...tableRules.value.values()].filter(
    (other) => other.name !== table && other.references.some((one) => one.table === table),
  );
  if (out.length + back.length === 0) return null;
  return (
    <Facts
      facts={[
        ...out.map(
          ({ path, to, value }) =>
            [
              path,
              <a href={writeRoute('state', [to, value])}>
                {to} <span class="mono">{value}</span>
              </a>,
            ] as const,
        ),
        [
          'used by',
          back.length === 0 ? undefined : (
            <span class="bar">
              {back.map(({ name }) => (
                <a key={name} href={writeRoute('state', [name], { q: key })}>
                  {name}
                </a>
              ))}
            </span>
          ),
        ],
      ]}
    />
  );
}
