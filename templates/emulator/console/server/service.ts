import { batch, signal, type Signal } from '@preact/signals';
import { get } from './ask.js';
import type { Items } from './live.js';

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

/** The operations of the service; empty until they are loaded. */
export const operations: Signal<readonly Operation[]> = signal([]);

/** Keys and references of the tables. */
export const tableRules: Signal<readonly TableRules[]> = signal([]);

/** Loads operations and tables, which do not change while the emulator runs. */
export async function loadService(): Promise<void> {
  const [found, tables] = await Promise.all([get<Items<Operation>>('/operations'), get<Items<TableRules>>('/schemas')]);
  batch(() => {
    operations.value = found.items;
    tableRules.value = tables.items;
  });
}
