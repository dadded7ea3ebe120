import { hasRef } from '../openapi/rules.js';
import { isJsonObject, toArray, toObject, type JsonObject } from '../../json.js';
import { emptyObject } from '../read/tree.js';
import type { Origin, Positions } from '../read/positions.js';
import type { References } from '../references/references.js';
import { type Diagnostics, locateStart } from '../../diagnostics.js';
import { suggest } from '../suggest.js';
import {
  matchesGlob,
  PATTERN_STRINGS,
  printPattern,
  type OperationPattern,
  type OperationSubset,
  type PatternString,
} from '../operation-pattern.js';
import { itemOperations } from '../openapi/walk.js';

/** An operation of a document, or of a webhook. */
export interface ListedOperation {
  /** The method as it is sent: `GET`. */
  readonly method: string;
  /** Path of an operation, or name of a webhook. */
  readonly path: string;
  /** Its `operationId`, or method and path. */
  readonly id: string;
  readonly operationId?: string;
  readonly isWebhook: boolean;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Its keys in its path item: `['get']`. */
  readonly steps: readonly string[];
}

/** A path, or a webhook. */
export interface ListedItem {
  readonly section: 'paths' | 'webhooks';
  readonly name: string;
  /** The path item as it is in the document. */
  readonly stated: JsonObject;
  /** The path item after following its `$ref`, with the fields beside that; the same object if it has no `$ref`. */
  readonly item: JsonObject;
  /** True if its `$ref` resolves to no path item. */
  readonly isBroken: boolean;
  readonly operations: readonly ListedOperation[];
}

/** The context in which operations are listed. */
export interface ListContext {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly references: References;
}

/**
 * Lists the paths and webhooks of a document with their operations. The files of paths that cannot be selected are not opened.
 */
export function listItems(context: ListContext, isSelected: (path: string) => boolean = () => true): ListedItem[] {
  return (['paths', 'webhooks'] as const).flatMap((section) => {
    return Object.entries(toObject(context.root[section])).flatMap(([name, stated]) => {
      if (name.startsWith('x-') || !isJsonObject(stated)) return [];
      const isWebhook = section === 'webhooks';
      const isRead = isWebhook || !hasRef(stated) || isSelected(name);
      const layers = isRead ? listLayers(context, stated) : [stated];
      const isBroken = isRead && hasRef(layers.at(-1));
      const item = isBroken || layers.length === 1 ? stated : mergeLayers(context, layers);
      const operations = itemOperations(item).map(({ method, operation, steps }) => {
        const { operationId: id, tags, deprecated } = operation;
        return {
          method,
          path: name,
          ...(typeof id === 'string' ? { id, operationId: id } : { id: `${method} ${name}` }),
          isWebhook,
          tags: toArray(tags).filter((tag) => typeof tag === 'string'),
          deprecated: deprecated === true,
          steps,
        };
      });
      return { section, name, stated, item, isBroken, operations };
    });
  });
}

/** Lists a path item, and the path items to which its `$ref` resolves one after the other. */
function listLayers({ references }: ListContext, stated: JsonObject): readonly JsonObject[] {
  const layers = new Set([stated]);
  for (const layer of layers) {
    if (!hasRef(layer)) break;
    const target = references.find(layer['$ref'], layer)?.value;
    if (isJsonObject(target)) layers.add(target);
  }
  return [...layers];
}

/** Combines these layers into a path item without a `$ref`; each field keeps its position. */
function mergeLayers({ positions }: ListContext, layers: readonly JsonObject[]): JsonObject {
  const item = emptyObject();
  const origins = new Map<string, Origin>();
  for (const owner of layers.toReversed())
    for (const [key, value] of Object.entries(owner)) {
      if (key === '$ref') continue;
      item[key] = value;
      origins.set(key, { owner, key });
    }
  positions.compose(item, positions.get(layers.at(-1) ?? item), origins);
  return item;
}

/** Returns whether a pattern selects an operation. */
function selects(pattern: OperationPattern, operation: ListedOperation): boolean {
  const { deprecated = operation.deprecated } = pattern;
  if (deprecated !== operation.deprecated) return false;
  return PATTERN_STRINGS.every((key) => {
    const glob = pattern[key];
    if (glob === undefined) return true;
    return listMatchable(key, operation).some((value) =>
      key === 'method' ? glob.toLowerCase() === value.toLowerCase() : matchesGlob(glob, value),
    );
  });
}

