import { hasRef } from '../openapi/rules.js';
import type { Position } from '../../diagnostics.js';
import { isCompound, type Json } from '../../json.js';
import type { SpecDocument } from '../spec-document.js';

/**
 * Follows steps from a value of a spec, and each `$ref` on the way. Returns the position of the key or item of the last step that
 * exists, and whether all steps exist.
 */
export function locateSteps(
  document: SpecDocument,
  root: Json | undefined,
  steps: readonly (string | number)[],
): { readonly at: Position | undefined; readonly isWhole: boolean } {
  let value = root;
  let at: Position | undefined;
  for (const step of steps) {
    const holder = findHolder(document, value, String(step));
    if (holder === undefined || !document.positions.has(holder)) return { at, isWhole: false };
    at = document.positions.ofKey(holder, step);
    // Objects and arrays both have a position for the step.
    value = Reflect.get(holder, step) as Json;
  }
  return { at, isWhole: true };
}

/** Finds the object or array that has a step: the value itself, or the target of its `$ref`. */
function findHolder(document: SpecDocument, value: Json | undefined, step: string): object | undefined {
  if (!isCompound(value)) return undefined;
  // `length` is a property of an array, but no item.
  if (Object.hasOwn(value, step) && !(Array.isArray(value) && step === 'length')) return value;
  const target = hasRef(value) ? document.resolve(value)?.value : value;
  return target === value ? undefined : findHolder(document, target, step);
}

/**
 * Prints the path of a file relative to the folder of the root file, or only its name if it is elsewhere, so that the output is
 * the same on every machine.
 */
export function seenFrom(root: string, file: string): string {
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file.slice(file.lastIndexOf('/') + 1);
}
