import { signal, type Signal } from '@preact/signals';
import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { useState } from 'preact/hooks';
import { say, sayError } from '../parts/index.js';
import { ask, AskError, changes, type Issue, worldName } from '../server/index.js';

/** A row with its key. */
export interface KeyedRow {
  readonly key: string;
  readonly row: JsonObject;
  readonly version: string;
  readonly images?: readonly string[];
  readonly media?: { readonly path: string; readonly bytes: number; readonly mediaType: string };
}

/** The text of a row that was edited and not saved, and the row that it began with. */
type Draft = Pick<KeyedRow, 'row' | 'version'> & { readonly text: string };

const keptAt = 'speccast-drafts';

/** The drafts by world, table and key. They survive other views and a reload of the page. */
const drafts: Signal<Readonly<Record<string, Draft | undefined>>> = signal(
  JSON.parse(sessionStorage.getItem(keptAt) ?? '{}'),
);

/** Parses the JSON of a row. Returns a message if it is no object. */
function parseRow(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : 'A row has to be a JSON object.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** A row that is edited. */
export interface Editing {
  /** Absent while nothing differs from the stored row. */
  readonly draft: Draft | undefined;
  readonly text: string;
  /** The row, or a message if the text is no JSON object. */
  readonly row: JsonObject | string;
  /** Reasons why the emulator rejected the row. */
  readonly issues: readonly Issue[];
  readonly edit: (text: string) => void;
  /** Keeps the text as a draft of another row, or forgets it. */
  readonly rebase: (stored: KeyedRow | undefined) => void;
  /** Sends the row, and says that it is done. Resolves to undefined if it was rejected. */
  readonly send: (
    operation: string,
    done: (stored: KeyedRow) => string,
    headers?: Record<string, string>,
  ) => Promise<KeyedRow | undefined>;
}

/** Edits the row with a key. `begin` is the text before it is edited. */
export function useDraft(table: string, key: string, begin: string, stored: KeyedRow | undefined): Editing {
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
      // A text that is too long for the store does not survive a reload.
    }
  };
  const edit = (changed: string) => {
    const { row: first, version } = draft ?? stored ?? { row: {}, version: '' };
    setIssues([]);
    keep(changed === begin ? undefined : { text: changed, row: first, version });
  };
  const send: Editing['send'] = async (operation, done, headers) => {
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
      if (status === 412) say('Another client changed the row: choose below.', { kind: 'bad' });
      else if (found.length === 0) sayError(error);
      return undefined;
    } finally {
      changes.value += 1;
    }
  };
  return { draft, text, row, issues, edit, rebase: (base) => keep(base && { ...base, text }), send };
}
