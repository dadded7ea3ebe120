import { keywords } from '../../keywords/keywords.js';
import { isJsonObject, type Json, type JsonObject, listOwnKeys, toArray, toObject } from '../../json.js';
import { leaveOutPattern } from '../patterns/check-patterns.js';
import { readForeignPattern } from '../patterns/foreign-pattern.js';
import { isResolved } from '../references/references.js';
import { leaveOut, rename, replace, reportFault, warnAtValue } from '../repair/repairs.js';
import { isRegex } from '../patterns/read-pattern.js';
import { didYouMean } from '../suggest.js';
import { type SpecContext, readComponents, objectAt } from '../references/spec-context.js';
import { listExtended } from '../discriminators/find-families.js';
import { checkContradiction, checkDiscriminator } from './check-combinators.js';

/** Checks a schema beyond the types of its keywords. */
export function checkSchema(context: SpecContext, schema: JsonObject): void {
  checkRequired(context, schema);
  checkPatterns(context, schema);
  checkMapping(context, schema);
  checkDiscriminator(context, schema);
  checkContradiction(context, schema);
  checkConstants(context, schema);
  for (const { name, limit } of keywords.values()) {
    const { upper = name } = limit ?? {};
    const [low, high] = [schema[name], schema[upper]];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
    const message = `no value is valid: "${name}" ${low} is greater than "${upper}" ${high}`;
    warnAtValue(context, 'empty-range', message, [schema, name]);
  }
}

/** Warns of an empty `enum`, of repeated values, and of integers that JavaScript cannot represent exactly. */
function checkConstants(context: SpecContext, schema: JsonObject): void {
  const { enum: list } = schema;
  const values = toArray(list);
  if (Array.isArray(list) && values.length === 0)
    warnAtValue(context, 'empty-range', 'no value is valid: "enum" is empty', [schema, 'enum']);
  const known = new Set<string>();
  for (const [index, value] of values.entries()) {
    const text = JSON.stringify(value);
    if (known.has(text)) warnAtValue(context, 'repeated-value', `"enum" lists ${text} twice`, [values, index]);
    known.add(text);
  }
  const holders = [
    [schema, 'const'],
    [schema, 'default'],
    ...Array.from(values.keys(), (index) => [values, index] as const),
  ] as const;
  for (const [holder, key] of holders) {
    const value: unknown = Reflect.get(holder, key);
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) continue;
    const message = `the integer is beyond 2^53 - 1, where JavaScript numbers are not exact: it is read as ${BigInt(Number(value))}`;
    warnAtValue(context, 'inexact-value', message, [holder, key]);
  }
}

/** Warns of required names that are probably misspelt names of properties. A schema may require any other name. */
function checkRequired(context: SpecContext, schema: JsonObject): void {
  const required = toArray(schema['required']);
  const properties = listOwnKeys(schema['properties']);
  const known = new Set<Json>(properties);
  for (const [index, name] of required.entries()) {
    if (typeof name !== 'string' || known.has(name)) continue;
    const hint = didYouMean(name, properties);
    const message = `"required" names "${name}", which is not among the properties${hint}`;
    if (hint !== '') warnAtValue(context, 'unknown-property', message, [required, index]);
  }
}

/** Reports patterns in the syntax of another language, and invalid patterns of property names. */
function checkPatterns(context: SpecContext, schema: JsonObject): void {
  const { positions } = context;
  const { pattern } = schema;
  const foreign = typeof pattern === 'string' ? readForeignPattern(pattern) : undefined;
  if (foreign !== undefined) {
    const { fault, meant } = foreign;
    const repair =
      meant === undefined ? leaveOut(schema, 'pattern') : replace(schema, 'pattern', meant, `it is read as "${meant}"`);
    const at = positions.ofValue(schema, 'pattern');
    reportFault(context, { code: 'foreign-pattern', message: `"pattern" ${fault}`, at }, repair);
  }
  const patterns = toObject(schema['patternProperties']);
  for (const name of Object.keys(patterns)) {
    const { fault, meant } = readForeignPattern(name) ?? {};
    if (fault === undefined && isRegex(name)) continue;
    const message = `${JSON.stringify(name)} ${fault ?? 'is not a regular expression that JavaScript understands'}`;
    const code = fault === undefined ? 'invalid-value' : 'foreign-pattern';
    const canRename = meant !== undefined && !Object.hasOwn(patterns, meant);
    const repair = canRename ? rename(patterns, name, meant) : leaveOutPattern(schema, patterns, name);
    reportFault(context, { code, message, at: positions.ofKey(patterns, name) }, repair);
  }
}

