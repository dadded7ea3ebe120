import { collect, collectMember, stepTo } from '../check/collect.js';
import { reject } from '../check/issues.js';
import type { Schema, Verdict } from '../check/schema.js';
import { countProperties, isObject, own, readProperty } from '../values/types.js';
import type { IssueContext, Location } from '../check/context.js';
import { say } from './say-count.js';

/** Schemas by the names of properties. */
type Properties = Readonly<Record<string, Schema>>;

/** `properties` that are required, and `required`. */
export function checkRequired(at: Location, properties: Properties): boolean {
  return checkProperties(at, properties, true);
}

/** `properties`. */
export function checkProperties(at: Location, properties: Properties, isRequired: boolean = false): boolean {
  const { context, value } = at;
  if (!isObject(value)) return false;
  const keys = Object.keys(properties);
  // By index, as in all collectors: iterators take more of the stack at each level of a value.
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const item = readProperty(value, key);
    if (item === undefined) {
      if (isRequired && reject(at, 'required', 'is required', key)) return true;
      continue;
    }
    const member = { context, value: item, schema: at.schema + stepTo('properties', key) };
    if (collectMember(properties[key] ?? '', member, key)) return true;
  }
  return false;
}

/** `properties` that are looked for among those that the object has, since there are many. */
export function checkListed({ context, value, schema }: Location, properties: Properties): boolean {
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = value[key];
    if (item === undefined || !Object.hasOwn(properties, key)) continue;
    const member = { context, value: item, schema: schema + stepTo('properties', key) };
    if (collectMember(properties[key] ?? '', member, key)) return true;
  }
  return false;
}

/** Arguments of `additionalProperties`, `propertyNames` and `patternProperties`. */
interface Members {
  /** Schema of properties that are not declared; `'never'` if none is allowed. */
  readonly additional?: Schema;
  /** Returns true for names that `additionalProperties` does not concern. */
  readonly isDeclared?: (key: string) => boolean;
  /** Tests a name. */
  readonly isName?: Verdict;
  /** Patterns as the spec writes them, and the schemas of the properties whose names match. */
  readonly patterns?: readonly (readonly [pattern: RegExp, source: string, schema: Schema])[];
}

/** Checks a name, and a value by its name. Returns `'rejected'` if the name is not allowed, so that nothing else is tried. */
type CheckName = (at: Location, members: Members, key: string, value: unknown) => 'over' | 'rejected' | undefined;

/** Property by property: `propertyNames`, `patternProperties` (both by `checkName`) and `additionalProperties`. */
export function checkMembers(at: Location, members: Members, checkName?: CheckName): boolean {
  const { context, value, schema } = at;
  const { additional, isDeclared } = members;
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = own(value, key);
    if (item === undefined) continue;
    const result = checkName?.(at, members, key, item);
    if (result === 'over') return true;
    if (result === 'rejected' || additional === undefined || isDeclared?.(key)) continue;
    const member = { context, value: item, schema: `${schema}/additionalProperties` };
    const isOver =
      additional === 'never' ? rejectFurther(at, 'additionalProperties', key) : collectMember(additional, member, key);
    if (isOver) return true;
  }
  return false;
}

/** `propertyNames` and `patternProperties` of one property. */
export function checkName(
  at: Location,
  { isName, patterns = [] }: Members,
  key: string,
  value: unknown,
): ReturnType<CheckName> {
  const { context, schema: pointer } = at;
  if (isName?.(key, context) === false) {
    if (reject(at, 'propertyNames', 'has a name that is not allowed', key)) return 'over';
    // The length of names may be what bounds the time that patterns take.
    if (patterns.length > 0) return 'rejected';
  }
  for (const [pattern, source, schema] of patterns) {
    const member = { context, value, schema: pointer + stepTo('patternProperties', source) };
    if (pattern.test(key) && collectMember(schema, member, key)) return 'over';
  }
  return undefined;
}

/** Rejects a property that no keyword declares. A lenient check accepts it: it may be new. */
function rejectFurther(at: Location, keyword: string, key: string): boolean {
  return at.context.lenience?.noteNewProperty(at, keyword, key) ?? reject(at, keyword, 'is not allowed', key);
}

/** Returns a function that tells which properties of an object the keywords beside `unevaluatedProperties` evaluate. */
type CoverProperties = (value: Readonly<Record<string, unknown>>, context: IssueContext) => (key: string) => boolean;

/** `unevaluatedProperties`; `further` is `'never'` if none is allowed. */
export function checkUnevaluatedProperties(at: Location, further: Schema, coverProperties: CoverProperties): boolean {
  const { context, value } = at;
  if (!isObject(value)) return false;
  const isCovered = coverProperties(value, context);
  for (const key in value) {
    const item = own(value, key);
    if (item === undefined || isCovered(key)) continue;
    const member = { context, value: item, schema: `${at.schema}/unevaluatedProperties` };
    const isOver =
      further === 'never' ? rejectFurther(at, 'unevaluatedProperties', key) : collectMember(further, member, key);
    if (isOver) return true;
  }
  return false;
}

/** `minProperties`. */
export function checkMinProperties(at: Location, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) < limit;
  return isWrong && reject(at, 'minProperties', `must have at least ${say(limit, 'property', 'properties')}`);
}

/** `maxProperties`. */
export function checkMaxProperties(at: Location, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) > limit;
  return isWrong && reject(at, 'maxProperties', `must have at most ${say(limit, 'property', 'properties')}`);
}

/** `dependentRequired`; `keyword` is the one that states it: older drafts have `dependencies`. */
export function checkDependentRequired(
  at: Location,
  property: string,
  required: readonly string[],
  keyword: string = 'dependentRequired',
): boolean {
  const { value } = at;
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  const message = `is required beside ${JSON.stringify(property)}`;
  return required.some((name) => readProperty(value, name) === undefined && reject(at, keyword, message, name));
}

/** `dependentSchemas`; `keyword` is the one that states it: older drafts have `dependencies`. */
export function checkDependentSchema(
  { context, value, schema: pointer }: Location,
  property: string,
  schema: Schema,
  keyword: string = 'dependentSchemas',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  return collect(schema, { context, value, schema: pointer + stepTo(keyword, property) });
}
