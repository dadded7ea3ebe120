import type { Diagnostics, Position } from '../../diagnostics.js';
import { OPTIONS } from '../../options.js';
import { type Json, type JsonObject, toObject } from '../../json.js';
import { camelCase, pascalCase, isIdentifierText } from './names.js';

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
  if (style === undefined || style === 'unchanged') return name;
  const lower = name.match(WORD)?.map((word) => word.toLowerCase()) ?? [];
  if (style === 'snake_case') return lower.join('_');
  return lower.reduce((joined, word) => {
    const next = joined === '' && style === 'camelCase' ? word : word.replace(/^./u, (start) => start.toUpperCase());
    // Numbers side by side stay apart.
    return /\p{Nd}$/u.test(joined) && /^\p{Nd}/u.test(next) ? `${joined}_${next}` : joined + next;
  }, '');
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

/** A kind of thing that an extension gives a name. */
export type NameTarget = 'method' | 'type' | 'property';

/** Extensions by which authors name methods for other tools. */
const METHODS = ['x-fern-sdk-method-name', 'x-speakeasy-name-override'] as const;

/**
 * Returns the name that the spec gives something by itself: `x-speccast-name`, where it is an identifier, else the words of what other tools
 * read: `x-fern-sdk-method-name: reel-in` -> `reelIn`, `x-stainless-naming: { node: { type_name: Kite } }` -> `Kite`.
 */
export function ownName(extensions: JsonObject = {}, target: NameTarget): string | undefined {
  const name = extensions[OWN_NAME];
  if (name !== undefined) return isName(name) ? name : undefined;
  if (target === 'method') return camelName(METHODS.map((key) => extensions[key]).find(hasWords));
  const naming = toObject(extensions['x-stainless-naming']);
  const own = { ...toObject(naming['node']), ...toObject(naming['typescript']) };
  if (target === 'type') {
    const given = own['type_name'] ?? own['model_name'];
    return hasWords(given) ? pascalCase(given, 'model') : undefined;
  }
  const given = own['property_name'];
  return isName(given) ? given : camelName(given);
}

/** Returns the resource that an author names for other tools: `magic-transit.routes`, `[magicTransit, routes]`. */
export function ownGroup(extensions: JsonObject): readonly string[] | undefined {
  const levels = [extensions['x-fern-sdk-group-name'] ?? extensions['x-speakeasy-group'] ?? []].flat();
  const steps = levels.flatMap((level) => (typeof level === 'string' ? level.split('.') : [])).filter(hasWords);
  return steps.length === 0 ? undefined : steps.map((step) => camelCase(step, 'group'));
}

function camelName(given: Json | undefined): string | undefined {
  return hasWords(given) ? camelCase(given, 'operation') : undefined;
}

/** Returns true for a text with letters or digits, which names are made of. */
export function hasWords(value: Json | undefined): value is string {
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
}

/** `__proto__` is no name of a member. */
function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= 100 && value !== '__proto__' && isIdentifierText(value);
}

/** Returns true if the spec states a name that is no identifier. */
export function hasWrongName(extensions: JsonObject = {}): boolean {
  return extensions[OWN_NAME] !== undefined && !isName(extensions[OWN_NAME]);
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
