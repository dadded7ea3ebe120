import { batch, computed, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { get } from './ask.js';

/** An operation of the service. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly reasons: Readonly<Record<string, readonly string[]>>;
  /** Its path in the client. */
  readonly names: readonly string[];
  /** Its parameters, and the effects of their values. */
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly effect: string }[];
  readonly cost?: number;
  readonly bucket?: string;
  readonly uploadPath?: string;
}

/** The key and the references of a table. */
export interface TableRules {
  readonly name: string;
  readonly key: string;
  readonly references: readonly { readonly path: string; readonly table: string }[];
}

/** A caller of the service. */
export interface Caller {
  readonly id: string;
  readonly name?: string;
}

/** The operations of the service; empty until they are loaded. */
export const operations: Signal<readonly Operation[]> = signal([]);

/** Keys and references of the tables. */
export const tableRules: Signal<readonly TableRules[]> = signal([]);

/** The callers so far. */
export const callers: Signal<readonly Caller[]> = signal([]);

/** Names of callers by their ids. */
export const callerNames: ReadonlySignal<ReadonlyMap<string, string>> = computed(
  () => new Map(callers.value.map(({ id, name }) => [id, name ?? id])),
);

/** Loads operations and tables, which do not change while the emulator runs. */
export async function loadService(): Promise<void> {
  const load = <Item>(path: string) => get<{ readonly items: readonly Item[] }>(path);
  const [found, tables] = await Promise.all([load<Operation>('/operations'), load<TableRules>('/schemas')]);
  batch(() => {
    operations.value = found.items;
    tableRules.value = tables.items;
  });
}

/** Loads the callers. */
export async function loadCallers(): Promise<void> {
  callers.value = (await get<{ readonly items: readonly Caller[] }>('/callers')).items;
}
