import { misplaced } from '../repair/repair-value.js';
import type { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { emptyObject, rewritable } from '../read/tree.js';
import { printFragment, printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { isResolved, type References } from '../references/references.js';
import { printReferenceFrom } from '../references/reference.js';

/** The context in which references are followed. */
export interface ReferenceContext {
  readonly references: References;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/**
 * Puts references to its members in the place of one reference to all of them, such as `definitions: { $ref: all.yaml }`, which
 * Swagger 2.0 does not have: so each member is the same from wherever it is referred to. Keys have the positions of the original.
 */
export function expandContainer(
  context: ReferenceContext,
  holder: JsonObject,
  key: string,
  hasExtensions: boolean,
): void {
  const { references, positions, diagnostics } = context;
  const container = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (!isJsonObject(container) || typeof container['$ref'] !== 'string') return;
  const target = references.follow(container);
  if (!isResolved(target) || typeof target.value !== 'object' || target.value === null) return;
  diagnostics.repaired('misplaced-reference', misplaced, positions.ofKey(container, '$ref'), 'it is followed');
  const original: JsonObject | readonly Json[] = target.value;
  const { path, file } = positions.get(container).source;
  const prefix = printReferenceFrom(path, target.id, file.slice(file.lastIndexOf('/') + 1));
  const expanded = Array.isArray(original) ? [] : emptyObject();
  for (const [name, value] of Object.entries(original)) {
    const isKept = !isJsonObject(value) || (hasExtensions && name.startsWith('x-'));
    const $ref = `${prefix}${printFragment(printPointer([name]))}`;
    const member: Json = isKept ? value : Object.assign(emptyObject(), { $ref });
    if (!isKept) positions.set(Object(member), positions.get(container));
    Reflect.set(expanded, name, member);
  }
  const entries = Object.keys(original).map((name) => [name, { owner: original, key: name }] as const);
  positions.compose(expanded, positions.get(container), entries);
  rewritable(holder)[key] = expanded;
}
