import { locateStart, type Diagnostics } from '../../diagnostics.js';
import type { WalkStart } from '../openapi/walk.js';
import { dropAll, openMember, rewritable } from '../read/tree.js';
import { readInner, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { printPointer } from '../read/pointer.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { findReached, type Reached } from './find-reached.js';
import {
  listItems,
  type ListContext,
  type ListedItem,
  type ListedOperation,
  isWantedPath,
  reportUnmatched,
  selectOperations,
} from './select-operations.js';
import type { OperationSubset } from '../operation-pattern.js';
import { reachable } from '../../iterables.js';

/** A document whose operations are chosen from. */
interface PruneContext extends ListContext {
  /** Its file, as positions name it. */
  readonly file: string;
  readonly vocabulary: Vocabulary | undefined;
  readonly diagnostics: Diagnostics;
}

/**
 * Takes the operations out of a document that a subset leaves out, and all that no other operation needs; what stays keeps its
 * position. `false` where a mistake in the subset was reported.
 */
export function pruneDocument(subset: OperationSubset, context: PruneContext): boolean {
  const { diagnostics } = context;
  const items = listItems(context, (path) => isWantedPath(subset, path));
  const chosen = selectOperations(items, subset);
  const before = diagnostics.list.length;
  if (subset.isLenient !== true) reportUnmatched(subset, { ...context, items });
  if (diagnostics.list.length > before) return false;
  if (subset.isLenient !== true && chosen.size === 0) {
    const [first] = [...(subset.include ?? []), ...(subset.exclude ?? [])];
    const message = 'no operation is left: what is included is excluded, too';
    diagnostics.error('no-operations', message, first?.at ?? locateStart(context.file));
    return false;
  }
  const pruned = items.map((item) => keepOperations(item, chosen, subset));
  const lost = items.flatMap(({ operations }) => operations.filter((one) => !chosen.has(one)));
  const lostIds = new Set(lost.map(({ id }) => id));
  for (const { id } of chosen) lostIds.delete(id);
  const starts = pruned.flatMap(({ view }): WalkStart[] =>
    view === undefined ? [] : [{ node: view, kind: 'pathItem' }],
  );
  const reached = findReached({ ...context, isLeftOut: leftOutCheck(pruned), lostIds }, starts);
  moveRescued(context, reached);
  dropItems(context, pruned);
  dropComponents(context, reached);
  dropTags(context, reached.tags);
  pruneConformance(context, lostIds);
  pruneSeed(context.root, reached.tables);
  return true;
}

/** A path or webhook, and what stays of it. */
interface PrunedItem extends ListedItem {
  /** The path item with its chosen operations alone; `undefined` where it has none. */
  readonly view: JsonObject | undefined;
  /** The operations that it has and `view` does not. */
  readonly dropped: readonly ListedOperation[];
}

function keepOperations(
  listed: ListedItem,
  chosen: ReadonlySet<ListedOperation>,
  { include }: OperationSubset,
): PrunedItem {
  const { section, item, isBroken, operations } = listed;
  // Its operations are not known: its mistake is reported, unless `include` selects only known ones.
  if (isBroken)
    return { ...listed, view: section === 'webhooks' || include === undefined ? item : undefined, dropped: [] };
  const dropped = operations.filter((one) => !chosen.has(one));
  if (dropped.length === operations.length) return { ...listed, view: undefined, dropped };
  if (dropped.length === 0) return { ...listed, view: item, dropped };
  const view: Record<string, Json> = { ...item };
  const further: Record<string, Json> = { ...readInner(item, 'additionalOperations') };
  for (const { steps } of dropped) {
    const [field = '', method] = steps;
    if (method === undefined) delete view[field];
    else delete further[method];
  }
  return {
    ...listed,
    view: 'additionalOperations' in view ? { ...view, additionalOperations: further } : view,
    dropped,
  };
}

/** Makes the check whether a pointer is into an operation or a path that is left out. */
function leftOutCheck(items: readonly PrunedItem[]): (steps: readonly string[]) => boolean {
  const gone = items.flatMap(({ section, name, view, dropped }) =>
    view === undefined ? [[section, name]] : dropped.map(({ steps }) => [section, name, ...steps]),
  );
  const pointers = new Set(gone.map(printPointer));
  return (steps) =>
    [2, 3, 4].some((count) => steps.length >= count && pointers.has(printPointer(steps.slice(0, count))));
}

/** Takes the dropped operations out of paths and webhooks; a `$ref` to a path item is replaced by the rest of that item. */
function dropItems({ root, positions }: ListContext, items: readonly PrunedItem[]): void {
  for (const section of ['paths', 'webhooks'] as const) {
    const holder = root[section];
    if (!isJsonObject(holder)) continue;
    const own = items.filter((one) => one.section === section);
    const gone = own.filter(({ view }) => view === undefined);
    dropAll(positions, holder, new Set(gone.map(({ name }) => name)));
    for (const { name, stated, item, view, dropped } of own) {
      if (view === undefined) continue;
      if (stated !== item) rewritable(holder)[name] = item;
      const fields = dropped.flatMap(({ steps: [field = '', method] }) => (method === undefined ? [field] : []));
      if (fields.length > 0) dropAll(positions, item, new Set(fields));
      const further = item['additionalOperations'];
      const methods = dropped.flatMap(({ steps: [, method] }) => method ?? []);
      if (isJsonObject(further) && methods.length > 0) dropAll(positions, further, new Set(methods));
    }
    if (section === 'webhooks' && Object.keys(holder).length === 0) dropAll(positions, root, new Set([section]));
  }
}

/** Makes components of what only references from outside still need of operations that are left out, and keeps them. */
function moveRescued({ root, positions }: ListContext, { components, rescued }: Reached): void {
  const names = new Map<string, string>();
  for (const { id, value, owner, key, section } of rescued) {
    const holder = openMember(positions, openMember(positions, root, 'components'), section);
    const name = names.get(`${section} ${id}`) ?? freeName(id, holder);
    names.set(`${section} ${id}`, name);
    holder[name] = value;
    if (typeof value === 'object' && value !== null)
      positions.set(value, { ...positions.get(value), parent: holder, key: name });
    // Other files refer to the document by its name.
    const [file] = String(owner[key]).split('#', 1);
    rewritable(owner)[key] = `${file}#${printPointer(['components', section, name])}`;
    components.set(section, (components.get(section) ?? new Set()).add(name));
  }
}

/** Finds a free name that says where a component was: `#/paths/~1books/get/responses/200` -> `books_get_responses_200`. */
function freeName(id: string, taken: JsonObject): string {
  const letters = id
    .replace(/^#\/(?:paths|webhooks)\//, '')
    .replaceAll('~1', '/')
    .match(/[A-Za-z0-9]+/g) ?? ['part'];
  const base = letters.join('_');
  let name = base;
  for (let number = 2; Object.hasOwn(taken, name); number++) name = `${base}_${number}`;
  return name;
}

function dropComponents({ root, positions }: ListContext, reached: Reached): void {
  const { components } = root;
  if (!isJsonObject(components)) return;
  const empty = new Set<string>();
  for (const [section, entries] of Object.entries(components)) {
    if (section.startsWith('x-') || !isJsonObject(entries)) continue;
    const names = Object.keys(entries);
    const gone = names.filter((name) => reached.components.get(section)?.has(name) !== true);
    if (gone.length === names.length) empty.add(section);
    else dropAll(positions, entries, new Set(gone));
  }
  dropAll(positions, components, empty);
}

/** Takes out the tags that no operation has; the parents of those that are used stay (OpenAPI 3.2). */
function dropTags({ root, positions }: ListContext, used: ReadonlySet<string>): void {
  const { tags } = root;
  if (!Array.isArray(tags)) return;
  const parents = new Map(tags.filter(isJsonObject).map((tag) => [tag['name'], tag['parent']]));
  const kept = new Set(reachable<Json | undefined>(used, (name) => [parents.get(name)]));
  const gone = tags.flatMap((tag: Json, index) => (isJsonObject(tag) && !kept.has(tag['name']) ? [index] : []));
  if (gone.length === tags.length) dropAll(positions, root, new Set(['tags']));
  else dropAll(positions, tags, new Set(gone));
}

/** Takes the rows out of `x-seed` whose table no schema declares any more. */
function pruneSeed(root: JsonObject, tables: ReadonlySet<string>): void {
  for (const section of ['tables', 'caller']) {
    const rows = rewritable(readInner(root['x-seed'], section));
    for (const table of Object.keys(rows)) if (table !== 'media' && !tables.has(table)) delete rows[table];
  }
}

/** Takes the checks out of `x-conformance` that call an operation which is left out. */
function pruneConformance({ root, positions }: ListContext, lostIds: ReadonlySet<string>): void {
  const conformance = root['x-conformance'];
  if (!isJsonObject(conformance)) return;
  const given = rewritable(readInner(conformance, 'given'));
  const lostSteps = new Set<string>();
  for (const [name, step] of Object.entries(given)) if (calls(step)) lostSteps.add(name);
  for (const name of lostSteps) delete given[name];
  for (const key of ['cleanup', 'goesWith']) {
    const named = rewritable(readInner(conformance, key));
    for (const [call, undo] of Object.entries(named))
      if (lostIds.has(call) || (typeof undo === 'string' && lostIds.has(undo))) delete named[call];
  }
  const sections = rewritable(readInner(conformance, 'sections'));
  for (const [name, checks] of Object.entries(sections)) {
    if (!Array.isArray(checks)) continue;
    const lost = checks.flatMap((check: Json, index) => (calls(check) ? [index] : []));
    if (lost.length === checks.length) delete sections[name];
    else if (lost.length > 0) dropAll(positions, checks, new Set(lost));
  }
  if (Object.keys(sections).length === 0) delete rewritable(root)['x-conformance'];

  /** Says whether a step or check, or one inside of it, needs what is left out. */
  function calls(step: Json): boolean {
    if (!isJsonObject(step)) return false;
    const { call, given: name, steps, finally: last } = step;
    if (typeof call === 'string' && lostIds.has(call)) return true;
    if (typeof name === 'string' && lostSteps.has(name)) return true;
    return [steps, last].some((list) => Array.isArray(list) && list.some((one: Json) => calls(one)));
  }
}
