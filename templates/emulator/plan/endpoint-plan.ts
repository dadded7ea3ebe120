import type { HttpMethod, JsonObject } from '@speccast/runtime';

/** An action that a capability performs, with its options. */
export type CapabilityAction = JsonObject & { readonly perform: string };

/** A path beside those of the spec (`x-endpoints`), and what carries its requests out. */
export interface EndpointPlan {
  /** Begins at the root of the emulator: `/subscribe`. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly action: CapabilityAction;
}

/** A capability that hears of changes of a table (`x-listeners`), once they are made. */
export interface ListenerPlan {
  /** The table. */
  readonly of: string;
  readonly on: readonly RowChange['on'][];
  readonly action: CapabilityAction;
}

/** A change of a row, as callers see the row. */
export interface RowChange {
  readonly on: 'insert' | 'update' | 'delete';
  readonly table: string;
  /** Absent where it was inserted. */
  readonly before?: JsonObject;
  /** Absent where it was deleted. */
  readonly after?: JsonObject;
}
