import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** The value that a pointer resolves to. */
export interface Pointed {
  /** Steps from the root of the document to the value itself, after following each `$ref`. */
  readonly steps: readonly string[];
  readonly value: Json;
}

/** Maximum length of a chain of references. */
const deepest = 100;

/** Returns the value at a pointer, `#/components/schemas/a~1b`. Follows each `$ref` on the way, but not one at its end. */
export function readPointer(document: Json, pointer: string, depth = 0): Pointed | undefined {
  let found: Pointed | undefined = { steps: [], value: document };
  for (const step of pointer.split('/').slice(1).map(pointerToken)) {
    if (!found) return undefined;
    // Either the value itself has the step, or the target of its `$ref` does.
    let child: Pointed | undefined = readChild(found, step);
    if (!child && depth <= deepest) {
      const target: Pointed | undefined = followReferences(document, found, depth);
      child = target && readChild(target, step);
    }
    found = child;
  }
  return found;
}

/** Follows the `$ref` of a value, and that of its target, to the last target. */
export function followReferences(document: Json, found: Pointed, depth = 0): Pointed | undefined {
  const $ref = isJsonObject(found.value) ? found.value['$ref'] : undefined;
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || depth > deepest) return found;
  const target = readPointer(document, $ref, depth + 1);
  return target && followReferences(document, target, depth + 1);
}

function readChild({ steps, value }: Pointed, step: string): Pointed | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  if (Array.isArray(value) && step === 'length') return undefined;
  // `as`: arrays are read by index, as objects are by name.
  const child = (value as JsonObject)[step];
  return child === undefined ? undefined : { steps: [...steps, step], value: child };
}

/** Calls `find` for a pointer and those around it, until it returns a result: for `#/a/b`, then for `#/a`. */
export function findNearest<T>(pointer: string, find: (pointer: string) => T | undefined): T | undefined {
  let found: T | undefined;
  for (let at = pointer; found === undefined && at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
    found = find(at);
  return found;
}

/** Decodes a step of a pointer: `a~1b` → `a/b`. Does not decode invalid percent-encoding. */
export function pointerToken(token: string): string {
  let name = token;
  try {
    name = decodeURIComponent(token);
  } catch {
    // Not percent-encoded.
  }
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Writes steps as a pointer: `['a/b']` → `#/a~1b`. */
export function writePointer(steps: readonly string[]): string {
  return `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`).join('')}`;
}
