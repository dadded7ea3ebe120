import type { Json, JsonObject } from '@speccast/runtime';
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
  readonly auth: readonly (readonly string[])[];
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
  readonly hasSchema: boolean;
}

/** A caller of the service. */
export interface Caller {
  readonly id: string;
  readonly name?: string;
  readonly table?: string;
}

/** The operations of the service; empty until they are loaded. */
export const operations: Signal<readonly Operation[]> = signal([]);

/** Keys and references of the tables, by name. */
export const tableRules: Signal<ReadonlyMap<string, TableRules>> = signal(new Map());

/** The OpenAPI document of the service; empty until it is loaded. */
export const serviceDocument: Signal<JsonObject> = signal({});

/** The callers so far. */
export const callers: Signal<readonly Caller[]> = signal([]);

/** Names of callers by their ids. */
export const callerNames: ReadonlySignal<ReadonlyMap<string, string>> = computed(
  () => new Map(callers.value.map(({ id, name }) => [id, name ?? id])),
);

interface Items<Item> {
  readonly items: readonly Item[];
}

let isFresh = false;

function take(ops: Items<Operation>, tables: Items<TableRules>): void {
  operations.value = ops.items;
  tableRules.value = new Map(tables.items.map((one) => [one.name, one]));
}

/** The service, as the page contains it. */
export interface KnownService {
  readonly tables: Items<TableRules>;
  /** Absent if there are very many. */
  readonly operations?: Items<Operation>;
}

/** Takes the service that the page contains. */
export function takeStart({ operations: ops, tables }: KnownService): void {
  take(ops ?? { items: [] }, tables);
  isFresh = ops !== undefined;
}

/** Loads operations and tables, which do not change while the emulator runs. */
export async function loadService(): Promise<void> {
  if (isFresh) {
    isFresh = false;
    return;
  }
  const [ops, tables] = await Promise.all([get<Items<Operation>>('/operations'), get<Items<TableRules>>('/schemas')]);
  batch(() => take(ops, tables));
}

/** Loads the OpenAPI document of the service, which can be long. Only views that need it do. */
export async function loadDocument(): Promise<void> {
  serviceDocument.value = await get<JsonObject>('/service.json');
}

/** Loads the callers. */
export async function loadCallers(): Promise<void> {
  callers.value = (await get<Items<Caller>>('/callers')).items;
}

/** Returns the value at a JSON pointer (`#/components/schemas/Video`); undefined if there is none. */
export function resolvePointer(root: Json, pointer: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    // Arrays have indices as their own members.
    at = (at as Readonly<Record<string, Json>>)[name];
  }
  return at;
}
