import { hasRef } from '../openapi/rules.js';
import type { Position } from '../../diagnostics.js';
import { isCompound, type Json } from '../../json.js';
import type { SpecDocument } from '../spec-document.js';

/**
 * Follows steps from a value of a spec, and `$ref`s on the way; returns the position of the key or item of the last step that the
 * spec has, and whether it has all of them.
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
    // Objects and arrays alike have it under the step.
    value = Reflect.get(holder, step) as Json;
  }
  return { at, isWhole: true };
}

/** Finds the object or array that has a step: the value itself, or what its `$ref` resolves to. */
function findHolder(document: SpecDocument, value: Json | undefined, step: string): object | undefined {
  if (!isCompound(value)) return undefined;
  // The length of an array is none of its items.
  if (Object.hasOwn(value, step) && !(Array.isArray(value) && step === 'length')) return value;
  const target = hasRef(value) ? document.resolve(value)?.value : value;
  return target === value ? undefined : findHolder(document, target, step);
}

/** Prints the path of a file from the folder of the root file; of one elsewhere its name alone, which is the same on every machine. */
export function seenFrom(root: string, file: string): string {
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file.slice(file.lastIndexOf('/') + 1);
}
