import { locateStart, type Diagnostics } from '../../diagnostics.js';
import type { WalkStart } from '../openapi/walk.js';
import { dropAll, openMember, rewritable } from '../read/tree.js';
import { isCompound, readInner, isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { printPointer } from '../read/pointer.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { findReached, type Reached } from './find-reached.js';
import {
  listItems,
  type ListContext,
  type ListedItem,
  type ListedOperation,
  mayBeSelected,
  reportUnmatched,
  selectOperations,
} from './select-operations.js';
import type { OperationSubset } from '../operation-pattern.js';
import { reachable } from '../../iterables.js';

/** The document from which operations are selected. */
interface PruneContext extends ListContext {
  /** Its file, as positions name it. */
  readonly file: string;
  readonly vocabulary: Vocabulary | undefined;
  readonly diagnostics: Diagnostics;
}

/**
 * Removes the operations that a subset leaves out, and everything that only they need; the rest keeps its positions. Returns
 * `false` if it has reported a mistake in the subset.
 */
export function pruneDocument(subset: OperationSubset, context: PruneContext): boolean {
  const { diagnostics } = context;
  const items = listItems(context, (path) => mayBeSelected(subset, path));
  const chosen = selectOperations(items, subset);
  const before = diagnostics.list.length;
  if (subset.isLenient !== true) reportUnmatched(subset, { ...context, items });
  if (diagnostics.list.length > before) return false;
  if (subset.isLenient !== true && chosen.size === 0) {
    const [first] = [...(subset.include ?? []), ...(subset.exclude ?? [])];
    const message = 'no operation is left after `include` and `exclude`';
    diagnostics.error('no-operations', message, first?.at ?? locateStart(context.file));
    return false;
  }
  const pruned = items.map((item) => keepOperations(item, chosen, subset));
  const lostIds = new Set(items.flatMap(({ operations }) => operations.map(({ id }) => id)));
  for (const { id } of chosen) lostIds.delete(id);
  const starts = pruned.flatMap(({ view }): WalkStart[] => (view ? [{ node: view, kind: 'pathItem' }] : []));
  const reached = findReached({ ...context, isLeftOut: leftOutCheck(pruned), lostIds }, starts);
  moveRescued(context, reached);
  dropItems(context, pruned);
  dropComponents(context, reached);
  dropTags(context, reached.tags);
  pruneConformance(context, lostIds);
  // Rows of tables that no remaining schema declares.
  for (const section of ['tables', 'caller'])
    dropMembers(readInner(context.root['x-seed'], section), (table) => table !== 'media' && !reached.tables.has(table));
  return true;
}

/** A path or webhook, and its remaining operations. */
interface PrunedItem extends ListedItem {
  /** The path item with the selected operations only; `undefined` if there are none. */
  readonly view: JsonObject | undefined;
  /** The operations of the path item that were removed. */
  readonly dropped: readonly ListedOperation[];
}

function keepOperations(
  listed: ListedItem,
  chosen: ReadonlySet<ListedOperation>,
  { include }: OperationSubset,
): PrunedItem {
  const { section, item, isBroken, operations } = listed;
  const dropped = isBroken ? [] : operations.filter((one) => !chosen.has(one));
  // The operations of a broken item are unknown. Its mistake is reported, unless `include` selects known ones only.
  const isGone = isBroken ? section === 'paths' && include !== undefined : dropped.length === operations.length;
  if (isGone) return { ...listed, view: undefined, dropped };
  if (dropped.length === 0) return { ...listed, view: item, dropped };
  const view: Record<string, Json> = { ...item };
  const further: Record<string, Json> = { ...readInner(item, 'additionalOperations') };
  if ('additionalOperations' in view) view['additionalOperations'] = further;
  for (const { steps } of dropped) delete (steps.length > 1 ? further : view)[steps.at(-1) ?? ''];
  return { ...listed, view, dropped };
}

/** Creates the function that returns whether a pointer leads into an operation or a path that is left out. */
function leftOutCheck(items: readonly PrunedItem[]): (steps: readonly string[]) => boolean {
  const gone = items.flatMap(({ section, name, view, dropped }) =>
    view === undefined ? [[section, name]] : dropped.map(({ steps }) => [section, name, ...steps]),
  );
  const pointers = new Set(gone.map(printPointer));
  return (steps) =>
    [2, 3, 4].some((count) => steps.length >= count && pointers.has(printPointer(steps.slice(0, count))));
}

/** Removes the unselected operations from paths and webhooks; a `$ref` to a path item is replaced by the remaining item. */
function dropItems({ root, positions }: ListContext, items: readonly PrunedItem[]): void {
  for (const section of ['paths', 'webhooks'] as const) {
    const holder = root[section];
    if (!isJsonObject(holder)) continue;
    const own = items.filter((one) => one.section === section);
    const gone = own.filter(({ view }) => view === undefined).map(({ name }) => name);
    dropAll(positions, holder, gone);
    for (const { name, stated, item, view, dropped } of own) {
      if (view === undefined) continue;
      if (stated !== item) rewritable(holder)[name] = item;
      for (const { steps } of dropped)
        dropAll(positions, steps.length > 1 ? readInner(item, 'additionalOperations') : item, steps.slice(-1));
    }
    if (section === 'webhooks' && Object.keys(holder).length === 0) dropAll(positions, root, [section]);
  }
}

/** Turns parts of unselected operations that other parts refer to into components. */
function moveRescued({ root, positions }: ListContext, { components, rescued }: Reached): void {
  const names = new Map<string, string>();
  for (const { id, value, owner, key, section } of rescued) {
    const holder = openMember(positions, openMember(positions, root, 'components'), section);
    const name = names.get(`${section} ${id}`) ?? freeName(id, holder);
    names.set(`${section} ${id}`, name);
    holder[name] = value;
    if (isCompound(value)) positions.set(value, { ...positions.get(value), parent: holder, key: name });
    // Other files refer to the document by its name.
    const [file] = String(owner[key]).split('#', 1);
    rewritable(owner)[key] = `${file}#${printPointer(['components', section, name])}`;
    components.set(section, (components.get(section) ?? new Set()).add(name));
  }
}

/**
 * Returns a free name that tells the former place of a component: `#/paths/~1books/get/responses/200` →
 * `books_get_responses_200`.
 */
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
  const empty: string[] = [];
  for (const [section, entries] of Object.entries(components)) {
    if (section.startsWith('x-') || !isJsonObject(entries)) continue;
    const names = Object.keys(entries);
    const gone = names.filter((name) => !reached.components.get(section)?.has(name));
    if (gone.length === names.length) empty.push(section);
    else dropAll(positions, entries, gone);
  }
  dropAll(positions, components, empty);
}

