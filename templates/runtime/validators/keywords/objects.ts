import { collect, collectMember, stepTo } from '../check/collect.js';
import { reject } from '../check/issues.js';
import type { Schema, Verdict } from '../check/schema.js';
import { countProperties, isObject, own, readProperty } from '../values/types.js';
import type { IssueContext, Location } from '../check/context.js';
import { say } from './say-count.js';

/** Schemas by name of the property. */
type Properties = Readonly<Record<string, Schema>>;

/** Checks `required`, and `properties` for required properties; returns true if collecting is over. */
export function checkRequired(at: Location, properties: Properties): boolean {
  return checkProperties(at, properties, true);
}

/** Checks `properties`; returns true if collecting is over. */
export function checkProperties(at: Location, properties: Properties, isRequired = false): boolean {
  if (!isObject(at.value)) return false;
  for (const key of Object.keys(properties)) {
    const value = readProperty(at.value, key);
    const isOver =
      value === undefined
        ? isRequired && reject(at, 'required', 'is required', key)
        : collectMember(at, properties[key] ?? '', stepTo('properties', key), { key, value });
    if (isOver) return true;
  }
  return false;
}

/** Checks `properties` by the members of the value, which is faster if the schema has many; returns true if collecting is over. */
export function checkListed(at: Location, properties: Properties): boolean {
  if (!isObject(at.value)) return false;
  for (const key in at.value) {
    const value = at.value[key];
    if (value === undefined || !Object.hasOwn(properties, key)) continue;
    if (collectMember(at, properties[key] ?? '', stepTo('properties', key), { key, value })) return true;
  }
  return false;
}

/** Arguments of `additionalProperties`, `propertyNames` and `patternProperties`. */
interface Members {
  /** Schema of properties that are not declared: `closedSchema` if they are not allowed. */
  readonly additional?: Schema;
  /** Returns true for names to which `additionalProperties` does not apply. */
  readonly isDeclared?: (key: string) => boolean;
  /** Returns whether a name matches `propertyNames`. */
  readonly isName?: Verdict;
  /** Patterns, their source in the spec, and the schemas of properties whose names match. */
  readonly patterns?: readonly (readonly [pattern: RegExp, source: string, schema: Schema])[];
}

/** Checks the name of a property, and its value by patterns. Returns `'rejected'` if the name is not allowed, `'over'` if collecting is. */
type CheckName = (at: Location, members: Members, key: string, value: unknown) => 'over' | 'rejected' | undefined;

/** Checks `additionalProperties`, and by `checkName` `propertyNames` and `patternProperties`; returns true if collecting is over. */
export function checkMembers(at: Location, members: Members, checkName?: CheckName): boolean {
  if (!isObject(at.value)) return false;
  for (const key in at.value) {
    const value = own(at.value, key);
    if (value === undefined) continue;
    const result = checkName?.(at, members, key, value);
    if (result === 'over') return true;
    if (result === 'rejected' || members.additional === undefined || members.isDeclared?.(key)) continue;
    if (collectMember(at, members.additional, '/additionalProperties', { key, value })) return true;
  }
  return false;
}

/** Checks `propertyNames` and `patternProperties` of one property. */
export function checkName(
  at: Location,
  { isName, patterns = [] }: Members,
  key: string,
  value: unknown,
): ReturnType<CheckName> {
  if (isName?.(key, at.context) === false) {
    if (reject(at, 'propertyNames', 'has a name that is not allowed', key)) return 'over';
    // Patterns may be slow on long names, which `propertyNames` may forbid.
    if (patterns.length) return 'rejected';
  }
  for (const [pattern, source, schema] of patterns) {
    const step = stepTo('patternProperties', source);
    if (pattern.test(key) && collectMember(at, schema, step, { key, value })) return 'over';
  }
  return undefined;
}

/** Rejects a property that is not declared. A lenient check accepts it, because it may be new. */
function rejectUndeclared({ context, value, schema }: Location) {
  const slash = schema.lastIndexOf('/');
  const [at, keyword] = [{ context, value, schema: schema.slice(0, slash) }, schema.slice(slash + 1)];
  return context.lenience?.noteNewProperty(at, keyword) ?? reject(at, keyword, 'is not allowed');
}

/** The schema of properties that are not declared, if they are not allowed. */
export const closedSchema: Schema = ['', [rejectUndeclared]];

/** Returns a function that returns whether other keywords evaluate the property with a name. */
type CoverProperties = (value: Readonly<Record<string, unknown>>, context: IssueContext) => (key: string) => boolean;

/** Checks `unevaluatedProperties` (`further`: `closedSchema` if none is allowed); returns true if collecting is over. */
export function checkUnevaluatedProperties(at: Location, further: Schema, coverProperties: CoverProperties): boolean {
  if (!isObject(at.value)) return false;
  const isCovered = coverProperties(at.value, at.context);
  for (const key in at.value) {
    const value = own(at.value, key);
    if (value === undefined || isCovered(key)) continue;
    if (collectMember(at, further, '/unevaluatedProperties', { key, value })) return true;
  }
  return false;
}

/** Checks `minProperties`; returns true if collecting is over. */
export function checkMinProperties(at: Location, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) < limit;
  return isWrong && reject(at, 'minProperties', `must have at least ${say(limit, 'property', 'properties')}`);
}

/** Checks `maxProperties`; returns true if collecting is over. */
export function checkMaxProperties(at: Location, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) > limit;
  return isWrong && reject(at, 'maxProperties', `must have at most ${say(limit, 'property', 'properties')}`);
}

/** Checks `dependentRequired`, or `dependencies` of older drafts (`keyword`); returns true if collecting is over. */
export function checkDependentRequired(
  at: Location,
  property: string,
  required: readonly string[],
  keyword = 'dependentRequired',
): boolean {
  const { value } = at;
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  const message = `is required beside ${JSON.stringify(property)}`;
  return required.some((name) => readProperty(value, name) === undefined && reject(at, keyword, message, name));
}

/** Checks `dependentSchemas`, or `dependencies` of older drafts (`keyword`); returns true if collecting is over. */
export function checkDependentSchema(
  { context, value, schema: pointer }: Location,
  property: string,
  schema: Schema,
  keyword = 'dependentSchemas',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  return collect(schema, { context, value, schema: pointer + stepTo(keyword, property) });
}
