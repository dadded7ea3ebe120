import { keywords } from '../../keywords/keywords.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { CheckContext } from './check-context.js';
import { checkContradiction } from './check-contradiction.js';
import { checkDiscriminator } from './check-discriminator.js';
import { isResolved } from '../references/references.js';
import { isRegex } from '../regex.js';
import { didYouMean } from '../suggest.js';

/** Checks a schema beyond the types of its keywords. */
export function checkSchema(context: CheckContext, schema: JsonObject): void {
  checkRequired(context, schema);
  checkPatterns(context, schema);
  checkMapping(context, schema);
  checkDiscriminator(context, schema);
  checkContradiction(context, schema);
  checkEnum(context, schema);
  for (const [least, most] of ranges) checkRange(context, schema, least, most);
}

const ranges = [...keywords.values()].flatMap(({ name, limit }) =>
  limit?.upper === undefined ? [] : [[name, limit.upper] as const],
);

function checkRange({ diagnostics, positions }: CheckContext, schema: JsonObject, least: string, most: string): void {
  const low = schema[least];
  const high = schema[most];
  if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return;
  diagnostics.warning(
    'empty-range',
    `no value fits: "${least}" ${low} is greater than "${most}" ${high}`,
    positions.ofValue(schema, least),
  );
}

function checkEnum({ diagnostics, positions }: CheckContext, schema: JsonObject): void {
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

/** A required name that is nearly a property is a slip of the pen; any other is allowed. */
function checkRequired({ diagnostics, positions }: CheckContext, { required, properties }: JsonObject): void {
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

function checkPatterns({ diagnostics, positions }: CheckContext, { patternProperties }: JsonObject): void {
  if (!isJsonObject(patternProperties)) return;
  for (const pattern of Object.keys(patternProperties)) {
    if (isRegex(pattern)) continue;
    const message = `${JSON.stringify(pattern)} is not a regular expression that JavaScript understands`;
    diagnostics.error('invalid-value', message, positions.ofKey(patternProperties, pattern));
  }
}

/** A discriminator's mapping names schemas: by reference, or by their name in `components.schemas`. */
function checkMapping(context: CheckContext, { discriminator }: JsonObject): void {
  const mapping = isJsonObject(discriminator) ? discriminator['mapping'] : undefined;
  if (!isJsonObject(mapping)) return;
  for (const [value, name] of Object.entries(mapping)) {
    if (typeof name !== 'string' || isSchemaName(context.root, name)) continue;
    const outcome = context.references.resolveReference(name, mapping);
    if (isResolved(outcome) || outcome.message === undefined) continue;
    const message = isBareName(name) ? unknownName(context.root, name) : outcome.message;
    context.diagnostics.error(outcome.code, message, context.positions.ofValue(mapping, value));
  }
}

/** Whether a mapping's value looks like the name of a schema, not like the path of a file. */
function isBareName(name: string): boolean {
  return !/[#/:]|\.(?:json|ya?ml)$/i.test(name);
}

function unknownName({ components }: JsonObject, name: string): string {
  const schemas = isJsonObject(components) && isJsonObject(components['schemas']) ? components['schemas'] : {};
  return `no schema is called ${JSON.stringify(name)}${didYouMean(name, Object.keys(schemas))}`;
}

function isSchemaName({ components }: JsonObject, name: string): boolean {
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  return isJsonObject(schemas) && Object.hasOwn(schemas, name);
}
