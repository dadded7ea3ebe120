import { isJsonObject, type Json } from '@speccast/runtime';
import { base64, fromBase64, readMember, toJsonObject } from '@speccast/runtime/requests';
import { addCursor, applyDifference, compareKeys, type Cursor, type KeysDifference } from './cursors.js';
import { type Row, Table } from './table.js';
import { createMedia } from './media.js';
import type { World } from './world.js';
import { isBase64, isString } from '@speccast/runtime/validators';
import { readIntegers, spellIntegers } from '../values/spelled-integers.js';

/** A world as JSON. Maps are lists of pairs, since any string can be a key. */
export interface SavedWorld {
  /** The rows of each table with their keys, in the order of insertion. */
  readonly tables: readonly { readonly name: string; readonly rows: readonly (readonly [key: string, row: Row])[] }[];
  /** The files of rows, in base64. */
  readonly blobs: readonly {
    readonly key: string;
    readonly mediaType: string;
    readonly fileName?: string;
    readonly base64: string;
  }[];
  readonly sequences: readonly (readonly [name: string, last: number])[];
  readonly cursors: readonly SavedCursor[];
}

/** A list that page tokens refer to, as a difference to the previous list. */
interface SavedCursor extends KeysDifference {
  readonly number: number;
  readonly query: string;
}

/** Converts a world to JSON. */
export function saveWorld({ tables, blobs, sequences, cursors }: World): SavedWorld {
  let before: readonly string[] = [];
  return {
    tables: Array.from(tables, ([name, rows]) => ({
      name,
      rows: Array.from(rows, ([key, row]) => [key, spellIntegers(row)] as const),
    })),
    blobs: Array.from(blobs, ([key, { bytes, stored: _stored, ...media }]) => ({
      key,
      ...media,
      base64: base64(bytes),
    })),
    sequences: [...sequences],
    cursors: Array.from(cursors, ([number, { query, keys }]) => {
      const difference = compareKeys(before, keys);
      before = keys;
      return { number, query, ...difference };
    }),
  };
}

/** Restores a saved world. Throws a `TypeError` that names the invalid member. */
export function loadWorld(saved: unknown): World {
  checkForm(saved, savedForm);
  // `checkForm` has checked all members.
  const { tables, blobs, sequences, cursors } = saved as SavedWorld;
  const loaded = tables.map(({ name, rows }, index) => {
    const pairs = rows.map(([key, row]) => [key, readIntegers(row)] as const);
    return [name, new Table(toMap(pairs, `tables[${index}].rows`))] as const;
  });
  const files = blobs.map(({ key, base64: text, ...about }) => [key, createMedia(fromBase64(text), about)] as const);
  const loadedCursors = new Map<number, Cursor>();
  let [last, before]: readonly [number, readonly string[]] = [0, []];
  for (const [index, { number, query, ...difference }] of cursors.entries()) {
    const at = `cursors[${index}]`;
    if (number <= last) throw wrong(`${at}.number`, 'has to be greater than the one before');
    if (difference.head + difference.tail > before.length)
      throw wrong(at, 'has to take what it repeats from the list before');
    [last, before] = [number, applyDifference(before, difference)];
    addCursor(loadedCursors, number, { query, keys: before });
  }
  return {
    tables: toMap(loaded, 'tables'),
    blobs: toMap(files, 'blobs'),
    sequences: toMap(sequences, 'sequences'),
    cursors: loadedCursors,
    pending: new Map(),
  };
}

function toMap<Value>(pairs: readonly (readonly [string, Value])[], at: string): ReadonlyMap<string, Value> {
  const map = new Map(pairs);
  if (map.size === pairs.length) return map;
  const index = pairs.findIndex(([name], index) => pairs.findIndex(([other]) => other === name) < index);
  throw wrong(`${at}[${index}]`, 'has the name of one before');
}

/** Tests of values by the rules that errors name. */
const tests = {
  // `JSON.parse` makes JSON.
  'an object': (value: unknown) => isJsonObject(value as Json | undefined),
  'a string': isString,
  base64: (value: unknown) => isString(value) && isBase64(value),
  'a whole number from 0': (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
};

/** The form of a value: a rule, `[form]` for a list, `[form, form]` for a pair, or an object with the forms of its members: `{ 'name?': form }`. */
type Form = keyof typeof tests | [Form] | [Form, Form] | { readonly [name: string]: Form };

const savedForm: Form = {
  tables: [{ name: 'a string', rows: [['a string', 'an object']] }],
  blobs: [{ key: 'a string', mediaType: 'a string', 'fileName?': 'a string', base64: 'base64' }],
  sequences: [['a string', 'a whole number from 0']],
  cursors: [
    {
      number: 'a whole number from 0',
      query: 'a string',
      head: 'a whole number from 0',
      tail: 'a whole number from 0',
      keys: ['a string'],
    },
  ],
};

function checkForm(value: unknown, form: Form, at: string = ''): void {
  if (typeof form === 'string') {
    if (!tests[form](value)) throw wrong(at, `has to be ${form}`);
  } else if (Array.isArray(form)) {
    const [first, second = first] = form;
    const isPair = form.length === 2;
    if (!Array.isArray(value) || (isPair && value.length !== 2))
      throw wrong(at, `has to be a list${isPair ? ' of two' : ''}`);
    for (const [index, one] of value.entries()) checkForm(one, index === 1 ? second : first, `${at}[${index}]`);
  } else {
    if (!tests['an object'](value)) throw wrong(at || 'the world', 'has to be an object');
    for (const [name, inner] of Object.entries(form)) {
      const own = name.replace('?', '');
      const member = readMember(toJsonObject(value), own);
      if (own === name || member !== undefined) checkForm(member, inner, at === '' ? own : `${at}.${own}`);
    }
  }
}

function wrong(at: string, rule: string) {
  return new TypeError(`The saved world cannot be read: ${at} ${rule}.`);
}
