import { signal } from '@preact/signals';
import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import {
  Button,
  change,
  CopyButton,
  DiffView,
  Facts,
  formatBytes,
  ObjectForm,
  Picture,
  readSchema,
  say,
  sayError,
  Sheet,
  useLoaded,
  valuesAt,
} from '../parts/index.js';
import { findPosition, type TextPosition } from '../parts/json-position.js';
import {
  ask,
  AskError,
  changes,
  filterBy,
  go,
  type Issue,
  openPart,
  pretty,
  tableRules,
  type TableRules,
  worldName,
  writeRoute,
} from '../server/index.js';

/** A row with its key. */
export interface KeyedRow {
  readonly key: string;
  readonly row: JsonObject;
  readonly version: string;
  readonly images?: readonly string[];
  readonly media?: { readonly path: string; readonly bytes: number; readonly mediaType: string };
}

/** The edited text of a row that is not saved yet, and the row as it was before. */
type Draft = Pick<KeyedRow, 'row' | 'version'> & { readonly text: string };

const keptAt = 'speccast-drafts';

/** The drafts by world, table and key. They are kept when the user opens other views or reloads the page. */
const drafts = signal<Readonly<Record<string, Draft | undefined>>>(JSON.parse(sessionStorage.getItem(keptAt) ?? '{}'));

/** Parses the JSON of a row. Returns a message if it is not an object. */
function parseRow(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : 'A row has to be a JSON object.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Edits the row with a key. `begin` is the text before it is edited. */
function useDraft(table: string, key: string, begin: string, stored: KeyedRow | undefined) {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const id = JSON.stringify([worldName(), table, key]);
  const draft = drafts.value[id];
  const text = draft?.text ?? begin;
  const row = parseRow(text);
  const keep = (next: Draft | undefined) => {
    drafts.value = { ...drafts.value, [id]: next };
    try {
      sessionStorage.setItem(keptAt, JSON.stringify(drafts.value));
    } catch {
      // A text that is too long for the storage is lost by a reload.
    }
  };
  const edit = (changed: string) => {
    const { row: first, version } = draft ?? stored ?? { row: {}, version: '' };
    setIssues([]);
    keep(changed === begin ? undefined : { text: changed, row: first, version });
  };
  /** Sends the row, and shows a message when it is stored. Resolves to undefined if it was rejected. */
  const send = async (operation: string, done: (row: KeyedRow) => string, headers?: Record<string, string>) => {
    try {
      const { data, undo } = await ask<KeyedRow>(operation, row, headers);
      say(done(data), { undo });
      // Text that was typed in the meantime becomes a draft of the saved row.
      const latest = drafts.value[id]?.text ?? text;
      keep(latest === text ? undefined : { ...data, text: latest });
      return data;
    } catch (error) {
      const { status, issues: all } = error instanceof AskError ? error : new AskError(0, '');
      const found = status === 400 && all.some(({ location }) => location) ? all : [];
      setIssues(found);
      if (found.length === 0) sayError(status === 412 ? 'Another client changed the row: choose below.' : error);
      return undefined;
    } finally {
      changes.value += 1;
    }
  };
  /** Keeps the text as a draft of another row, or deletes it. */
  const rebase = (base?: KeyedRow) => keep(base && { ...base, text });
  return { draft, text, row, issues, edit, rebase, send };
}

type Editing = ReturnType<typeof useDraft>;

interface EditorProps {
  readonly schema: JsonObject;
  readonly editing: Editing;
  /** True to start with the form, if there is a schema. */
  readonly isNew?: boolean;
}

/** An editor of a row: a form that is built from its schema, or JSON. */
function RowEditor({ schema, editing: { text, row, issues, edit }, isNew = false }: EditorProps) {
  const hasForm = readSchema(schema, schema).members.length > 0;
  const [isForm, showForm] = useState(isNew);
  const area = useRef<HTMLTextAreaElement>(null);
  const isText = !hasForm || !isForm || typeof row === 'string';
  const jump = ({ offset }: TextPosition) => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  return (
    <div class="stack">
      {hasForm && (
        <span class="segments" role="group" aria-label="Edit as">
          <Button onClick={() => showForm(false)} aria-pressed={!isForm}>
            JSON
          </Button>
          <Button onClick={() => showForm(true)} aria-pressed={isForm} disabled={typeof row === 'string'}>
            Form
          </Button>
        </span>
      )}
      {isText ? (
        <textarea
          ref={area}
          class="input"
          aria-label="Row as JSON"
          rows={Math.min(28, Math.max(8, text.split('\n').length + 1))}
          spellcheck={false}
          aria-invalid={typeof row === 'string' || issues.length > 0}
          value={text}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
        />
      ) : (
        <ObjectForm
          schema={schema}
          pointer=""
          value={row}
          context={{ root: schema, issues, isInput: false }}
          onChange={(value) => edit(pretty(value ?? {}))}
        />
      )}
      {typeof row === 'string' && <p class="bad">{row}</p>}
      {renderIssues(issues, isText && typeof row !== 'string' ? text : undefined, jump)}
    </div>
  );
}

/** Lists issues, with their positions in the text if it is shown. */
function renderIssues(issues: Editing['issues'], text: string | undefined, jump: (position: TextPosition) => void) {
  if (issues.length === 0) return null;
  return (
    <ul class="note bad stack" role="alert" aria-label="Errors in the row">
      {issues.map(({ message, location }) => {
        const at = text && location ? findPosition(text, location) : undefined;
        return (
          <li key={message}>
            {at && (
              <Button onClick={() => jump(at)} title="Show it in the text">
                Line {at.line}, column {at.column}
              </Button>
            )}{' '}
            {message}
          </li>
        );
      })}
    </ul>
  );
}

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
    if (await change(`DELETE ${path}`, `Deleted ${rowKey} and the rows that depend on it`)) openPart(table);
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
      <p class="dim">Missing members that the service assigns (id, times) are added.</p>
      <RowEditor key={begin} schema={schema} editing={editing} isNew />
    </Sheet>
  );
}

function renderDiscard({ draft, rebase }: Editing) {
  return draft && <Button onClick={() => rebase()}>Discard</Button>;
}

function renderConflict(row: KeyedRow, { draft, rebase }: Editing) {
  if (!draft || draft.version === row.version) return null;
  return (
    <div class="note warn stack" role="alert">
      <p>Another client changed this row while you were editing it. Your text is kept. Changes by the other client:</p>
      <DiffView before={draft.row} after={row.row} />
      <div class="bar">
        <Button onClick={() => rebase(row)}>Keep mine</Button>
        <Button onClick={() => rebase()}>Take theirs</Button>
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
