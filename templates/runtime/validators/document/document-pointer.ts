import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The value that a pointer resolves to. */
export interface Pointed {
  /** Steps from the root of the document to the value itself, behind any `$ref` that was followed. */
  readonly steps: readonly string[];
  readonly value: Json;
}

/** Deepest chain of references that is followed. */
const deepest = 100;

/** Reads the value that a pointer such as `#/components/schemas/a~1b` resolves to; each `$ref` on the way is followed. */
export function readPointer(document: Json, pointer: string, depth = 0): Pointed | undefined {
  let found: Pointed | undefined = { steps: [], value: document };
  for (const step of pointer.split('/').slice(1).map(pointerToken)) {
    if (!found) return undefined;
    // The value itself has the step, or the value that its `$ref` resolves to.
    let child: Pointed | undefined = readChild(found, step);
    if (!child && depth <= deepest) {
      const target: Pointed | undefined = followReferences(document, found, depth);
      child = target && readChild(target, step);
    }
    found = child;
  }
  return found;
}

/** Follows the references that begin at a value to the value at their end. */
export function followReferences(document: Json, found: Pointed, depth = 0): Pointed | undefined {
  const $ref = isJsonObject(found.value) ? found.value['$ref'] : undefined;
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || depth > deepest) return found;
  const target = readPointer(document, $ref, depth + 1);
  return target && followReferences(document, target, depth + 1);
}

function readChild({ steps, value }: Pointed, step: string): Pointed | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  if (Array.isArray(value) && step === 'length') return undefined;
  // Arrays are read by index as objects are by name.
  const child = (value as JsonObject)[step];
  return child === undefined ? undefined : { steps: [...steps, step], value: child };
}

/** Finds something for a pointer or the nearest one around it: for `#/a/b`, then for `#/a`. */
export function findNearest<T>(pointer: string, find: (pointer: string) => T | undefined): T | undefined {
  let found: T | undefined;
  for (let at = pointer; found === undefined && at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
    found = find(at);
  return found;
}

/** Decodes a step of a pointer: `a~1b` → `a/b`. Invalid percent-encoding is kept as it is. */
export function pointerToken(token: string): string {
  let name = token;
  try {
    name = decodeURIComponent(token);
  } catch {
    // Not encoded.
  }
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Writes steps as a pointer: `['a/b']` → `#/a~1b`. */
export function writePointer(steps: readonly string[]): string {
  return `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`).join('')}`;
}
