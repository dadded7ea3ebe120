import { withoutFramework } from '../../api/naming/framework-ids.js';
import { PathNames } from '../../api/naming/path-segments.js';
import type { Json } from '../../json.js';
import type { SpecFacts } from '../spec-facts.js';

/**
 * Returns the key that keeps functions called after whole ids, as other tools call them, where a framework added something to any
 * that would be taken off: `list_kites_v1_kites_get`.
 */
export function keepWholeIds({ operations }: SpecFacts): readonly (readonly [string, Json])[] {
  const paths = new PathNames(operations);
  const isOther = operations.some(({ node: { operationId: id }, method, path }) => {
    if (typeof id !== 'string') return false;
    const own = { method: method.toUpperCase(), path: paths.read(path), tags: [] };
    return withoutFramework(id, own, { ids: new Set(), areMade: false })?.id !== id;
  });
  return isOther ? [['methodNames', 'operationId']] : [];
}
