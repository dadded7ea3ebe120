import { collect, collectMember, refuse, stepTo } from '../collect.js';
import { add, put, report } from '../issues.js';
import type { Place, Schema, Verdict } from '../schema.js';
import { countProperties, isObject, own, readProperty } from '../types.js';
import type { IssueContext } from '../validator.js';
import { say } from './say-count.js';

/** Schemas by the names of properties. */
type Properties = Readonly<Record<string, Schema>>;

/** `properties` that are not required. */
export function checkProperties(at: Place, properties: Properties): boolean {
  return checkEach(at, properties, false);
}

/** `properties` that are required, and `required`. */
export function checkRequired(at: Place, properties: Properties): boolean {
  return checkEach(at, properties, true);
}

function checkEach(at: Place, properties: Properties, isRequired: boolean): boolean {
  if (!isObject(at.value)) return false;
  for (const key of Object.keys(properties)) {
    const value = readProperty(at.value, key);
    if (value === undefined ? isRequired && refuseAbsent(at, key) : checkProperty(at, properties, key, value))
      return true;
  }
  return false;
}

function refuseAbsent({ context, schema }: Place, key: string): boolean {
  return add(context, { message: 'is required', path: [key], keyword: 'required', schema: `${schema}/required` });
}

function checkProperty(at: Place, properties: Properties, key: string, value: unknown): boolean {
  return collectMember(properties[key] ?? '', at, { key, value, step: stepTo('properties', key) });
}

/** `properties` that are looked for among those that the object has, since there are many. */
export function checkListed(at: Place, properties: Properties): boolean {
  const { value } = at;
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = value[key];
    if (item !== undefined && Object.hasOwn(properties, key) && checkProperty(at, properties, key, item)) return true;
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
  /** Patterns with the text that the spec has of them, and the schemas of the properties whose names match. */
  readonly patterns?: readonly (readonly [pattern: RegExp, text: string, schema: Schema])[];
}

/** Property by property: `propertyNames`, `patternProperties` and `additionalProperties`. */
export function checkMembers(at: Place, members: Members): boolean {
  const { value } = at;
  if (!isObject(value)) return false;
  for (const key in value) {
    const item = own(value, key);
    if (item !== undefined && checkMemberOf(at, key, item, members)) return true;
  }
  return false;
}

function checkMemberOf(at: Place, key: string, value: unknown, members: Members): boolean {
  const { context, schema: pointer } = at;
  const { additional, isDeclared, isName, patterns = [] } = members;
  const isNamed = isName === undefined || isName(key, context);
  if (!isNamed && report(context, `${pointer}/propertyNames`, 'has a name that is not allowed', key)) return true;
  if (!isNamed && patterns.length > 0) return false;
  for (const [pattern, text, schema] of patterns) {
    const member = { key, value, step: stepTo('patternProperties', text) };
    if (pattern.test(key) && collectMember(schema, at, member)) return true;
  }
  if (additional === undefined || isDeclared?.(key) === true) return false;
  return checkFurther(at, additional, { key, value, step: '/additionalProperties' });
}

/** A property that no other keyword declares: where none is allowed, to a lenient check it may have come lately. */
function checkFurther(
  at: Place,
  schema: Schema,
  member: { readonly key: string; readonly value: unknown; readonly step: string },
): boolean {
  if (schema !== 'never') return collectMember(schema, at, member);
  const { context, schema: pointer } = at;
  const { key, step } = member;
  if (!context.lenient) return report(context, pointer + step, 'is not allowed', key);
  const drift = { message: 'is not declared', path: [key], keyword: step.slice(1), schema: pointer + step };
  put(context, { ...drift, note: 'drift' });
  return false;
}

/** Says which properties of an object the keywords beside `unevaluatedProperties` evaluate. */
type CoverProperties = (value: Readonly<Record<string, unknown>>, context: IssueContext) => (key: string) => boolean;

/** `unevaluatedProperties`. */
export function checkUnevaluatedProperties(at: Place, further: Schema, coverProperties: CoverProperties): boolean {
  const { context, value } = at;
  if (!isObject(value)) return false;
  const isCovered = coverProperties(value, context);
  for (const key in value) {
    const item = own(value, key);
    if (item === undefined || isCovered(key)) continue;
    if (checkFurther(at, further, { key, value: item, step: '/unevaluatedProperties' })) return true;
  }
  return false;
}

/** `minProperties`. */
export function checkMinProperties(at: Place, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) < limit;
  return isWrong && refuse(at, 'minProperties', `must have at least ${say(limit, 'property', 'properties')}`);
}

/** `maxProperties`. */
export function checkMaxProperties(at: Place, limit: number): boolean {
  const isWrong = isObject(at.value) && countProperties(at.value) > limit;
  return isWrong && refuse(at, 'maxProperties', `must have at most ${say(limit, 'property', 'properties')}`);
}

/** `dependentRequired`; `keyword` says where an older one states it. */
export function checkDependentRequired(
  { context, value, schema }: Place,
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
  { context, value, schema: pointer }: Place,
  property: string,
  schema: Schema,
  keyword: string = 'dependentSchemas',
): boolean {
  if (!isObject(value) || readProperty(value, property) === undefined) return false;
  return collect(schema, { context, value, schema: pointer + stepTo(keyword, property) });
}
