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

/** `properties` that are looked for among those that the object has, since there are many. */
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
  /** Schema of properties that are not declared; `closedSchema` if none is allowed. */
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

/** `propertyNames` and `patternProperties` of one property. */
export function checkName(
  at: Location,
  { isName, patterns = [] }: Members,
  key: string,
  value: unknown,
): ReturnType<CheckName> {
  if (isName?.(key, at.context) === false) {
    if (reject(at, 'propertyNames', 'has a name that is not allowed', key)) return 'over';
    // The length of names may be what bounds the time that patterns take.
    if (patterns.length) return 'rejected';
  }
  for (const [pattern, source, schema] of patterns) {
    const step = stepTo('patternProperties', source);
    if (pattern.test(key) && collectMember(at, schema, step, { key, value })) return 'over';
  }
  return undefined;
}

/** Rejects a property that no keyword declares. A lenient check accepts it: it may be new. */
function rejectUndeclared({ context, value, schema }: Location) {
  const slash = schema.lastIndexOf('/');
  const [at, keyword] = [{ context, value, schema: schema.slice(0, slash) }, schema.slice(slash + 1)];
  return context.lenience?.noteNewProperty(at, keyword) ?? reject(at, keyword, 'is not allowed');
}

/** The schema of properties that are not declared where none is allowed. */
export const closedSchema: Schema = ['', [rejectUndeclared]];

/** Returns a function that tells which properties of an object the keywords beside `unevaluatedProperties` evaluate. */
type CoverProperties = (value: Readonly<Record<string, unknown>>, context: IssueContext) => (key: string) => boolean;

/** `unevaluatedProperties`; `further` is `closedSchema` if none is allowed. */
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
  keyword = 'dependentRequired',
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
  keyword = 'dependentSchemas',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  return collect(schema, { context, value, schema: pointer + stepTo(keyword, property) });
}
