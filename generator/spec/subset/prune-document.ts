import { startOf, type Diagnostics } from '../../diagnostics.js';
import type { WalkStart } from '../openapi/walk.js';
import { dropAll } from '../overlay/graft.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { emptyObject, openMember, rewritable } from '../read/tree.js';
import { printPointer } from '../references/pointer.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { findReached, objectAt, type Reached, type Rescued } from './find-reached.js';
import { listItems, type ListContext, type ListedItem, type ListedOperation } from './list-operations.js';
import type { OperationSubset } from './operation-pattern.js';
import { pruneConformance, pruneSeed } from './prune-data.js';
import { isWantedPath, reportUnmatched, selectOperations } from './select-operations.js';

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
    diagnostics.error('no-operations', message, first?.at ?? startOf(context.file));
    return false;
  }
  const kept = items.map((item) => keepOperations(item, chosen, subset));
  const lost = items.flatMap(({ operations }) => operations.filter((one) => !chosen.has(one)));
  const lostIds = new Set(lost.map(({ id }) => id));
  for (const { id } of chosen) lostIds.delete(id);
  const isLeftOut = leftOutCheck(items, kept);
  const starts = kept.flatMap((view): WalkStart[] => (view === undefined ? [] : [{ node: view, kind: 'pathItem' }]));
  const reached = findReached({ ...context, isLeftOut, lostIds }, starts);
  const rescue = moveRescued(context, reached.rescued);
  dropItems(context, items, kept);
  dropComponents(context, reached, rescue);
  dropTags(context, reached.tags);
  pruneConformance(context, lostIds);
  pruneSeed(context.root, reached.tables);
  return true;
}

/** A path item with its chosen operations alone; `undefined` where it has none. */
function keepOperations(
  { section, item, isBroken, operations }: ListedItem,
  chosen: ReadonlySet<ListedOperation>,
  { include }: OperationSubset,
): JsonObject | undefined {
  // What it would have is not known: its mistake is reported, unless only what is known is wanted.
  if (isBroken) return section === 'webhooks' || include === undefined ? item : undefined;
  const kept = operations.filter((one) => chosen.has(one));
  if (kept.length === 0) return undefined;
  if (kept.length === operations.length) return item;
  const dropped = new Set(operations.filter((one) => !chosen.has(one)).map(({ steps }) => printPointer(steps)));
  const without = (object: JsonObject, ...before: readonly string[]): JsonObject =>
    Object.assign(
      emptyObject(),
      Object.fromEntries(Object.entries(object).filter(([key]) => !dropped.has(printPointer([...before, key])))),
    );
  const view = without(item);
  const { additionalOperations: further } = view;
  return isJsonObject(further) ? { ...view, additionalOperations: without(further, 'additionalOperations') } : view;
}

/** Makes the check whether a pointer is into an operation or a path that is left out. */
function leftOutCheck(
  items: readonly ListedItem[],
  kept: readonly (JsonObject | undefined)[],
): (steps: readonly string[]) => boolean {
  const gone = new Set<string>();
  items.forEach(({ section, name, operations }, index) => {
    const view = kept[index];
    if (view === undefined) gone.add(printPointer([section, name]));
    else for (const { steps } of droppedFrom(view, operations)) gone.add(printPointer([section, name, ...steps]));
  });
  return (steps) => [2, 3, 4].some((count) => steps.length >= count && gone.has(printPointer(steps.slice(0, count))));
}

function droppedFrom(view: JsonObject, operations: readonly ListedOperation[]): readonly ListedOperation[] {
  return operations.filter(({ steps: [field = '', method] }) =>
    method === undefined ? !Object.hasOwn(view, field) : !Object.hasOwn(objectAt(view, field), method),
  );
}