/** Lists the texts that a pattern is compared with: tags, the id, the method, the path, or the name of a webhook. */
function listMatchable(key: PatternString, { method, path, id, tags, isWebhook }: ListedOperation): readonly string[] {
  if (key === 'tag') return tags;
  if (key === 'operationId') return [id];
  if (key === 'method') return [method];
  return (key === 'webhook') === isWebhook ? [path] : [];
}

/** Returns whether operations of a path may be selected, judging by the path alone. */
export function mayBeSelected({ include, exclude = [] }: OperationSubset, path: string): boolean {
  const isLeftOut = exclude.some(
    ({ path: glob, at: _at, ...others }) =>
      glob !== undefined && Object.keys(others).length === 0 && matchesGlob(glob, path),
  );
  return !isLeftOut && (!include || include.some(({ path: glob = path }) => glob === path || matchesGlob(glob, path)));
}

/** Lists the objects of the selected operations. */
export function selectOperations(
  items: readonly ListedItem[],
  { include, exclude = [] }: OperationSubset,
): ReadonlySet<ListedOperation> {
  const all = items.flatMap(({ operations }) => operations);
  const chosen = all.filter((operation) => {
    const isIncluded = operation.isWebhook || !include || include.some((one) => selects(one, operation));
    return isIncluded && !exclude.some((one) => selects(one, operation));
  });
  return new Set(chosen);
}

/** Reports each pattern that selects nothing, with the most similar name; `file` is the document, as positions name it. */
export function reportUnmatched(
  { include = [], exclude = [] }: OperationSubset,
  {
    items,
    file,
    diagnostics,
  }: { readonly items: readonly ListedItem[]; readonly file: string; readonly diagnostics: Diagnostics },
): void {
  const paths = items.filter(({ section }) => section === 'paths');
  const all = [...include.map((one) => [one, paths] as const), ...exclude.map((one) => [one, items] as const)];
  for (const [pattern, among] of all) {
    if (isMatched(pattern, among)) continue;
    const message = describeUnmatched(pattern, among);
    diagnostics.error('unmatched-operations', message, pattern.at ?? locateStart(file));
  }
}

function isMatched(pattern: OperationPattern, items: readonly ListedItem[]): boolean {
  return items.some(({ section, name, operations }) => {
    // The file of a path that its name already excludes was not opened.
    const isNamed = section === 'paths' && pattern.path !== undefined && operations.length === 0;
    return isNamed ? matchesGlob(pattern.path, name) : operations.some((one) => selects(pattern, one));
  });
}

/** The verbs of messages about what a pattern states. */
const verbs: Readonly<Record<PatternString, string>> = {
  tag: 'has the tag',
  operationId: 'is called',
  path: 'has the path',
  method: 'has the method',
  webhook: 'belongs to the webhook',
};

function describeUnmatched(pattern: OperationPattern, items: readonly ListedItem[]): string {
  for (const key of PATTERN_STRINGS) {
    const glob = pattern[key];
    if (glob === undefined || isMatched({ [key]: glob }, items)) continue;
    const operations = items.flatMap((item) => item.operations);
    const known = new Set(operations.flatMap((operation) => listMatchable(key, operation)));
    const meant = suggestGlob(glob, known);
    const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
    return `no operation ${verbs[key]} ${JSON.stringify(glob)}${hint}`;
  }
  const { deprecated, ...others } = pattern;
  if (deprecated !== undefined && PATTERN_STRINGS.every((key) => others[key] === undefined))
    return deprecated ? 'no operation is deprecated' : 'all operations are deprecated';
  return `no operation matches ${JSON.stringify(printPattern(pattern))} as a whole; each part alone matches some`;
}

/** Corrects the text of a glob before its first star: `boks.*` → `books.*` if there are `books.list` and others. */
function suggestGlob(glob: string, known: ReadonlySet<string>): string | undefined {
  const star = glob.indexOf('*');
  if (star < 0) return suggest(glob, known);
  const head = glob.slice(0, star);
  const parts = splitLabel(head).length;
  const heads = new Set([...known].map((one) => splitLabel(one).slice(0, parts).join('')));
  const meant = head === '' ? undefined : suggest(head, heads);
  return meant === undefined || meant === head ? undefined : meant + glob.slice(star);
}

/** Splits a name after each slash and dot: `v1/books.list` → `v1/`, `books.`, `list`. */
function splitLabel(text: string): readonly string[] {
  return text.split(/(?<=[./])/);
}
