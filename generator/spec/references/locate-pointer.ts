import { hasRef } from '../openapi/rules.js';
import type { Position } from '../../diagnostics.js';
import { isCompound, isJsonObject, type Json } from '../../json.js';
import { parsePointer } from '../read/pointer.js';
import { parseReference } from './reference.js';
import type { SpecDocument } from '../spec-document.js';

/** The target of a JSON pointer of a spec. */
export interface Located {
  /** Position of the key or item that it names, or of the nearest thing around it; the file as seen from the root file. */
  readonly at: Position;
  /** The value there; absent where the pointer resolves to none. */
  readonly value?: Json;
}

/**
 * Finds what a pointer resolves to, as issues write it: `#/components/schemas/Video/required`, `shared.yaml#/Video`; with a
 * `key`, which the object there has to have, what that resolves to.
 */
export type LocatePointer = (pointer: string, key?: string) => Located | undefined;

/** The target of a pointer: a step of an object or array, and the value there; the step before where there is none. */
interface Found {
  /** Absent for the root of a file. */
  readonly step?: { readonly holder: object; readonly name: string };
  readonly root: object;
  /** Absent where the pointer resolves to nothing. */
  readonly value?: Json;
}

/** Makes the search for pointers in a spec; `$ref`s on the way are followed. Common beginnings of pointers are followed once. */
export function createLocator(document: SpecDocument): LocatePointer {
  const known = new Map<string, Found | undefined>();
  const find = (pointer: string): Found | undefined => {
    if (!known.has(pointer)) known.set(pointer, findStep(document, pointer, find));
    return known.get(pointer);
  };
  return (pointer, key) => {
    let found = find(pointer);
    if (key !== undefined) {
      // The member of an object that a pointer resolves to is looked up once, and is not kept.
      const { root, value: holder } = found ?? {};
      const value = isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
      found =
        root && isJsonObject(holder) && value !== undefined ? { root, step: { holder, name: key }, value } : undefined;
    }
    if (found === undefined) return undefined;
    const { step, root, value } = found;
    const at = step === undefined ? document.positions.of(root) : document.positions.ofKey(step.holder, step.name);
    return { at: { ...at, file: seenFrom(document.file, at.file) }, ...(value === undefined ? {} : { value }) };
  };
}

function findStep(
  document: SpecDocument,
  pointer: string,
  find: (pointer: string) => Found | undefined,
): Found | undefined {
  const slash = pointer.lastIndexOf('/');
  if (slash <= pointer.indexOf('#')) {
    if (pointer !== '' && !pointer.endsWith('#')) return undefined;
    const target = parseReference(pointer.slice(0, -1), '', () => true);
    // Only the file may be written as an address: the pointer is the canonical one, whatever its percent signs mean.
    const root = 'rejected' in target ? undefined : document.open(target.path);
    return isCompound(root) ? { root, value: root } : undefined;
  }
  const before = find(pointer.slice(0, slash));
  const [name] = pointer.includes('~', slash) ? (parsePointer(pointer.slice(slash)) ?? []) : [pointer.slice(slash + 1)];
  if (before?.value === undefined || name === undefined) return name === undefined ? undefined : before;
  const holder = findHolder(document, before.value, name);
  if (holder === undefined) return { root: before.root, ...(before.step === undefined ? {} : { step: before.step }) };
  // Objects and arrays alike have it under the step.
  return { root: before.root, step: { holder, name }, value: Reflect.get(holder, name) as Json };
}

/** Finds the object or array that has a step: the value itself, or what its `$ref` resolves to. */
function findHolder(document: SpecDocument, value: Json, step: string): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // The length of an array is none of its items.
  if (Object.hasOwn(value, step) && !(Array.isArray(value) && step === 'length')) return value;
  if (!hasRef(value)) return undefined;
  const target = document.resolve(value)?.value;
  return target === undefined || target === value ? undefined : findHolder(document, target, step);
}

/** Prints the path of a file from the folder of the root file; of one elsewhere its name alone, which is the same on every machine. */
export function seenFrom(root: string, file: string): string {
  const folder = root.slice(0, root.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file.slice(file.lastIndexOf('/') + 1);
}
