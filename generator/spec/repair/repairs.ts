import type { Code, Diagnostics, Position } from '../../diagnostics.js';
import { dropAll } from '../read/tree.js';
import type { Json, JsonObject } from '../../json.js';
import type { Positions } from '../read/positions.js';

/** One change of a document: a member of an object, or an item of an array, has another value, or none. */
interface Edit {
  readonly owner: object;
  /** As in a JSON Pointer, `-` means the end of an array. */
  readonly key: string | number;
  /** The new value; absent if the member is removed. */
  readonly value?: Json;
}

/** Changes that repair a fault with a local effect. */
export interface Repair {
  /** The end of the message: `it is left out`. */
  readonly done: string;
  readonly edits: readonly Edit[];
  /**
   * True if the removed value had no effect, or the rest states the same. Default: false; the schemas around it accept more
   * values now.
   */
  readonly isEqual?: boolean;
}

/** A fault of a document and its position. */
export interface Fault {
  readonly code: Code;
  readonly message: string;
  readonly at: Position;
}

/** A fault that one pass of the checks found, and the changes of the document that repair it. */
export interface RepairedFault {
  readonly fault: Fault;
  readonly repair: Repair;
}

/** The context in which faults are reported. */
export interface FaultContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** Collects the repairs. If absent, every fault is an error. */
  readonly repairs?: RepairedFault[] | undefined;
}

/** A value of a document: its object or array, and its key or index there. */
type Spot = readonly [owner: object, key: string | number];

/** Reports a warning at a key of an object, or at an item of an array. */
export function warnAtKey(
  { positions, diagnostics }: FaultContext,
  code: Code,
  message: string,
  [owner, key]: Spot,
): void {
  diagnostics.warning(code, message, positions.ofKey(owner, key));
}

/** Reports a warning at the value of a key. */
export function warnAtValue(
  { positions, diagnostics }: FaultContext,
  code: Code,
  message: string,
  [owner, key]: Spot,
): void {
  diagnostics.warning(code, message, positions.ofValue(owner, key));
}

/** Reports a fault; it is an error if repairs are turned off or it has none. */
export function reportFault({ diagnostics, repairs }: FaultContext, fault: Fault, repair: Repair | undefined): void {
  if (repairs === undefined || repair === undefined) diagnostics.error(fault.code, fault.message, fault.at);
  else repairs.push({ fault, repair });
}

/** Lists the objects of which a value was removed, or accepts anything now. Schemas among them accept more values. */
export function listLoosened(repairs: readonly RepairedFault[]): readonly object[] {
  return repairs
    .flatMap(({ repair: { edits, isEqual } }) => (isEqual ? [] : edits))
    .filter(({ value }) => value === undefined || value === true)
    .map(({ owner }) => owner);
}

/** Reports the faults that were not reported yet, and changes the document. */
export function applyRepairs(
  { positions, diagnostics }: FaultContext,
  repairs: readonly RepairedFault[],
  reported: Set<string>,
): void {
  const dropped = new Map<object, Set<string | number>>();
  for (const { fault, repair } of repairs) {
    const { code, message, at } = fault;
    const name = JSON.stringify([at, code, message]);
    if (!reported.has(name)) diagnostics.repaired(code, message, at, repair.done);
    reported.add(name);
    for (const { owner, key, value } of repair.edits) {
      if (value === undefined) {
        dropped.set(owner, (dropped.get(owner) ?? new Set()).add(key));
        continue;
      }
      const slot = key === '-' && Array.isArray(owner) ? owner.length : key;
      locate(positions, value, owner, slot);
      // Nobody else has the document before it is checked, as in `rewritable`.
      Reflect.set(owner, slot, value);
    }
  }
  // Removing an item moves those after it, so this comes last.
  for (const [owner, keys] of dropped)
    // Values of a spec are in objects and arrays only.
    dropAll(positions, owner as JsonObject | readonly Json[], keys);
}

/** Sets the parent of a value. A value that a repair created gets the offset of the value it replaces. */
function locate(positions: Positions, value: Json, owner: object, key: string | number): void {
  if (typeof value !== 'object' || value === null) return;
  if (positions.has(value)) return positions.set(value, { ...positions.get(value), parent: owner, key });
  positions.derive(value, owner, key);
  for (const [name, inner] of Object.entries(value)) locate(positions, inner, value, name);
}

/** Returns the repair that removes a member of an object, or an item of an array. */
export function leaveOut(owner: object, key: string | number, done = 'it is left out'): Repair {
  return { done, edits: [{ owner, key }] };
}

/** Returns the repair that replaces a value. */
export function replace(owner: object, key: string | number, value: Json, done: string): Repair {
  return { done, edits: [{ owner, key, value }] };
}

/** Returns the repair that moves a member of an object to another key. */
export function rename(owner: JsonObject, key: string, meant: string): Repair {
  const moved = { owner, key: meant, value: owner[key] ?? true };
  return { done: `it is read as "${meant}"`, edits: [moved, { owner, key }], isEqual: true };
}

/** Finds the object or array of an object of the spec, and its key there; `undefined` for the root of a file. */
export function findSlot(positions: Positions, node: object): Pick<Edit, 'owner' | 'key'> | undefined {
  const { parent: owner, key } = positions.get(node);
  if (owner === undefined || Reflect.get(owner, key) === node) return owner && { owner, key };
  const [name] = Object.entries(owner).find(([, value]) => value === node) ?? [];
  return name === undefined ? undefined : { owner, key: Array.isArray(owner) ? Number(name) : name };
}

/** Returns the repair that removes an object whose requirements are missing; `undefined` for the root of a file. */
export function leaveOutNode(positions: Positions, node: object, label: string): Repair | undefined {
  const slot = findSlot(positions, node);
  return slot && leaveOut(slot.owner, slot.key, `${label.replace(/^an? /, 'the ')} is left out`);
}

/** Prints at most 60 characters of a value for a message. */
export function printBriefly(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
