import type { Json, JsonObject } from '@speccast/runtime';
import { computed, type ReadonlySignal, signal, type Signal } from '@preact/signals';
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
  readonly cost?: number;
  readonly bucket?: string;
  readonly uploadPath?: string;
}

/** What is known about the rows of a table. */
export interface TableRules {
  readonly name: string;
  readonly key: string;
  readonly references: readonly { readonly path: string; readonly table: string }[];
  readonly hasSchema: boolean;
}

/** Somebody who has called. */
export interface Caller {
  readonly id: string;
  readonly name?: string;
  readonly table?: string;
}

/** The operations of the service; empty until they are loaded. */
export const operations: Signal<readonly Operation[]> = signal([]);

/** What is known about the tables, by name. */
export const tableRules: Signal<ReadonlyMap<string, TableRules>> = signal(new Map());

/** The OpenAPI document of the service; empty until it is loaded. */
export const serviceDocument: Signal<JsonObject> = signal({});

/** Who has called so far. */
export const callers: Signal<readonly Caller[]> = signal([]);

/** A webhook or callback of the service. */
export interface Webhook {
  readonly name: string;
  readonly kind: string;
  readonly method: string;
  readonly on: readonly string[];
  readonly targets: readonly string[];
  readonly signature: string;
  readonly sample?: Json;
}

/** The webhooks of the service; empty if it has none. */
export const webhooks: Signal<readonly Webhook[]> = signal([]);

/** Whether the service takes tokens. */
export const hasTokens: Signal<boolean> = signal(false);

/** Names of callers by their ids. */
export const callerNames: ReadonlySignal<ReadonlyMap<string, string>> = computed(
  () => new Map(callers.value.map(({ id, name }) => [id, name ?? id])),
);

/** Loads what does not change while the emulator runs. */
export async function loadService(): Promise<void> {
  const [ops, rules] = await Promise.all([
    get<{ readonly items: readonly Operation[] }>('/operations'),
    get<{ readonly items: readonly TableRules[] }>('/schemas'),
  ]);
  operations.value = ops.items;
  tableRules.value = new Map(rules.items.map((one) => [one.name, one]));
  const [document, hooks] = await Promise.all([
    get<JsonObject>('/service.json'),
    get<{ readonly items: readonly Webhook[] }>('/webhooks'),
  ]);
  serviceDocument.value = document;
  webhooks.value = hooks.items;
  hasTokens.value = Object.values(resolvePointer(document, '#/components/securitySchemes') ?? {}).some((one: Json) =>
    /^(?:oauth2|openIdConnect)$/.test(String(resolvePointer(one, '#/type'))),
  );
}

/** Loads who has called. */
export async function loadCallers(): Promise<void> {
  callers.value = (await get<{ readonly items: readonly Caller[] }>('/callers')).items;
}

/** The value at a JSON pointer (`#/components/schemas/Video`); undefined if there is none. */
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
