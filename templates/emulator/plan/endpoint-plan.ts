import type { HttpMethod, JsonObject } from '@speccast/runtime';

/** An action that a capability performs, with its options. */
export type CapabilityAction = JsonObject & { readonly perform: string };

/** A path beside those of the spec (`x-endpoints`), and the capability that handles its requests. */
export interface EndpointPlan {
  /** Begins at the root of the emulator: `/subscribe`. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly action: CapabilityAction;
}

/** A capability that is called after changes of a table (`x-listeners`). */
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
  /** Absent if the row was inserted. */
  readonly before?: JsonObject;
  /** Absent if the row was deleted. */
  readonly after?: JsonObject;
}
