import { isJsonObject, type Json, type JsonObject } from '../../json.js';

/** What a pointer resolves to. */
export interface Pointed {
  /** Steps from the root of the document to it: those after a `$ref` that was followed are those of its target. */
  readonly steps: readonly string[];
  readonly value: Json;
}

/** Deepest chain of references that is followed. */
const deepest = 100;

/** Reads what a pointer such as `#/components/schemas/a~1b` resolves to; each `$ref` on the way is followed. */
export function readPointer(document: Json, pointer: string, depth: number = 0): Pointed | undefined {
  let found: Pointed | undefined = { steps: [], value: document };
  for (const token of pointer.split('/').slice(1)) {
    const holder: Pointed | undefined = found && holderOf(document, found, pointerToken(token), depth);
    found = holder && childOf(holder, pointerToken(token));
  }
  return found;
}

/** What is at the end of the references that begin at a value. */
export function followReferences(document: Json, found: Pointed, depth: number = 0): Pointed | undefined {
  const $ref = isJsonObject(found.value) ? found.value['$ref'] : undefined;
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || depth > deepest) return found;
  const target = readPointer(document, $ref, depth + 1);
  return target && followReferences(document, target, depth + 1);
}

/** The object or array that has a step: the value itself, or what its `$ref` resolves to. */
function holderOf(document: Json, found: Pointed, step: string, depth: number): Pointed | undefined {
  return childOf(found, step) !== undefined || depth > deepest ? found : followReferences(document, found, depth);
}

function childOf({ steps, value }: Pointed, step: string): Pointed | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  if (Array.isArray(value) && step === 'length') return undefined;
  // Arrays are read by index as objects are by name.
  const child = (value as JsonObject)[step];
  return child === undefined ? undefined : { steps: [...steps, step], value: child };
}

/** A step of a pointer as the name that it is. */
export function pointerToken(token: string): string {
  return decodePercent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Writes steps as a pointer. */
export function writePointer(steps: readonly string[]): string {
  return `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`).join('')}`;
}
