import { isArray } from './types.js';

/**
 * Returns whether no two items are the same JSON, in time linear in the number of objects, arrays and members. False if an item contains
 * itself.
 */
export function isUnique(items: readonly unknown[]): boolean {
  // A few items are compared in pairs, which needs no memory.
  if (items.length <= 8 && !items.some(isStructure))
    return items.every((item, index) => items.lastIndexOf(item) <= index);
  const primitives = new Set<unknown>();
  const structures: object[] = [];
  for (const item of items) {
    if (isStructure(item)) structures.push(item);
    else if (primitives.has(item)) return false;
    else primitives.add(item);
  }
  if (structures.length < 2) return true;
  const numbers: Numbers = { primitives: new Map(), structures: new Map(), known: new Map() };
  const seen = new Set<number>();
  for (const one of structures) {
    const number = numberStructure(one, numbers);
    if (number === undefined || seen.has(number)) return false;
    seen.add(number);
  }
  return true;
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Numbers of values: two values have the same number if they are the same JSON. */
interface Numbers {
  /** Numbers of primitives, which `Map` compares as JSON does. */
  readonly primitives: Map<unknown, number>;
  /** Numbers of objects and arrays, by the numbers of their members. */
  readonly structures: Map<string, number>;
  /** Numbers of the objects and arrays visited so far; `unfinished` while their members are visited. */
  readonly known: Map<object, number>;
}

const unfinished = -1;

/** Returns the number of an object or array, without recursion; `undefined` if it contains itself. */
function numberStructure(root: object, numbers: Numbers): number | undefined {
  const { structures, known } = numbers;
  const open = [root];
  for (let value = open.at(-1); value; value = open.at(-1)) {
    const state = known.get(value);
    if (state === undefined) {
      known.set(value, unfinished);
      if (!openMembers(value, known, open)) return undefined;
      continue;
    }
    if (state === unfinished) known.set(value, numberFor(structures, writeMembers(value, numbers)));
    open.pop();
  }
  return known.get(root);
}

/** Adds the members without a number to `open`; returns false if one of them is unfinished, which means a circle. */
function openMembers(value: object, known: ReadonlyMap<object, number>, open: object[]) {
  for (const member of Object.values(value)) {
    if (!isStructure(member)) continue;
    const state = known.get(member);
    if (state === unfinished) return false;
    if (state === undefined) open.push(member);
  }
  return true;
}

/** Writes the numbers of the members of an object or array: `{0:1,2:.0`. */
function writeMembers(value: object, numbers: Numbers) {
  const number = (member: unknown) =>
    isStructure(member) ? `.${numbers.known.get(member)}` : `${numberFor(numbers.primitives, member)}`;
  if (isArray(value)) return `[${value.map(number).join()}`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line unicorn/no-array-sort -- toSorted is newer than the runtime may need; the list is fresh
  return `{${members
    .map(([key, member]) => `${numberFor(numbers.primitives, key)}:${number(member)}`)
    .sort()
    .join()}`;
}

function numberFor<K>(numbers: Map<K, number>, key: K) {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
