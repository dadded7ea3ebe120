import type { Diagnostics, Position } from '../../diagnostics.js';
import type { JsonObject } from '../../spec/read/json.js';

/** How the words of a name are joined; `unchanged` leaves names as they are without the option. */
export type NameCase = 'camelCase' | 'snake_case' | 'PascalCase' | 'unchanged';

/** All of them. */
export const NAME_CASES: readonly NameCase[] = ['camelCase', 'snake_case', 'PascalCase', 'unchanged'];

/** What can be named in a case of the user's choice. */
export type Named = 'properties' | 'parameters' | 'operations' | 'types';

/** All of that. */
export const NAMED: readonly Named[] = ['properties', 'parameters', 'operations', 'types'];

/** The cases of names; what is absent is named as it is without the option, but parameters follow properties. */
export type NameOptions = Readonly<Partial<Record<Named, NameCase>>>;

/** Where each of them is stated. */
export type NamePositions = Readonly<Partial<Record<Named, Position>>>;

/** The case in which something is named; `undefined` where names stay as they are. */
export function caseOf(options: NameOptions, named: Named): NameCase | undefined {
  const found = options[named] ?? (named === 'parameters' ? options.properties : undefined);
  return found === 'unchanged' ? undefined : found;
}

/** An identifier in a case: `APIKey` -> `apiKey`, `ApiKey`, `api_key`. Characters of identifiers are kept or separate words. */
export function inCase(name: string, style: NameCase | undefined): string {
  if (style === undefined || style === 'unchanged') return name;
  const lower = wordsOf(name).map((word) => word.toLowerCase());
  if (style === 'snake_case') return lower.join('_');
  return lower.reduce((joined, word) => {
    const next = joined === '' && style === 'camelCase' ? word : word.charAt(0).toUpperCase() + word.slice(1);
    // Numbers side by side stay apart.
    return /\d$/.test(joined) && /^\d/.test(next) ? `${joined}_${next}` : joined + next;
  }, '');
}

/** The name of a property or a parameter in a case. One that is made of other characters than words of ASCII stays as it is. */
export function memberInCase(name: string, style: NameCase | undefined): string {
  const [, start = '', body = '', end = ''] = MEMBER.exec(name) ?? [];
  const named = body === '' ? name : start + inCase(body, style) + end;
  return named === '__proto__' ? name : named;
}

/** Signs at the beginning and the end are kept: `_id`, `$type`, `class_`. */
const MEMBER = /^([_$]*)([A-Za-z0-9](?:[A-Za-z0-9_.\- /:]*[A-Za-z0-9])?)(_*)$/;

const WORD = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])(?:\d+[a-z]*)?|[A-Z]?[a-z]+(?:\d+[a-z]*)*|\d+[a-z]*/g;

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The name that the spec gives something by itself (`x-speccast-name`), where it is an identifier. */
export function ownName(extensions: JsonObject = {}): string | undefined {
  const name = extensions[OWN_NAME];
  return typeof name === 'string' && IDENTIFIER.test(name) ? name : undefined;
}

/** Whether the spec gives something a name that is none. */
export function hasWrongName(extensions: JsonObject = {}): boolean {
  return extensions[OWN_NAME] !== undefined && ownName(extensions) === undefined;
}

/** Something that the spec may give a name. */
export interface NamedNode {
  readonly extensions?: JsonObject | undefined;
  readonly at: Position;
}

/** Reports an `x-speccast-name` that is no name. */
export function reportWrongName({ extensions = {}, at }: NamedNode, diagnostics: Diagnostics): void {
  const message = `"${OWN_NAME}" is an identifier, not ${JSON.stringify(extensions[OWN_NAME])}`;
  diagnostics.error('invalid-name', message, at);
}

/** The extension that names what it is at. */
export const OWN_NAME = 'x-speccast-name';

/** `__proto__` is no name of a member. */
const IDENTIFIER = /^(?!__proto__$)[A-Za-z_$][\w$]{0,99}$/;
