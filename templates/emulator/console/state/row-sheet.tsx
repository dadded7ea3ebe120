import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { go, openPart, writeRoute } from '../app/route.js';
import { change } from '../app/toasts.js';
import { Button, CopyButton } from '../parts/controls.js';
import { DiffView } from '../parts/diff-view.js';
import { Facts } from '../parts/facts.js';
import { formatBytes, valuesAt } from '../parts/format.js';
import { Picture } from '../parts/picture.js';
import { Sheet } from '../parts/sheet.js';
import { useLoaded } from '../parts/use-loaded.js';
import { pretty } from '../server/ask.js';
import { changes, state } from '../server/live.js';
import { type TableRules, tableRules } from '../server/service.js';
import { type Editing, type KeyedRow, parseRow, useDraft } from './drafts.js';
import { RowEditor } from './row-editor.js';

interface RowProps {
  readonly rowKey: string;
  readonly schema: JsonObject;
  readonly rules: TableRules;
}

/** One row: its links, its images, and its values to edit. */
export function RowSheet({ rowKey, schema, rules }: RowProps): VNode {
  const table = rules.name;
  const { data, isGone, isReady, editing, save, remove } = useRow(table, rowKey);
  const { draft, text, rebase } = editing;
  return (
    <Sheet
      label={`Row ${rowKey}`}
      title={
        <span class="mono" title={rowKey}>
          {rowKey}
        </span>
      }
      onClose={() => openPart(table)}
      actions={
        <div class="bar">
          <Button kind="main" onClick={save} isDisabled={!isReady} title="Ctrl+S">
            Save
          </Button>
          {draft && <Button onClick={() => rebase(undefined)}>Discard</Button>}
          <CopyButton text={() => text}>Copy</CopyButton>
          <Button onClick={() => go('state', [table], { new: 'row', from: rowKey })}>Duplicate</Button>
          <Button kind="risky" onClick={remove} isDisabled={isGone}>
            Delete
          </Button>
        </div>
      }
    >
      {isGone && (
        <p class="note warn">
          {draft
            ? 'Another client deleted this row. Your text is kept; Save creates it again.'
            : `There is no row ${rowKey} in ${table}.`}
        </p>
      )}
      {data && <Conflict row={data} editing={editing} />}
      {data && <Files row={data} />}
      {data && <Links row={data} rules={rules} />}
      {(data ?? draft) && <RowEditor schema={schema} editing={editing} />}
    </Sheet>
  );
}

/** Reads a row, and edits it. */
function useRow(table: string, key: string) {
  const path = `/state/${encodeURIComponent(table)}/${encodeURIComponent(key)}`;
  const version = state.value.tables.find(({ name }) => name === table)?.version;
  const { data, error } = useLoaded<KeyedRow>(path, version, changes.value);
  const editing = useDraft(table, key, data ? pretty(data.row) : '', data);
  const { draft, text, send } = editing;
  /** True if another client deleted it. */
  const isGone = error?.status === 404;
  const isReady = draft !== undefined && typeof parseRow(text) !== 'string';
  const save = () =>
    isReady && send(`PUT ${path}`, () => 'Saved', isGone || !draft.version ? {} : { 'if-match': draft.version });
  const remove = async () => {
    if (await change(`DELETE ${path}`, `Deleted ${key}, and what hangs on it`)) openPart(table);
  };
  useSaveKey(save);
  return { data, isGone, isReady, editing, save, remove };
}

interface ConflictProps {
  readonly row: KeyedRow;
  readonly editing: Editing;
}

function Conflict({ row, editing: { draft, rebase } }: ConflictProps) {
  if (draft === undefined || draft.version === row.version) return null;
  return (
    <div class="note warn stack" role="alert">
      <p>Another client changed this row while you edit it. Your text is kept. What the other one changed:</p>
      <DiffView before={draft.row} after={row.row} />
      <div class="bar">
        <Button onClick={() => rebase(row)}>Keep mine</Button>
        <Button onClick={() => rebase(undefined)}>Take theirs</Button>
      </div>
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
