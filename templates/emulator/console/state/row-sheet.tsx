import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { go, openPart, writeRoute } from '../app/route.js';
import { change } from '../app/toasts.js';
import { Button, CopyButton } from '../parts/controls.js';
import { DiffView, Facts, Picture, Sheet } from '../parts/display.js';
import { formatBytes, valuesAt } from '../parts/format.js';
import { useLoaded } from '../parts/use-loaded.js';
import { pretty } from '../server/ask.js';
import { changes, state, tableRules, type TableRules } from '../server/live.js';
import { type Editing, type KeyedRow, parseRow, useDraft } from './drafts.js';
import { RowEditor } from './row-editor.js';

/** One row: its links, its images, and its values to edit. */
export function RowSheet({
  rowKey,
  schema,
  rules,
}: {
  readonly rowKey: string;
  readonly schema: JsonObject;
  readonly rules: TableRules;
}): VNode {
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
          <Button kind="main" onClick={save} disabled={!isReady} title="Ctrl+S" data-save>
            Save
          </Button>
          {draft && <Button onClick={() => rebase(undefined)}>Discard</Button>}
          <CopyButton text={() => text}>Copy</CopyButton>
          <Button onClick={() => go('state', [table], { new: 'row', from: rowKey })}>Duplicate</Button>
          <Button kind="risky" onClick={remove} disabled={isGone}>
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
  return { data, isGone, isReady, editing, save, remove };
}

function Conflict({ row, editing: { draft, rebase } }: { readonly row: KeyedRow; readonly editing: Editing }) {
  if (!draft || draft.version === row.version) return null;
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

function Links({
  row: { key, row },
  rules: { name: table, references },
}: {
  readonly row: KeyedRow;
  readonly rules: TableRules;
}) {
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
