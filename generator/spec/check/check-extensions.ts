import { type SpecContext, objectAt } from '../references/spec-context.js';
import { listOwnKeys, isJsonObject, type Json, type JsonObject, listEntries, toArray } from '../../json.js';
import { leaveOut, reportFault } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { type Position, positionName } from '../../diagnostics.js';

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

/** The names that checks can refer to. */
interface Known {
  /** Parameters of each operation by its id; undefined where it takes others, too. */
  readonly operations: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly given: ReadonlySet<string>;
}

/** Names that every check knows without keeping them. */
const builtIn = ['key', 'T1', 'T2', 'origin', 'operations', 'writing', 'turn'];

/** Checks `x-conformance`: ids of checks are unique, and operations, parameters and names in them exist. */
export function checkConformance(context: SpecContext): void {
  const conformance = context.root['x-conformance'];
  if (context.vocabulary === undefined || !isJsonObject(conformance)) return;
  const { given, cleanup, goesWith, sections } = conformance;
  const known: Known = {
    operations: listOperationParameters(context),
    given: new Set(listEntries(given).map(([name]) => name)),
  };
  for (const [, step] of listEntries(given)) checkStep(context, step, known);
  for (const named of [cleanup, goesWith].filter(isJsonObject))
    for (const call of Object.keys(named)) checkCall(context, call, known, () => context.positions.ofKey(named, call));
  if (isJsonObject(cleanup))
    for (const [call, undo] of Object.entries(cleanup))
      if (typeof undo === 'string') checkCall(context, undo, known, () => context.positions.ofValue(cleanup, call));
  const checks = listEntries(sections)
    .flatMap(([, list]) => toArray(list))
    .filter(isJsonObject);
  checkIds(context, checks);
  for (const check of checks) {
    const steps = [...toArray(check['steps']), ...toArray(check['finally'])];
    for (const step of steps) checkStep(context, step, known);
    checkNames(context, steps, isJsonObject(given) ? given : {});
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
    if (other === undefined) {
      first.set(id, check);
      continue;
    }
    const at = positions.ofValue(check, 'id');
    const line = positionName(positions.ofValue(other, 'id'), at);
    diagnostics.error('duplicate-check', `there is a check ${JSON.stringify(id)} already, at ${line}`, at);
  }
}

/** Reports an operation that the document does not have. */
function checkCall({ diagnostics }: SpecContext, id: string, { operations }: Known, at: () => Position): void {
  if (operations.has(id)) return;
  const message = `there is no operation ${JSON.stringify(id)}${didYouMean(id, operations.keys())}`;
  diagnostics.error('unknown-operation', message, at());
}

function checkStep(context: SpecContext, step: Json, known: Known): void {
  if (!isJsonObject(step)) return;
  const { positions, diagnostics } = context;
  const { call, given, params, steps } = step;
  if (typeof call === 'string' && !call.startsWith('${'))
    checkCall(context, call, known, () => positions.ofValue(step, 'call'));
  if (typeof given === 'string' && !known.given.has(given)) {
    const message = `there is no step ${JSON.stringify(given)} under "given"${didYouMean(given, known.given)}`;
    diagnostics.error('unknown-step', message, positions.ofValue(step, 'given'));
  }
  const names = typeof call === 'string' ? known.operations.get(call) : undefined;
  if (names !== undefined && isJsonObject(params))
    for (const name of Object.keys(params).filter((one) => !names.has(one))) {
      const message = `${String(call)} has no parameter ${JSON.stringify(name)}${didYouMean(name, names)}`;
      diagnostics.error('unknown-parameter', message, positions.ofKey(params, name));
    }
  for (const inner of toArray(steps)) checkStep(context, inner, known);
}

/** Reports `${name}` where no step of the check keeps that name. */
function checkNames(context: SpecContext, steps: readonly Json[], given: JsonObject): void {
  const names = new Set([...builtIn, ...steps.flatMap((step) => keptBy(step, given))]);
  const visit = (owner: object, key: string | number, value: Json): void => {
    if (typeof value === 'string') {
      for (const [, name = ''] of value.matchAll(/\$\{([^{}.]+)[^{}]*\}/g)) {
        if (names.has(name)) continue;
        const message = `no step of this check keeps ${JSON.stringify(name)}${didYouMean(name, names)}`;
        context.diagnostics.error('unknown-name', message, context.positions.ofValue(owner, key));
      }
    } else if (Array.isArray(value)) value.forEach((item: Json, index) => visit(value, index, item));
    else if (isJsonObject(value)) for (const [inner, item] of Object.entries(value)) visit(value, inner, item);
  };
  steps.forEach((step, index) => visit(steps, index, step));
}

function keptBy(step: Json, given: JsonObject): readonly string[] {
  if (!isJsonObject(step)) return [];
  const template = typeof step['given'] === 'string' ? given[step['given']] : undefined;
  const kept = step['keep'] ?? (isJsonObject(template) ? template['keep'] : undefined);
  const own = [...listEntries(kept), ...listEntries(step['each'])].map(([name]) => name);
  return [...own, ...toArray(step['steps']).flatMap((inner) => keptBy(inner, given))];
}