/** Takes out of paths and webhooks what is left out; in place of a `$ref` to a path item is what stays of it. */
function dropItems(
  { root, positions }: ListContext,
  items: readonly ListedItem[],
  kept: readonly (JsonObject | undefined)[],
): void {
  for (const section of ['paths', 'webhooks'] as const) {
    const holder = root[section];
    if (!isJsonObject(holder)) continue;
    const gone = items.filter((one, index) => one.section === section && kept[index] === undefined);
    dropAll({ positions }, holder, new Set(gone.map(({ name }) => name)));
    items.forEach(({ section: own, name, stated, item, operations }, index) => {
      const view = kept[index];
      if (own !== section || view === undefined) return;
      const dropped = droppedFrom(view, operations);
      if (stated !== item) rewritable(holder)[name] = item;
      const fields = dropped.flatMap(({ steps: [field = '', method] }) => (method === undefined ? [field] : []));
      if (fields.length > 0) dropAll({ positions }, item, new Set(fields));
      const further = item['additionalOperations'];
      const methods = dropped.flatMap(({ steps: [, method] }) => method ?? []);
      if (isJsonObject(further) && methods.length > 0) dropAll({ positions }, further, new Set(methods));
    });
    if (section === 'webhooks' && Object.keys(holder).length === 0) dropAll({ positions }, root, new Set([section]));
  }
}

/** Makes components of what only references from outside still need of operations that are left out; gives their names. */
function moveRescued(
  { root, positions }: ListContext,
  rescued: readonly Rescued[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, string>();
  const added = new Map<string, Set<string>>();
  for (const { id, value, owner, key, section } of rescued) {
    const holder = openMember(positions, openMember(positions, root, 'components'), section);
    const name = names.get(`${section} ${id}`) ?? freeName(id, holder);
    names.set(`${section} ${id}`, name);
    holder[name] = value;
    if (isObject(value)) positions.set(value, { ...positions.get(value), parent: holder, key: name });
    // Other files refer to the document by its name.
    const [file] = String(owner[key]).split('#', 1);
    rewritable(owner)[key] = `${file}#${printPointer(['components', section, name])}`;
    added.set(section, (added.get(section) ?? new Set()).add(name));
  }
  return added;
}

/** A name that says where the component was: `books_get_responses_200` of `#/paths/~1books/get/responses/200/...`. */
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

function isObject(value: Json): value is Json & object {
  return typeof value === 'object' && value !== null;
}

function dropComponents(
  { root, positions }: ListContext,
  reached: Reached,
  rescued: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const { components } = root;
  if (!isJsonObject(components)) return;
  const empty = new Set<string>();
  for (const [section, entries] of Object.entries(components)) {
    if (section.startsWith('x-') || !isJsonObject(entries)) continue;
    const names = Object.keys(entries);
    const kept = names.filter((name) => reached.components.get(section)?.has(name) || rescued.get(section)?.has(name));
    if (kept.length === 0) empty.add(section);
    else if (kept.length < names.length) dropAll({ positions }, entries, difference(names, kept));
  }
  dropAll({ positions }, components, empty);
}

function difference(all: readonly string[], kept: readonly string[]): ReadonlySet<string> {
  const gone = new Set(all);
  for (const one of kept) gone.delete(one);
  return gone;
}

/** Takes out the tags that no operation has; the parents of those that are used stay (OpenAPI 3.2). */
function dropTags({ root, positions }: ListContext, used: ReadonlySet<string>): void {
  const { tags } = root;
  if (!Array.isArray(tags)) return;
  const parents = new Map(tags.filter(isJsonObject).map((tag) => [tag['name'], tag['parent']]));
  const kept = new Set<Json | undefined>(used);
  // A set hands out what is added while it is being walked.
  for (const name of kept) kept.add(parents.get(name));
  const gone = tags.flatMap((tag: Json, index) => (isJsonObject(tag) && !kept.has(tag['name']) ? [index] : []));
  if (gone.length === tags.length) dropAll({ positions }, root, new Set(['tags']));
  else dropAll({ positions }, tags, new Set(gone));
}
