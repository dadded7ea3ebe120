import { itemOperations } from '../openapi/item-operations.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { emptyObject } from '../read/tree.js';
import type { Positions } from '../read/positions.js';
import type { References } from '../references/references.js';

/** An operation of a document, or of a webhook. */
export interface ListedOperation {
  /** As it is sent: `GET`. */
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
  /** As the document states it. */
  readonly stated: JsonObject;
  /** Its `$ref` followed, and the fields beside it laid over: the same object where there is none. */
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

/** Lists the paths and webhooks of a document with their operations; files of paths that are not wanted are not opened. */
export function listItems(context: ListContext, isWanted: (path: string) => boolean = () => true): ListedItem[] {
  return (['paths', 'webhooks'] as const).flatMap((section) => {
    const items = context.root[section];
    if (!isJsonObject(items)) return [];
    return Object.entries(items).flatMap(([name, stated]) => {
      if (name.startsWith('x-') || !isJsonObject(stated)) return [];
      const isRead = section === 'webhooks' || typeof stated['$ref'] !== 'string' || isWanted(name);
      const layers = isRead ? listLayers(context, stated) : [stated];
      const isBroken = isRead && typeof layers.at(-1)?.['$ref'] === 'string';
      const item = isBroken || layers.length === 1 ? stated : mergeLayers(context, layers);
      const operations = itemOperations(item).map(({ method, operation, steps }) => {
        const { operationId, tags, deprecated } = operation;
        const hasId = typeof operationId === 'string';
        return {
          method,
          path: name,
          id: hasId ? operationId : `${method} ${name}`,
          ...(hasId && { operationId }),
          isWebhook: section === 'webhooks',
          tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
          deprecated: deprecated === true,
          steps,
        };
      });
      return { section, name, stated, item, isBroken, operations };
    });
  });
}

/** Lists a path item and those that its `$ref` resolves to, one after the other. */
function listLayers({ references }: ListContext, stated: JsonObject): readonly JsonObject[] {
  const layers = new Set([stated]);
  for (const layer of layers) {
    if (typeof layer['$ref'] !== 'string') break;
    const target = references.find(layer['$ref'], layer)?.value;
    if (isJsonObject(target)) layers.add(target);
  }
  return [...layers];
}

/** Makes a path item without a `$ref` of those layers; each field keeps its position. */
function mergeLayers({ positions }: ListContext, layers: readonly JsonObject[]): JsonObject {
  const item = emptyObject();
  const origins = new Map<string, JsonObject>();
  for (const layer of layers.toReversed())
    for (const [key, value] of Object.entries(layer)) {
      if (key === '$ref') continue;
      item[key] = value;
      origins.set(key, layer);
    }
  const entries = Array.from(origins, ([key, owner]) => [key, { owner, key }] as const);
  positions.compose(item, positions.get(layers.at(-1) ?? item), entries);
  return item;
}