/** Checks that the mapping of a discriminator names existing schemas: by reference, or by name in `components.schemas`. */
function checkMapping(context: SpecContext, { discriminator }: JsonObject): void {
  if (!isJsonObject(discriminator)) return;
  const { defaultMapping } = discriminator;
  const mapping = toObject(discriminator['mapping']);
  for (const [value, name] of Object.entries(mapping)) checkMapped(context, mapping, value, name);
  if (context.version === '3.2' && defaultMapping !== undefined)
    checkMapped(context, discriminator, 'defaultMapping', defaultMapping);
}

function checkMapped(context: SpecContext, owner: JsonObject, key: string, name: Json): void {
  const schemas = readComponents(context, 'schemas');
  if (typeof name !== 'string' || Object.hasOwn(schemas, name)) return;
  const outcome = context.references.resolveReference(name, owner);
  if (isResolved(outcome) || outcome.message === undefined) return;
  // Looks like the name of a schema, not like a reference to a file.
  const isBare = !/[#/:]|\.(?:json|ya?ml)$/i.test(name);
  const unknown = `there is no schema ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemas))}`;
  const message = isBare ? unknown : outcome.message;
  const fault = { code: outcome.code, message, at: context.positions.ofValue(owner, key) };
  const isRefused = outcome.code === 'disallowed-reference' && !isBare;
  reportFault(context, fault, isRefused ? undefined : leaveOut(owner, key));
}

/** Creates the check that no schema refers to itself for the same value: `A: { $ref: A }`. It is not recursive, as chains of references may be long. */
export function cycleCheck(context: SpecContext): (schema: JsonObject) => void {
  const { positions } = context;
  const done = new Set<JsonObject>();
  return (schema) => {
    if (done.has(schema)) return;
    // The schemas on the current path, each with the schemas that still have to be followed from it.
    const open = new Map([[schema, listApplied(context, schema)]]);
    for (const way = [schema]; way.length > 0;) {
      const from = way.at(-1) ?? schema;
      const next = open.get(from)?.shift();
      if (next === undefined) {
        way.pop();
        open.delete(from);
        done.add(from);
      } else if (open.has(next)) {
        const message = `validation never ends: this schema needs "${positions.toId(next)}" for the same value, which needs this schema`;
        const key = ['$ref', '$dynamicRef'].find((one) => one in from);
        const repair = key === undefined ? undefined : leaveOut(from, key, 'the reference is left out');
        reportFault(context, { code: 'endless-schema', message, at: positions.of(from) }, repair);
      } else if (!done.has(next)) {
        open.set(next, listApplied(context, next));
        way.push(next);
      }
    }
  };
}

/** Lists the subschemas and targets of references that apply to the same value as a schema. */
function listApplied(context: SpecContext, schema: JsonObject): JsonObject[] {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const isExtended = (part: Json): part is JsonObject =>
    isJsonObject(part) && listExtended(context.positions, schema).includes(part);
  const all: readonly (Json | undefined)[] = [
    typeof $ref === 'string' ? objectAt(context, schema) : undefined,
    typeof $dynamicRef === 'string' ? context.references.find($dynamicRef, schema)?.value : undefined,
    ...toArray(allOf).flatMap((part) => {
      const union = objectAt(context, part);
      // A schema that extends a union with a discriminator inherits its `allOf`, but not its alternatives.
      return isJsonObject(union?.['discriminator']) && isExtended(part) ? toArray(union['allOf']) : [part];
    }),
    ...toArray(anyOf),
    ...toArray(oneOf),
    not,
    condition,
    then,
    otherwise,
  ];
  return all.filter(isJsonObject);
}
