import type { JsonObject } from '@speccast/runtime';
import { signal, type Signal } from '@preact/signals';

/** The text of a row that was edited and not saved. */
export interface Draft {
  readonly text: string;
  /** Version of the row that the draft began with; empty for a new row. */
  readonly version: string;
  /** That row. */
  readonly base: JsonObject;
}

const keptAt = 'speccast-drafts';

/** The drafts by world, table and key. They survive other views and a reload of the page. */
export const drafts: Signal<Readonly<Record<string, Draft>>> = signal(
  JSON.parse(sessionStorage.getItem(keptAt) ?? '{}'),
);

/** Keeps a draft, or forgets it. */
export function keepDraft(id: string, draft: Draft | undefined): void {
  const { [id]: _old, ...others } = drafts.value;
  drafts.value = draft === undefined ? others : { ...others, [id]: draft };
  try {
    sessionStorage.setItem(keptAt, JSON.stringify(drafts.value));
  } catch {
    // A text that is too long for the store does not survive a reload.
  }
}
