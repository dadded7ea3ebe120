import { keywords } from '../../keywords/keywords.js';
import { isJsonObject, type Json, type JsonObject, toArray } from '../../json.js';
import { leaveOutPattern } from '../patterns/check-patterns.js';
import { readForeignPattern } from '../patterns/foreign-pattern.js';
import { isResolved } from '../references/references.js';
import { leaveOut, rename, replace, reportFault } from '../repair/repairs.js';
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
  checkEnum(context, schema);
  checkIntegers(context, schema);
  checkRanges(context, schema);
}

const ranges = [...keywords.values()].flatMap(({ name, limit }) =>
  limit?.upper === undefined ? [] : [[name, limit.upper] as const],
);

function checkRanges({ diagnostics, positions }: SpecContext, schema: JsonObject): void {
  for (const [least, most] of ranges) {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
    const message = `no value fits: "${least}" ${low} is greater than "${most}" ${high}`;
    diagnostics.warning('empty-range', message, positions.ofValue(schema, least));
  }
}

function checkEnum({ diagnostics, positions }: SpecContext, schema: JsonObject): void {
  const values = schema['enum'];
  if (!Array.isArray(values)) return;
  if (values.length === 0) {
    diagnostics.warning('empty-range', 'no value fits: "enum" is empty', positions.ofValue(schema, 'enum'));
  }
  const known = new Set<string>();
  values.forEach((value: Json, index) => {
    const text = JSON.stringify(value);
    if (known.has(text))
      diagnostics.warning('repeated-value', `"enum" lists ${text} twice`, positions.ofValue(values, index));
    known.add(text);
  });
}

/** Warns of integers that JavaScript cannot hold: generated code has other ones. */
function checkIntegers({ diagnostics, positions }: SpecContext, schema: JsonObject): void {
  const values = schema['enum'];
  const holders: readonly (readonly [JsonObject | readonly Json[], string | number])[] = [
    [schema, 'const'],
    [schema, 'default'],
    ...(Array.isArray(values) ? values.map((_, index) => [values, index] as const) : []),
  ];
  for (const [holder, key] of holders) {
    const value: unknown = Reflect.get(holder, key);
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) continue;
    const message = `the integer is beyond 2^53 - 1, where JavaScript does not hold all digits: it is read as ${BigInt(Number(value))}`;
    diagnostics.warning('inexact-value', message, positions.ofValue(holder, key));
  }
}

/** Warns of required names that are nearly those of a property; any other is allowed. */
function checkRequired({ diagnostics, positions }: SpecContext, { required, properties }: JsonObject): void {
  if (!Array.isArray(required) || !isJsonObject(properties)) return;
  required.forEach((name: Json, index) => {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) return;
    const hint = didYouMean(name, Object.keys(properties));
    if (hint !== '')
      diagnostics.warning(
        'unknown-property',
        `the required "${name}" is not among the properties${hint}`,
        positions.ofValue(required, index),
      );
  });
}

/** Reports patterns that were meant for another language, and those of property names that are none. */
function checkPatterns(context: SpecContext, schema: JsonObject): void {
  const { positions } = context;
  const { pattern, patternProperties } = schema;
  const foreign = typeof pattern === 'string' ? readForeignPattern(pattern) : undefined;
  if (foreign !== undefined) {
    const { fault, meant } = foreign;
    const repair =
      meant === undefined ? leaveOut(schema, 'pattern') : replace(schema, 'pattern', meant, `it is read as "${meant}"`);
    const at = positions.ofValue(schema, 'pattern');
    reportFault(context, { code: 'foreign-pattern', message: `"pattern" ${fault}`, at }, repair);
  }
  if (!isJsonObject(patternProperties)) return;
  for (const name of Object.keys(patternProperties)) {
    const { fault, meant } = readForeignPattern(name) ?? {};
    if (fault === undefined && isRegex(name)) continue;
    const message = `${JSON.stringify(name)} ${fault ?? 'is not a regular expression that JavaScript understands'}`;
    const code = fault === undefined ? 'invalid-value' : 'foreign-pattern';
    const repair =
      meant === undefined || Object.hasOwn(patternProperties, meant)
        ? leaveOutPattern(schema, patternProperties, name)
        : rename(patternProperties, name, meant);
    reportFault(context, { code, message, at: positions.ofKey(patternProperties, name) }, repair);
  }
}

