import type { Position } from '../diagnostics.js';
import { isJsonObject, type Json } from './json.js';
import { parsePointer } from './pointer.js';
import { parseReference } from './reference.js';
import type { SpecDocument } from './spec-document.js';

/** What a JSON pointer of a spec leads to. */
export interface Located {
  /** Place of the key or item that it names, or of the nearest thing around it; the file as seen from the root file. */
  readonly at: Position;
  /** The value there; absent where the pointer leads to none. */
  readonly value?: Json;
}

/** Finds what a pointer leads to, as issues write it: `#/components/schemas/Video/required`, `shared.yaml#/Video`. */
export type LocatePointer = (pointer: string) => Located | undefined;

/** Makes the search for pointers in a spec; `$ref`s on the way are followed. */
export function createLocator(document: SpecDocument): LocatePointer {
  return (pointer) => {
    const hash = pointer.indexOf('#');
    const target = parseReference(pointer.slice(0, Math.max(hash, 0)), '', () => true);
    // Only the file may be written as an address: the pointer is the canonical one, whatever its percent signs mean.
    const steps = parsePointer(pointer.slice(hash + 1));
    const root = 'refused' in target ? undefined : document.open(target.path);
    if (steps === undefined || typeof root !== 'object' || root === null) return undefined;
    const found = walk(document, root, steps);
    return { ...found, at: { ...found.at, file: seenFrom(document.file, found.at.file) } };
  };
}

function walk(document: SpecDocument, root: object & Json, steps: readonly string[]): Located {
  let value: Json = root;
  let at = document.positions.of(root);
  for (const step of steps) {
    const holder = holderOf(document, value, step);
    if (holder === undefined) return { at };
    at = document.positions.ofKey(holder, step);
    // Objects and arrays alike have it under the step.
    value = Reflect.get(holder, step) as Json;
  }
  return { at, value };
}

/** The object or array that has a step: the value itself, or what its `$ref` leads to. */
function holderOf(document: SpecDocument, value: Json, step: string): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // The length of an array is none of its items.
  if (Object.hasOwn(value, step) && !(Array.isArray(value) && step === 'length')) return value;
  if (!isJsonObject(value) || typeof value['$ref'] !== 'string') return undefined;
  const target = document.resolve(value)?.value;
  return target === undefined || target === value ? undefined : holderOf(document, target, step);
}

/** Path of a file from the folder of the root file; of one that lies elsewhere the name alone, which is the same on every machine. */
function seenFrom(root: string, file: string): string {
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file.slice(file.lastIndexOf('/') + 1);
}
