import type { Code, Diagnostics, Position } from '../../diagnostics.js';
import { dropAll } from '../read/tree.js';
import type { Json, JsonObject } from '../../json.js';
import type { Positions } from '../read/positions.js';

/** One change of a document: a member of an object, or an item of an array, has another value, or none. */
interface Edit {
  readonly owner: object;
  /** As in a JSON Pointer, `-` is the end of an array. */
  readonly key: string | number;
  /** Absent where the member is left out. */
  readonly value?: Json;
}

/** The changes that repair a fault with a local effect. */
export interface Repair {
  /** The end of the message: `it is left out`. */
  readonly done: string;
  readonly edits: readonly Edit[];
  /** True if what is left out had no effect, or is said by the rest. Default: schemas around it take more values then. */
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
  /** Collects what is to be repaired. Absent, every fault is an error. */
  readonly repairs?: RepairedFault[] | undefined;
}

/** A value of a document by the object or array that holds it, and its key or index there. */
type Spot = readonly [owner: object, key: string | number];

/** Warns of a key of an object, or of an item of an array. */
export function warnAtKey(
  { positions, diagnostics }: FaultContext,
  code: Code,
  message: string,
  [owner, key]: Spot,
): void {
  diagnostics.warning(code, message, positions.ofKey(owner, key));
}

/** Warns of the value under a key. */
export function warnAtValue(
  { positions, diagnostics }: FaultContext,
  code: Code,
  message: string,
  [owner, key]: Spot,
): void {
  diagnostics.warning(code, message, positions.ofValue(owner, key));
}

/** Reports a fault: an error where nothing is repaired, or where there is no repair for it. */
export function reportFault({ diagnostics, repairs }: FaultContext, fault: Fault, repair: Repair | undefined): void {
  if (repairs === undefined || repair === undefined) diagnostics.error(fault.code, fault.message, fault.at);
  else repairs.push({ fault, repair });
}

/** Lists the objects of which a value is left out, or may be any now: schemas among them take more values. */
export function listLoosened(repairs: readonly RepairedFault[]): readonly object[] {
  return repairs
    .flatMap(({ repair: { edits, isEqual } }) => (isEqual ? [] : edits))
    .filter(({ value }) => value === undefined || value === true)
    .map(({ owner }) => owner);
}

/** Reports the faults that were not told yet, and changes the document. */
export function applyRepairs(
  { positions, diagnostics }: FaultContext,
  repairs: readonly RepairedFault[],
  told: Set<string>,
): void {
  const dropped = new Map<object, Set<string | number>>();
  for (const { fault, repair } of repairs) {
    const { code, message, at } = fault;
    const name = JSON.stringify([at, code, message]);
    if (!told.has(name)) diagnostics.repaired(code, message, at, repair.done);
    told.add(name);
    for (const { owner, key, value } of repair.edits) {
      if (value === undefined) {
        dropped.set(owner, (dropped.get(owner) ?? new Set()).add(key));
        continue;
      }
      const slot = key === '-' && Array.isArray(owner) ? owner.length : key;
      locate(positions, value, owner, slot);
      // The tree is ours until it is checked, as with `rewritable`.
      Reflect.set(owner, slot, value);
    }
  }
  // Last, because items that are left out move those behind them.
  for (const [owner, keys] of dropped)
    // Values of a spec are held by objects and arrays only.
    dropAll(positions, owner as JsonObject | readonly Json[], keys);
}

/** Gives a value its new parent; a value that a repair has made gets the offset of the one that it is made from. */
function locate(positions: Positions, value: Json, owner: object, key: string | number): void {
  if (typeof value !== 'object' || value === null) return;
  if (positions.has(value)) return positions.set(value, { ...positions.get(value), parent: owner, key });
  positions.derive(value, owner, key);
  for (const [name, inner] of Object.entries(value)) locate(positions, inner, value, name);
}

/** Leaves out a member of an object, or an item of an array. */
export function leaveOut(owner: object, key: string | number, done = 'it is left out'): Repair {
  return { done, edits: [{ owner, key }] };
}

/** Puts a value where another one is. */
export function replace(owner: object, key: string | number, value: Json, done: string): Repair {
  return { done, edits: [{ owner, key, value }] };
}

/** Puts a member of an object under another key. */
export function rename(owner: JsonObject, key: string, meant: string): Repair {
  const moved = { owner, key: meant, value: owner[key] ?? true };
  return { done: `it is read as "${meant}"`, edits: [moved, { owner, key }], isEqual: true };
}

/** Finds the object or array that holds an object of the spec, and its key there; `undefined` for the root of a file. */
export function findSlot(positions: Positions, node: object): Pick<Edit, 'owner' | 'key'> | undefined {
  const { parent: owner, key } = positions.get(node);
  if (owner === undefined || Reflect.get(owner, key) === node) return owner && { owner, key };
  const [name] = Object.entries(owner).find(([, value]) => value === node) ?? [];
  return name === undefined ? undefined : { owner, key: Array.isArray(owner) ? Number(name) : name };
}

/** Leaves out an object where what it needs is not there; `undefined` for the root of a file. */
export function leaveOutNode(positions: Positions, node: object, label: string): Repair | undefined {
  const slot = findSlot(positions, node);
  return slot && leaveOut(slot.owner, slot.key, `${label.replace(/^an? /, 'the ')} is left out`);
}

/** Prints a value for a message, at most 60 characters of it. */
export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
