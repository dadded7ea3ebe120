import { type SpecContext } from '../references/spec-context.js';
import { listOwnKeys, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { leaveOut, reportFault } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** The words of `x-action` that name a table, and those that do so anywhere in an extension. */
const actions = ['list', 'get', 'insert', 'update', 'delete'];
const anywhere = ['table', 'of'];

/** Extensions in which these words mean something else, or that are checked by what they declare. */
const others = new Set([
  'x-seed',
  'x-conformance',
  'x-resource',
  'x-part',
  'x-parameter-rules',
  // The paths of a service may suggest their tables; `checkWebhooks` looks at them.
  'x-webhook',
  'x-webhook-subscriptions',
  'x-listeners',
]);

interface Use {
  readonly owner: object;
  readonly key: string;
  readonly table: string;
  /** The extension that means nothing without the table. */
  readonly part: { readonly owner: object; readonly key: string };
}

/** Checks that every table that extensions or the seed name is declared by a schema or the emulator's settings. */
export function checkTables(context: SpecContext, nodes: readonly JsonObject[]): void {
  const { root, vocabulary } = context;
  if (vocabulary === undefined || vocabulary.isLater === true) return;
  const settings = listOwnKeys(member(root['x-emulator'], 'tables'));
  const declared = new Set([...settings, ...nodes.flatMap((node) => readDeclaredTable(node) ?? [])]);
  const uses = [...listSeedUses(root['x-seed']), ...nodes.flatMap((node) => listNamedTables(node, vocabulary))];
  for (const use of uses) if (!declared.has(use.table)) reject(context, use, declared);
}

/** Reads the table that a schema declares. */
export function readDeclaredTable(node: JsonObject): string | undefined {
  const table = member(node['x-resource'], 'table');
  return typeof table === 'string' ? table : undefined;
}

/** Lists the tables that the extensions of one object name. */
export function listNamedTables(node: JsonObject, { extensions }: Vocabulary): readonly Use[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (!extensions.has(key) || others.has(key)) return [];
    return listUses(value, { owner: node, key }, key === 'x-action' ? actions : []);
  });
}

function listUses(value: Json, part: Use['part'], words: readonly string[] = []): readonly Use[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => listUses(item, part));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const isName = words.includes(key) || anywhere.includes(key);
    return isName && typeof item === 'string' ? [{ owner: value, key, table: item, part }] : listUses(item, part);
  });
}

/** Lists the tables of a seed, which has rows for everybody and for each new caller. */
function listSeedUses(seed: Json | undefined): Use[] {
  const holders = [member(seed, 'tables'), member(seed, 'caller')].filter((one) => isJsonObject(one));
  return holders.flatMap((owner) =>
    listOwnKeys(owner)
      .filter((table) => table !== 'media')
      .map((table) => ({ owner, key: table, table, part: { owner, key: table } })),
  );
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}

function reject(context: SpecContext, use: Use, declared: ReadonlySet<string>): void {
  const { positions } = context;
  const message = `no schema is stored in a table ${JSON.stringify(use.table)}${didYouMean(use.table, declared)}`;
  const { owner, key } = use.part;
  // In a seed the name is the key itself.
  const at = owner === use.owner ? positions.ofKey(owner, key) : positions.ofValue(use.owner, use.key);
  reportFault(context, { code: 'unknown-table', message, at }, leaveOut(owner, key, `"${key}" is left out`));
}
