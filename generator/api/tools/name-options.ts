import type { Diagnostics, Position } from '../../diagnostics.js';
import { OPTIONS } from '../../options.js';
import { type Json, type JsonObject, toObject } from '../../json.js';
import type { Schema } from '../types/schema.js';
import { camelCase, capitalize, isIdentifierText, joinIntoName, pascalCase } from './names.js';

/** All cases of names. */
export const NAME_CASES: typeof OPTIONS.names.values = OPTIONS.names.values;

/** A way to join the words of a name; `unchanged` leaves names as they are without the option. */
export type NameCase = (typeof NAME_CASES)[number];

/** A kind of names whose case users can choose. */
export type Named = keyof typeof OPTIONS.names.keys;

/** All kinds of names whose case users can choose. */
export const NAMED: readonly Named[] = ['properties', 'parameters', 'operations', 'types'];

/** The cases of names; what is absent is named as it is without the option, but parameters follow properties. */
export type NameOptions = Readonly<Partial<Record<Named, NameCase>>>;

/** Finds the case in which something is named; `undefined` where names stay as they are. */
export function findCase(options: NameOptions, named: Named): NameCase | undefined {
  const found = options[named] ?? (named === 'parameters' ? options.properties : undefined);
  return found === 'unchanged' ? undefined : found;
}

/** Puts an identifier into a case: `APIKey` -> `apiKey`, `ApiKey`, `api_key`. Characters of identifiers are kept or separate words. */
export function inCase(name: string, style: NameCase | undefined): string {
  if (!style || style === 'unchanged') return name;
  const lower = name.match(WORD)?.map((word) => word.toLowerCase()) ?? [];
  if (style === 'snake_case') return lower.join('_');
  return joinIntoName(lower.map((word, index) => (index === 0 && style === 'camelCase' ? word : capitalize(word))));
}

/** Returns the name of a property or a parameter in a case. One that is made of other characters than words stays as it is. */
export function memberInCase(name: string, style: NameCase | undefined): string {
  const [, start = '', body = '', end = ''] = MEMBER.exec(name) ?? [];
  const named = body === '' ? name : start + inCase(body, style) + end;
  return named === '__proto__' ? name : named;
}

/** Signs at the beginning and the end are kept: `_id`, `$type`, `class_`. */
const MEMBER = /^([_$]*)([\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}_.\- /:]*[\p{L}\p{M}\p{Nd}])?)(_*)$/u;

/** Letters without capitals count as small ones: `ID用户` -> `ID`, `用户`. */
const WORD = new RegExp(
  String.raw`\p{Lu}{2,}s(?!S)|\p{Lu}+(?!S)(?:\p{Nd}+S*)?|\p{Lu}?S+(?:\p{Nd}+S*)*|\p{Nd}+S*`.replaceAll(
    'S',
    String.raw`[\p{Ll}\p{Lt}\p{Lo}\p{Lm}\p{M}]`,
  ),
  'gu',
);

/**
 * Returns the name that the spec gives something by itself: `x-speccast-name`, where it is an identifier, else the words of what other tools
 * read: `x-fern-sdk-method-name: reel-in` -> `reelIn`, `x-stainless-naming: { node: { type_name: Kite } }` -> `Kite`.
 */
export function ownName(extensions: JsonObject = {}, target: 'method' | 'type' | 'property'): string | undefined {
  const name = extensions[OWN_NAME];
  if (name !== undefined) return isName(name) ? name : undefined;
  const naming = toObject(extensions['x-stainless-naming']);
  const own = { ...toObject(naming['node']), ...toObject(naming['typescript']) };
  const given = {
    method: [extensions['x-fern-sdk-method-name'], extensions['x-speakeasy-name-override']].find(hasWords),
    type: own['type_name'] ?? own['model_name'],
    property: own['property_name'],
  }[target];
  if (target === 'property' && isName(given)) return given;
  if (!hasWords(given)) return undefined;
  return target === 'type' ? pascalCase(given, 'model') : camelCase(given, 'operation');
}

/** Returns the resource that an author names for other tools: `magic-transit.routes`, `[magicTransit, routes]`. */
export function ownGroup(extensions: JsonObject): readonly string[] | undefined {
  const levels = [extensions['x-fern-sdk-group-name'] ?? extensions['x-speakeasy-group'] ?? []].flat();
  const steps = levels.flatMap((level) => (typeof level === 'string' ? level.split('.') : [])).filter(hasWords);
  return steps.length === 0 ? undefined : steps.map((step) => camelCase(step, 'group'));
}

/** Returns true for a text with letters or digits, which names are made of. */
export function hasWords(value: Json | undefined): value is string {
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
}

/** `__proto__` is no name of a member. */
function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= 100 && value !== '__proto__' && isIdentifierText(value);
}

/** Reports an `x-speccast-name` that is no identifier. */
export function reportWrongName(
  { extensions = {}, at }: Pick<Schema, 'extensions' | 'at'>,
  diagnostics: Diagnostics,
): void {
  const name = extensions[OWN_NAME];
  if (name === undefined || isName(name)) return;
  diagnostics.error('invalid-name', `"${OWN_NAME}" must be an identifier, not ${JSON.stringify(name)}`, at);
}

/** Warns that something is not called as it would be: by the rules, by `names`, or by a name that the spec gives it. */
export function reportOtherName(
  { what, name, wanted, reason }: Readonly<Record<'what' | 'name' | 'wanted' | 'reason', string>>,
  at: Position,
  diagnostics: Diagnostics,
): void {
  const message = `${what} is called ${JSON.stringify(name)}, not ${JSON.stringify(wanted)}: ${reason}`;
  diagnostics.warning('name-collision', message, at);
}

/** The extension that names what it is at. */
export const OWN_NAME = 'x-speccast-name';
