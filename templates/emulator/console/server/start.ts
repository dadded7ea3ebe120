import type { Entry, Health, State } from './live.js';
import type { Operation, TableRules } from './service.js';

/** What the page brought along, so that the first view has to ask for little. */
export interface Start {
  readonly health: Health;
  readonly state: State;
  /** The newest entries of the journal. */
  readonly entries: readonly Entry[];
  /** Id of the last event that this includes. */
  readonly lastEventId: string;
  readonly tables: { readonly items: readonly TableRules[] };
  /** Absent where there are very many. */
  readonly operations?: { readonly items: readonly Operation[] };
}

/** Reads what the page brought along: data of the base world. Undefined where reading it needs a token. */
export function readStart(): Start | undefined {
  const text = document.querySelector('#start')?.textContent;
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}
