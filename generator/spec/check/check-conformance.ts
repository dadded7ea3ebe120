import { type Position, positionName } from '../../diagnostics.js';
import { type SpecContext, objectAt } from '../references/spec-context.js';
import { listEntries, toArray, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { didYouMean } from '../suggest.js';

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

/** The operations of a document, each with the names of its parameters. */
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
