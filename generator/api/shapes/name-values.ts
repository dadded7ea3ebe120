import { isIdentifierText } from '../tools/identifiers.js';
import { NameScope, pascalCase } from '../tools/names.js';

/** A value of an enum, and the name that the spec gives it, if it does. */
export interface NamelessValue {
  readonly value: string | number;
  readonly given?: string;
}

/**
 * Names the constants of an enum: valid identifiers, all of them different. A name that the spec gives stays as it is, where it
 * is one; the order of the spec decides nothing.
 */
export function nameValues(values: readonly NamelessValue[]): readonly string[] {
  const isShouted = values.every(({ value }) => typeof value !== 'string' || !/\p{Ll}/u.test(value));
  const scope = new NameScope({ reserved: RESERVED });
  const wanted = values.map((one, index) => ({ index, ...one, name: wantedName(one, isShouted) }));
  const ordered = wanted.toSorted(
    (left, right) => rankValue(left) - rankValue(right) || compare(left.value, right.value),
  );
  const names = new Map(scope.claimAll(ordered, ({ name }) => [name]).map(([{ index }, name]) => [index, name]));
  return values.map((_, index) => names.get(index) ?? '');
}

/** Names that an object or an enum of TypeScript cannot have, or that would be none of its own. */
const RESERVED = ['__proto__', 'NaN', 'Infinity'];

/** Whoever has a name in the spec has it before those that are named after their value. */
function rankValue({ given }: NamelessValue): number {
  return given === undefined ? 1 : 0;
}

function compare(left: string | number, right: string | number): number {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function wantedName({ value, given }: NamelessValue, isShouted: boolean): string {
  if (given !== undefined) return isIdentifier(given) ? given : pascalCase(given, 'value');
  if (value === '') return 'Empty';
  const text = String(value);
  return pascalCase(spellSigns(isShouted && typeof value === 'string' ? text.toLowerCase() : text), 'value');
}

const LONGEST = 128;

function isIdentifier(text: string): boolean {
  return text.length <= LONGEST && !RESERVED.includes(text) && isIdentifierText(text);
}

/** A sign at the beginning is told, as in `-created` and `+1`; of a text of nothing but signs, each one is. */
function spellSigns(text: string): string {
  if (/^[\p{P}\p{S}\s]+$/u.test(text)) return Array.from(text, (sign) => SIGNS.get(sign) ?? 'sign').join(' ');
  return text.replace(/^[+-](?=.)|(?<=\de)[+-](?=\d)/g, (sign) => ` ${SIGNS.get(sign) ?? ''} `);
}

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '+': 'plus',
    '-': 'minus',
    '*': 'star',
    '/': 'slash',
    '%': 'percent',
    '=': 'equal',
    '!': 'not',
    '<': 'less',
    '>': 'greater',
    '&': 'and',
    '|': 'or',
    '^': 'caret',
    '~': 'tilde',
    '#': 'hash',
    '@': 'at',
    $: 'dollar',
    '?': 'question',
    '.': 'dot',
    ',': 'comma',
    ':': 'colon',
    ';': 'semicolon',
    _: 'underscore',
    ' ': 'space',
  }),
);
