import { type SpecContext, objectAt } from '../references/spec-context.js';
import { isCompound, isJsonObject, type Json, type JsonObject, listEntries, readInner, toArray } from '../../json.js';
import { leaveOut, reportFault } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { type Position, positionName } from '../../diagnostics.js';

/** Keys whose value is the name of a table: in `x-action`, and in any extension. */
const actions = ['list', 'get', 'insert', 'update', 'delete'];
const anywhere = ['table', 'of'];

/** Extensions in which these keys mean something else, or which other functions check. */
const others = new Set([
  'x-seed',
  'x-conformance',
  'x-resource',
  'x-part',
  'x-parameter-rules',
  // Their tables may follow from paths of the service; `checkWebhooks` checks them.
  'x-webhook',
  'x-webhook-subscriptions',
  'x-listeners',
]);

interface Use {
  readonly owner: JsonObject;
  readonly key: string;
  readonly table: string;
  /** The extension, or the part of the seed, that has no effect without the table. */
  readonly part: { readonly owner: JsonObject; readonly key: string };
}

/** Checks that each table which extensions or the seed name is declared, by a schema or in the settings of the emulator. */
export function checkTables(context: SpecContext, nodes: readonly JsonObject[]): void {
  const { root, vocabulary, positions } = context;
  if (vocabulary === undefined || vocabulary.isLater === true) return;
  const settings = Object.keys(readInner(root['x-emulator'], 'tables'));
  const declared = new Set([...settings, ...nodes.flatMap((node) => readDeclaredTable(node) ?? [])]);
  for (const use of [...listSeedUses(root['x-seed']), ...nodes.flatMap((node) => listNamedTables(node, vocabulary))]) {
    if (declared.has(use.table)) continue;
    const message = `no schema is stored in the table ${JSON.stringify(use.table)}${didYouMean(use.table, declared)}`;
    const { owner, key } = use.part;
    // In a seed, the name of the table is a key; elsewhere it is a value.
    const at = owner === use.owner ? positions.ofKey(owner, key) : positions.ofValue(use.owner, use.key);
    reportFault(context, { code: 'unknown-table', message, at }, leaveOut(owner, key, `"${key}" is left out`));
  }
}

/** Reads the table that a schema declares. */
export function readDeclaredTable(node: JsonObject): string | undefined {
  const { table } = readInner(node, 'x-resource');
  return typeof table === 'string' ? table : undefined;
}

/** Lists the tables that the extensions of one object name. */
export function listNamedTables(node: JsonObject, { extensions }: Vocabulary): readonly Use[] {
  return Object.entries(node).flatMap(([key, value]) =>
    !extensions.has(key) || others.has(key)
      ? []
      : listUses(value, { owner: node, key }, key === 'x-action' ? actions : []),
  );
}

function listUses(value: Json, part: Use['part'], words: readonly string[] = []): readonly Use[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => listUses(item, part));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const isName = words.includes(key) || anywhere.includes(key);
    return isName && typeof item === 'string' ? [{ owner: value, key, table: item, part }] : listUses(item, part);
  });
}

/** Lists the tables of a seed: `tables` has rows from the start, `caller` has rows for each new caller. */
function listSeedUses(seed: Json | undefined): readonly Use[] {
  return [readInner(seed, 'tables'), readInner(seed, 'caller')].flatMap((owner) =>
    Object.keys(owner)
      .filter((table) => table !== 'media')
      .map((key) => ({ owner, key, table: key, part: { owner, key } })),
  );
}

/** The names that checks can refer to. */
interface Known {
  /** Names of parameters by the id of the operation; `undefined` if the operation allows any others, too. */
  readonly operations: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Steps that checks share, by name. */
  readonly given: JsonObject;
}

/** Names that steps may use without a `keep` before. */
const builtIn = ['key', 'T1', 'T2', 'origin', 'operations', 'writing', 'turn'];

/** Checks `x-conformance`: ids of checks are unique, and operations, parameters and names in them exist. */
export function checkConformance(context: SpecContext): void {
  const { root, vocabulary, positions } = context;
  const conformance = root['x-conformance'];
  if (vocabulary === undefined || !isJsonObject(conformance)) return;
  const known: Known = { operations: listOperationParameters(context), given: readInner(conformance, 'given') };
  for (const [, step] of listEntries(known.given)) checkStep(context, step, known);
  for (const key of ['cleanup', 'goesWith']) {
    const named = readInner(conformance, key);
    for (const call of Object.keys(named)) checkCall(context, call, known, positions.ofKey(named, call));
  }
  const cleanup = readInner(conformance, 'cleanup');
  for (const [call, undo] of Object.entries(cleanup))
    if (typeof undo === 'string') checkCall(context, undo, known, positions.ofValue(cleanup, call));
  const checks = listEntries(conformance['sections'])
    .flatMap(([, list]) => toArray(list))
    .filter(isJsonObject);
  checkIds(context, checks);
  for (const check of checks) {
    const steps = [...toArray(check['steps']), ...toArray(check['finally'])];
    for (const step of steps) checkStep(context, step, known);
    const names = new Set([...builtIn, ...steps.flatMap((step) => listKept(step, known.given))]);
    checkNames(context, names, steps);
  }
}

