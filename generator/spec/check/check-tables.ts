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

/** Checks that every table which the extensions of some objects, or the seed, name is one that a schema or the emulator's settings declare. */
export function checkTables(context: SpecContext, nodes: readonly JsonObject[]): void {
  const { root, vocabulary } = context;
  if (vocabulary === undefined || vocabulary.isLater === true) return;
  const settings = listOwnKeys(member(root['x-emulator'], 'tables'));
  const declared = new Set([...settings, ...nodes.flatMap((node) => declaredTable(node) ?? [])]);
  const uses = [...seedUses(root['x-seed']), ...nodes.flatMap((node) => tablesNamedBy(node, vocabulary))];
  for (const use of uses) if (!declared.has(use.table)) reject(context, use, declared);
}

/** The table that a schema declares. */
export function declaredTable(node: JsonObject): string | undefined {
  const table = member(node['x-resource'], 'table');
  return typeof table === 'string' ? table : undefined;
}

/** The tables that the extensions of one object name. */
export function tablesNamedBy(node: JsonObject, { extensions }: Vocabulary): readonly Use[] {
  const uses: Use[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (!extensions.has(key) || others.has(key)) continue;
    const found = namesIn(value, key === 'x-action' ? actions : []);
    uses.push(...found.map((one) => ({ ...one, part: { owner: node, key } })));
  }
  return uses;
}

type TableName = Pick<Use, 'owner' | 'key' | 'table'>;

function namesIn(value: Json, words: readonly string[]): readonly TableName[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => namesIn(item, []));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]): readonly TableName[] => {
    const isName = words.includes(key) || anywhere.includes(key);
    return isName && typeof item === 'string' ? [{ owner: value, key, table: item }] : namesIn(item, []);
  });
}

/** A seed has its rows by table, for everybody and for each new caller. */
function seedUses(seed: Json | undefined): Use[] {
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
