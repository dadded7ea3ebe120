import { isJsonObject, type Json } from '../../spec/read/json.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import type { Resolved } from '../../spec/spec-document.js';
import type { Lowering } from '../lowering.js';

/**
 * Where a `$dynamicRef` leads whatever the way to it: to the only schema that has the anchor, or to what is not anchored
 * dynamically at all. Undefined where the way decides.
 */
export function staticTarget({ document, root }: Lowering, node: SchemaObject): Resolved | undefined {
  const { $dynamicRef: reference } = node;
  const target = typeof reference === 'string' ? document.resolveReference(reference, node) : undefined;
  if (target === undefined || typeof reference !== 'string') return undefined;
  const name = reference.slice(reference.indexOf('#') + 1);
  if (!isJsonObject(target.value) || target.value['$dynamicAnchor'] !== name) return target;
  const file = document.open(target.id.slice(0, target.id.indexOf('#')));
  const count = anchorsIn(root).get(name) ?? 0;
  const further = file === undefined || file === root ? 0 : (anchorsIn(file).get(name) ?? 0);
  return count + further === 1 ? target : undefined;
}

const known = new WeakMap<object, ReadonlyMap<string, number>>();

/** How many schemas of a file have a dynamic anchor of each name. */
function anchorsIn(file: Json): ReadonlyMap<string, number> {
  if (typeof file !== 'object' || file === null) return new Map();
  const counts = known.get(file) ?? countAnchors(file);
  known.set(file, counts);
  return counts;
}

function countAnchors(file: object): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const pending = [file];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name: unknown = Reflect.get(next, '$dynamicAnchor');
    if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) pending.push(value);
  }
  return counts;
}