/** Checks that a discriminator names schemas: by reference, or by their name in `components.schemas`. */
function checkMapping(context: SpecContext, { discriminator }: JsonObject): void {
  if (!isJsonObject(discriminator)) return;
  const { mapping, defaultMapping } = discriminator;
  if (isJsonObject(mapping))
    for (const [value, name] of Object.entries(mapping)) checkMapped(context, mapping, value, name);
  if (context.version === '3.2' && defaultMapping !== undefined)
    checkMapped(context, discriminator, 'defaultMapping', defaultMapping);
}

function checkMapped(context: SpecContext, owner: JsonObject, key: string, name: Json): void {
  const schemas = readComponents(context, 'schemas');
  if (typeof name !== 'string' || Object.hasOwn(schemas, name)) return;
  const outcome = context.references.resolveReference(name, owner);
  if (isResolved(outcome) || outcome.message === undefined) return;
  // The name of a schema, not the path of a file.
  const isBare = !/[#/:]|\.(?:json|ya?ml)$/i.test(name);
  const unknown = `no schema is called ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemas))}`;
  const message = isBare ? unknown : outcome.message;
  const fault = { code: outcome.code, message, at: context.positions.ofValue(owner, key) };
  const isRefused = outcome.code === 'refused-reference' && !isBare;
  reportFault(context, fault, isRefused ? undefined : leaveOut(owner, key));
}

/** A schema on the way down, and those that apply to the same value still to be followed. */
interface Step {
  readonly schema: JsonObject;
  readonly parts: JsonObject[];
}

/** Makes the check that no schema needs itself to validate the same value; without recursion, chains of references are long. */
export function cycleCheck(context: SpecContext): (schema: JsonObject) => void {
  const { positions } = context;
  const done = new Set<JsonObject>();
  return (schema) => {
    if (done.has(schema)) return;
    const way: Step[] = [{ schema, parts: appliedWith(context, schema) }];
    const open = new Set([schema]);
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.parts.shift();
      if (next === undefined) {
        way.pop();
        open.delete(step.schema);
        done.add(step.schema);
      } else if (open.has(next)) {
        const { schema: from } = step;
        const message = `validating with this schema needs "${positions.toId(next)}", which needs this one: no value can be validated`;
        const key = ['$ref', '$dynamicRef'].find((one) => one in from);
        const repair = key === undefined ? undefined : leaveOut(from, key, 'the reference is left out');
        reportFault(context, { code: 'endless-schema', message, at: positions.of(from) }, repair);
      } else if (!done.has(next)) {
        open.add(next);
        way.push({ schema: next, parts: appliedWith(context, next) });
      }
    }
  };
}

/** Lists the schemas that apply to the same value as a schema does. */
function appliedWith(context: SpecContext, schema: JsonObject): JsonObject[] {
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const target = typeof $ref === 'string' ? objectAt(context, schema) : undefined;
  const all: readonly (Json | undefined)[] = [
    target,
    typeof $dynamicRef === 'string' ? context.references.find($dynamicRef, schema)?.value : undefined,
    ...toArray(allOf).flatMap((part) => {
      const union = objectAt(context, part);
      const isUnion = isJsonObject(union?.['discriminator']) && isJsonObject(part);
      // A schema that extends a union with a discriminator has all of it but the alternatives.
      const isExtended = isUnion && listExtended(context.positions, schema).includes(part);
      return isExtended ? toArray(union?.['allOf']) : [part];
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