/** Lists the operations of a document, each with the names of its parameters. */
function listOperationParameters(context: SpecContext): Known['operations'] {
  const operations = new Map<string, ReadonlySet<string> | undefined>();
  for (const [, item] of listEntries(context.root['paths'])) {
    const path = objectAt(context, item);
    for (const [, operation] of listEntries(path)) {
      if (!isJsonObject(operation) || typeof operation['operationId'] !== 'string') continue;
      const parameters = [...toArray(path?.['parameters']), ...toArray(operation['parameters'])];
      const names = parameters.map((parameter) => String(objectAt(context, parameter)?.['name']));
      const isOpen = operation['x-open-parameters'] !== undefined;
      operations.set(operation['operationId'], isOpen ? undefined : new Set(names));
    }
  }
  return operations;
}

function checkIds({ positions, diagnostics }: SpecContext, checks: readonly JsonObject[]): void {
  const first = new Map<Json | undefined, JsonObject>();
  for (const check of checks) {
    const { id } = check;
    const other = first.get(id);
    first.set(id, other ?? check);
    if (other === undefined) continue;
    const at = positions.ofValue(check, 'id');
    const line = positionName(positions.ofValue(other, 'id'), at);
    diagnostics.error('duplicate-check', `there is a check ${JSON.stringify(id)} already, at ${line}`, at);
  }
}

/** Reports an operation that the document does not have. */
function checkCall({ diagnostics }: SpecContext, id: string, { operations }: Known, at: Position): void {
  if (operations.has(id)) return;
  const message = `there is no operation ${JSON.stringify(id)}${didYouMean(id, operations.keys())}`;
  diagnostics.error('unknown-operation', message, at);
}

function checkStep(context: SpecContext, step: Json, known: Known): void {
  if (!isJsonObject(step)) return;
  const { positions, diagnostics } = context;
  const { call, given, steps } = step;
  const params = readInner(step, 'params');
  if (typeof call === 'string' && !call.startsWith('${'))
    checkCall(context, call, known, positions.ofValue(step, 'call'));
  const templates = listEntries(known.given).map(([name]) => name);
  if (typeof given === 'string' && !templates.includes(given)) {
    const message = `there is no step ${JSON.stringify(given)} under "given"${didYouMean(given, templates)}`;
    diagnostics.error('unknown-step', message, positions.ofValue(step, 'given'));
  }
  const names = typeof call === 'string' ? known.operations.get(call) : undefined;
  for (const name of Object.keys(params)) {
    if (names?.has(name) !== false) continue;
    const message = `${String(call)} has no parameter ${JSON.stringify(name)}${didYouMean(name, names)}`;
    diagnostics.error('unknown-parameter', message, positions.ofKey(params, name));
  }
  for (const inner of toArray(steps)) checkStep(context, inner, known);
}

/** Reports a `${name}` inside an object or array, if no step of the check keeps that name. */
function checkNames(context: SpecContext, names: ReadonlySet<string>, owner: object): void {
  for (const [key, value] of Object.entries(owner)) {
    if (isCompound(value)) checkNames(context, names, value);
    for (const [, name = ''] of typeof value === 'string' ? value.matchAll(/\$\{([^{}.]+)[^{}]*\}/g) : []) {
      if (names.has(name)) continue;
      const message = `no step of this check keeps a value ${JSON.stringify(name)}${didYouMean(name, names)}`;
      context.diagnostics.error('unknown-kept-value', message, context.positions.ofValue(owner, key));
    }
  }
}

/** Lists the names that a step keeps, or the step under `given` that it names. */
function listKept(step: Json, given: JsonObject): readonly string[] {
  if (!isJsonObject(step)) return [];
  const template = typeof step['given'] === 'string' ? readInner(given, step['given']) : {};
  const own = [...listEntries(step['keep'] ?? template['keep']), ...listEntries(step['each'])].map(([name]) => name);
  return [...own, ...toArray(step['steps']).flatMap((inner) => listKept(inner, given))];
}