/** Removes the tags that no operation has, but keeps the parents of the others (OpenAPI 3.2). */
function dropTags({ root, positions }: ListContext, used: ReadonlySet<Json | undefined>): void {
  const { tags } = root;
  if (!Array.isArray(tags)) return;
  const parents = new Map(tags.filter(isJsonObject).map((tag) => [tag['name'], tag['parent']]));
  const kept = new Set(reachable(used, (name) => [parents.get(name)]));
  const gone = tags.flatMap((tag: Json, index) => (isJsonObject(tag) && !kept.has(tag['name']) ? [index] : []));
  if (gone.length === tags.length) dropAll(positions, root, ['tags']);
  else dropAll(positions, tags, gone);
}

/** Takes members out of an object that is no object of OpenAPI. */
function dropMembers(holder: JsonObject, isGone: (name: string, value: Json) => boolean): void {
  for (const [name, value] of Object.entries(holder)) if (isGone(name, value)) delete rewritable(holder)[name];
}

/** Removes checks of `x-conformance` that call an operation which is left out. */
function pruneConformance({ root, positions }: ListContext, lostIds: ReadonlySet<Json | undefined>): void {
  const { 'x-conformance': conformance } = root;
  if (!isJsonObject(conformance)) return;
  const lostSteps = new Set<Json | undefined>();
  dropMembers(readInner(conformance, 'given'), (name, step) => {
    const isLost = calls(step);
    if (isLost) lostSteps.add(name);
    return isLost;
  });
  for (const key of ['cleanup', 'goesWith'])
    dropMembers(readInner(conformance, key), (call, undo) => lostIds.has(call) || lostIds.has(undo));
  const sections = readInner(conformance, 'sections');
  dropMembers(sections, (_name, checks) => {
    if (!Array.isArray(checks)) return false;
    const lost = checks.flatMap((check: Json, index) => (calls(check) ? [index] : []));
    if (lost.length === checks.length) return true;
    dropAll(positions, checks, lost);
    return false;
  });
  if (Object.keys(sections).length === 0) delete rewritable(root)['x-conformance'];

  /** Returns whether a step or check, or one inside of it, needs a part that is left out. */
  function calls(step: Json | undefined): boolean {
    if (!isJsonObject(step)) return false;
    const { call, given: name, steps, finally: last } = step;
    return lostIds.has(call) || lostSteps.has(name) || [...toArray(steps), ...toArray(last)].some(calls);
  }
}
