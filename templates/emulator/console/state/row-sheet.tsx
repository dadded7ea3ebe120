import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import {
  Button,
  change,
  CopyButton,
  DiffView,
  Facts,
  formatBytes,
  Picture,
  Sheet,
  useLoaded,
  valuesAt,
} from '../parts/index.js';
import { changes, filterBy, go, openPart, pretty, tableRules, type TableRules, writeRoute } from '../server/index.js';
import { type Editing, type KeyedRow, useDraft } from './drafts.js';
import { RowEditor } from './row-editor.js';

interface RowProps {
  /** Key of the row, or of the row to copy; empty for an empty row. */
  readonly rowKey: string;
  readonly schema: JsonObject;
  readonly rules: TableRules;
  /** The version of the table. */
  readonly version?: number | undefined;
}

const toPath = (...names: readonly string[]) => ['/state', ...names.map(encodeURIComponent)].join('/');

/** One row: its links, its images, and its values to edit. */
export function RowSheet({ rowKey, schema, rules, version }: RowProps): VNode {
  const { name: table } = rules;
  const path = toPath(table, rowKey);
  const { data, error } = useLoaded<KeyedRow>(path, version, changes.value);
  const editing = useDraft(table, rowKey, data ? pretty(data.row) : '', data);
  const { draft, row, text, send } = editing;
  const isGone = error?.status === 404;
  const isReady = draft !== undefined && typeof row !== 'string';
  const save = () =>
    isReady && send(`PUT ${path}`, () => 'Saved', isGone || !draft.version ? {} : { 'if-match': draft.version });
  const remove = async () => {
    if (await change(`DELETE ${path}`, `Deleted ${rowKey}, and what hangs on it`)) openPart(table);
  };
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
          {renderDiscard(editing)}
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
      {data && renderConflict(data, editing)}
      {data && renderFiles(data)}
      {data && renderLinks(data, rules)}
      {(data ?? draft) && <RowEditor schema={schema} editing={editing} />}
    </Sheet>
  );
}

/** A row that does not exist yet: empty, or a copy of another without its key, its entity tag and internal members. */
export function NewRow({ rules: { name: table, key }, schema, rowKey }: RowProps): VNode {
  const { data, error } = useLoaded<KeyedRow>(rowKey && toPath(table, rowKey));
  const members = Object.entries(data?.row ?? {}).filter(([name]) => !/^(?:etag$|~)/.test(name) && name !== key);
  const begin = data ? pretty(Object.fromEntries(members)) : '{\n  \n}';
  const editing = useDraft(table, `~new ${rowKey}`, begin, undefined);
  const create = async () => {
    const created = await editing.send(`POST ${toPath(table)}`, (row) => `Created ${row.key}`);
    if (created) go('state', [table, created.key]);
  };
  return (
    <Sheet
      label="New row"
      title={`New row in ${table}`}
      onClose={() => filterBy({ new: '', from: '' })}
      actions={
        <div class="bar">
          <Button kind="main" onClick={create} disabled={typeof editing.row === 'string'}>
            Create
          </Button>
          {renderDiscard(editing)}
        </div>
      }
    >
      {error && <p class="note bad">{error.message}</p>}
      <p class="dim">What the service assigns (id, times) is filled in where it is missing.</p>
      <RowEditor key={begin} schema={schema} editing={editing} isNew />
    </Sheet>
  );
}

function renderDiscard({ draft, rebase }: Editing) {
  return draft && <Button onClick={() => rebase(undefined)}>Discard</Button>;
}

function renderConflict(row: KeyedRow, { draft, rebase }: Editing) {
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
function renderFiles({ images = [], media, key }: KeyedRow) {
  const image = images.at(-1);
  return (
    <>
      {image && (
        <div class="pictures">
          <Picture key={image} path={image} alt={`Image of ${key}`} />
        </div>
      )}
      {media?.mediaType.startsWith('video/') && <video src={media.path} controls preload="none" />}
      {media?.mediaType.startsWith('audio/') && <audio src={media.path} controls preload="none" />}
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

function renderLinks({ key, row }: KeyedRow, rules: TableRules) {
  const out = rules.references.flatMap(({ path, table }) =>
    valuesAt(row, path.split('.')).map((value) => {
      const link = (
        <a href={writeRoute('state', [table, String(value)])}>
          {table} <span class="mono">{String(value)}</span>
        </a>
      );
      return [path, link] as const;
    }),
  );
  const back = tableRules.value
    .filter(({ name, references }) => name !== rules.name && references.some(({ table }) => table === rules.name))
    .map(({ name }) => (
      <a key={name} href={writeRoute('state', [name], { q: key })}>
        {name}
      </a>
    ));
  return <Facts facts={[...out, ['used by', back.length > 0 ? <span class="bar">{back}</span> : undefined]]} />;
}
