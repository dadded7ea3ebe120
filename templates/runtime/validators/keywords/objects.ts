import { collect, collectMember, reject, stepTo, type Member } from '../check/collect.js';
import { add, put, report } from '../check/issues.js';
import type { Location, Schema, Verdict } from '../check/schema.js';
import { countProperties, isObject, own, readProperty } from '../values/types.js';
import type { IssueContext } from '../check/context.js';
import { say } from './say-count.js';

/** Schemas by the names of properties. */
type Properties = Readonly<Record<string, Schema>>;

/** `properties` that are required, and `required`. */
export function checkRequired(at: Location, properties: Properties): boolean {
  return checkProperties(at, properties, true);
}

/** `properties`. */
export function checkProperties(at: Location, properties: Properties, isRequired: boolean = false): boolean {
  if (!isObject(at.value)) return false;
  const keys = Object.keys(properties);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const value = readProperty(at.value, key);
    if (
      value === undefined
        ? isRequired && rejectAbsent(at, key)
        : collectMember(properties[key] ?? '', at, memberOf(key, value))
    )
      return true;
  }
  return false;
}

function rejectAbsent({ context, schema }: Location, key: string): boolean {
  return add(context, { message: 'is required', path: [key], keyword: 'required', schema: `${schema}/required` });
}

function memberOf(key: string, value: unknown): Member {
  return { key, value, step: stepTo('properties', key) };
}

/** `properties` that are looked for among those that the object has, since there are many. */
export function checkListed(at: Location, properties: Properties): boolean {
  const { value } = at;
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = value[key];
    if (
      item !== undefined &&
      Object.hasOwn(properties, key) &&
      collectMember(properties[key] ?? '', at, memberOf(key, item))
    )
      return true;
  }
  return false;
}

/** `additionalProperties`, `propertyNames` and `patternProperties`. */
interface Members {
  readonly additional?: Schema;
  /** Whether a name is one that `additionalProperties` does not concern. */
  readonly isDeclared?: (key: string) => boolean;
  /** Whether a name is allowed. */
  readonly isName?: Verdict;
  /** Patterns as the spec writes them, and the schemas of the properties whose names match. */
  readonly patterns?: readonly (readonly [pattern: RegExp, source: string, schema: Schema])[];
}

/** Property by property: `propertyNames`, `patternProperties` and `additionalProperties`. */
export function checkMembers(at: Location, members: Members): boolean {
  const { value } = at;
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = own(value, key);
    if (item === undefined) continue;
    if (members.isName !== undefined || members.patterns !== undefined) {
      const found = checkName(at, members, key, item);
      if (found === 'over') return true;
      if (found === 'rejected') continue;
    }
    if (members.additional === undefined || members.isDeclared?.(key) === true) continue;
    const member = { key, value: item, step: '/additionalProperties' };
    if (members.additional === 'never' ? rejectFurther(at, member) : collectMember(members.additional, at, member))
      return true;
  }
  return false;
}

/** What is said of a property by its name: whether collecting is over, or the name is rejected so that no pattern is tried. */
function checkName(
  at: Location,
  { isName, patterns = [] }: Members,
  key: string,
  value: unknown,
): 'over' | 'rejected' | undefined {
  const { context, schema: pointer } = at;
  if (isName !== undefined && !isName(key, context)) {
    if (report(context, `${pointer}/propertyNames`, 'has a name that is not allowed', key)) return 'over';
    // What bounds the time that patterns take may be the length of names.
    if (patterns.length > 0) return 'rejected';
  }
  for (const [pattern, source, schema] of patterns) {
    const member = { key, value, step: stepTo('patternProperties', source) };
    if (pattern.test(key) && collectMember(schema, at, member)) return 'over';
  }
  return undefined;
}

/** A property that no keyword declares where none else is allowed: to a lenient check it may have come lately. */
function rejectFurther(
  { context, schema: pointer }: Location,
  { key, step }: { readonly key: string; readonly step: string },
): boolean {
  const schema = pointer + step;
  if (!context.lenient) return report(context, schema, 'is not allowed', key);
  put(context, { message: 'is not declared', path: [key], keyword: step.slice(1), schema, note: 'drift' });
  return false;
}

/** Says which properties of an object the keywords beside `unevaluatedProperties` evaluate. */
type CoverProperties = (value: Readonly<Record<string, unknown>>, context: IssueContext) => (key: string) => boolean;

/** `unevaluatedProperties`. */
export function checkUnevaluatedProperties(at: Location, further: Schema, coverProperties: CoverProperties): boolean {
  const { context, value } = at;
  if (!isObject(value)) return false;
  const isCovered = coverProperties(value, context);
  for (const key in value) {
    const item = own(value, key);
    if (item === undefined || isCovered(key)) continue;
    const member = { key, value: item, step: '/unevaluatedProperties' };
    if (further === 'never' ? rejectFurther(at, member) : collectMember(further, at, member)) return true;
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

/** `dependentRequired`; `keyword` says where an older one states it. */
export function checkDependentRequired(
  { context, value, schema }: Location,
  property: string,
  required: readonly string[],
  keyword: string = 'dependentRequired',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  const message = `is required beside ${JSON.stringify(property)}`;
  return required.some(
    (name) => readProperty(value, name) === undefined && report(context, `${schema}/${keyword}`, message, name),
  );
}

/** `dependentSchemas`; `keyword` says where an older one states it. */
export function checkDependentSchema(
  { context, value, schema: pointer }: Location,
  property: string,
  schema: Schema,
  keyword: string = 'dependentSchemas',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  return collect(schema, { context, value, schema: pointer + stepTo(keyword, property) });
}
