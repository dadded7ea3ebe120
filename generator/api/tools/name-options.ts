import type { Diagnostics, Position } from '../../diagnostics.js';
import { OPTIONS } from '../../options.js';
import { type Json, type JsonObject, toObject } from '../../json.js';
import type { Schema } from '../types/schema.js';
import { camelCase, capitalize, isIdentifierText, joinIntoName, pascalCase } from './names.js';

/** All cases of names. */
export const NAME_CASES: typeof OPTIONS.names.values = OPTIONS.names.values;

/** A way to join the words of a name; `unchanged` keeps the names of the spec. */
export type NameCase = (typeof NAME_CASES)[number];

/** A kind of names whose case users can choose. */
export type Named = keyof typeof OPTIONS.names.keys;

/** All kinds of names whose case users can choose. */
export const NAMED: readonly Named[] = ['properties', 'parameters', 'operations', 'types'];

/** The case for each kind of names; absent: unchanged, but parameters follow properties. */
export type NameOptions = Readonly<Partial<Record<Named, NameCase>>>;

/** Finds the case for a kind of names; `undefined` where names stay unchanged. */
export function findCase(options: NameOptions, named: Named): NameCase | undefined {
  const found = options[named] ?? (named === 'parameters' ? options.properties : undefined);
  return found === 'unchanged' ? undefined : found;
}

/** Changes the case of an identifier: `APIKey` -> `apiKey`, `ApiKey` or `api_key`. */
export function changeCase(name: string, style: NameCase | undefined): string {
  if (!style || style === 'unchanged') return name;
  const lower = name.match(WORD)?.map((word) => word.toLowerCase()) ?? [];
  if (style === 'snake_case') return lower.join('_');
  return joinIntoName(lower.map((word, index) => (index === 0 && style === 'camelCase' ? word : capitalize(word))));
}

/** Changes the case of a property or parameter: `page_size` -> `pageSize`, `_id` -> `_id`. Names with other signs stay unchanged: `@type`. */
export function changeMemberCase(name: string, style: NameCase | undefined): string {
  const [, start = '', body = '', end = ''] = MEMBER.exec(name) ?? [];
  const named = body === '' ? name : start + changeCase(body, style) + end;
  return named === '__proto__' ? name : named;
}

/** A name with words; signs at its start and end are kept: `_id`, `$type`, `class_`. */
const MEMBER = /^([_$]*)([\p{L}\p{Nd}](?:[\p{L}\p{M}\p{Nd}_.\- /:]*[\p{L}\p{M}\p{Nd}])?)(_*)$/u;

/** A word in a name; letters of scripts without capitals count as lower case: `ID用户` -> `ID`, `用户`. */
const WORD = new RegExp(
  String.raw`\p{Lu}{2,}s(?!S)|\p{Lu}+(?!S)(?:\p{Nd}+S*)?|\p{Lu}?S+(?:\p{Nd}+S*)*|\p{Nd}+S*`.replaceAll(
    'S',
    String.raw`[\p{Ll}\p{Lt}\p{Lo}\p{Lm}\p{M}]`,
  ),
  'gu',
);

/**
 * Returns the name that an extension states: `x-speccast-name`, if it is an identifier, else the words in extensions for other tools:
 * `x-fern-sdk-method-name: reel-in` -> `reelIn`, `x-stainless-naming: { node: { type_name: Kite } }` -> `Kite`.
 */
export function readOwnName(extensions: JsonObject = {}, target: 'method' | 'type' | 'property'): string | undefined {
  const name = extensions[OWN_NAME];
  if (name !== undefined) return isName(name) ? name : undefined;
  const naming = toObject(extensions['x-stainless-naming']);
  const own = { ...toObject(naming['node']), ...toObject(naming['typescript']) };
  const stated = {
    method: [extensions['x-fern-sdk-method-name'], extensions['x-speakeasy-name-override']].find(hasWords),
    type: own['type_name'] ?? own['model_name'],
    property: own['property_name'],
  }[target];
  if (target === 'property' && isName(stated)) return stated;
  if (!hasWords(stated)) return undefined;
  return target === 'type' ? pascalCase(stated, 'model') : camelCase(stated, 'operation');
}

/** Returns the resource that an extension for other tools states: `magic-transit.routes` -> `['magicTransit', 'routes']`. */
export function readOwnGroup(extensions: JsonObject): readonly string[] | undefined {
  const levels = [extensions['x-fern-sdk-group-name'] ?? extensions['x-speakeasy-group'] ?? []].flat();
  const steps = levels.flatMap((level) => (typeof level === 'string' ? level.split('.') : [])).filter(hasWords);
  return steps.length === 0 ? undefined : steps.map((step) => camelCase(step, 'group'));
}

/** Returns true for a string with a letter or digit, from which a name can be built. */
export function hasWords(value: Json | undefined): value is string {
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
}

/** Returns true for an identifier that a member can have: not `__proto__`, which would set the prototype. */
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

/** Warns of a part that has another name than its preferred one. */
export function reportOtherName(
  { what, name, preferred, reason }: Readonly<Record<'what' | 'name' | 'preferred' | 'reason', string>>,
  at: Position,
  diagnostics: Diagnostics,
): void {
  const message = `${what} is called ${JSON.stringify(name)}, not ${JSON.stringify(preferred)}: ${reason}`;
  diagnostics.warning('name-collision', message, at);
}

/** Extension with the name of the schema, parameter or operation that has it. */
export const OWN_NAME = 'x-speccast-name';
