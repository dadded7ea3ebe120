import { isUpgraded } from '../openapi/spec-version.js';
import { listKeywords } from '../../keywords/keywords.js';
import { type SpecContext, objectAt } from '../references/spec-context.js';
import {
  isOfType,
  isJsonObject,
  listEntries,
  readMember,
  toArray,
  typeName,
  type Json,
  type JsonObject,
} from '../../json.js';
import { warnAtValue } from '../repair/repairs.js';
import { didYouMean } from '../suggest.js';

/** A sample value of a schema: the object or list that has it, its key there, and its name in messages. */
interface Sample {
  readonly owner: object;
  readonly key: string | number;
  readonly name: string;
  /** `undefined` if there is no sample. */
  readonly value: Json | undefined;
}

/** Maximum depth to which a value is compared with its schema. */
const DEEPEST = 20;

/** Checks the sample values of a schema: those of `enum` and `const`, the default and the examples. */
export function checkSamples(context: SpecContext, schema: JsonObject): void {
  checkConstants(context, schema);
  const { default: value, example, examples } = schema;
  if (value !== null) checkSample(context, { owner: schema, key: 'default', name: 'default', value }, schema);
  checkSample(context, { owner: schema, key: 'example', name: 'example', value: example }, schema);
  toArray(examples).forEach((one, key) => {
    // In OpenAPI 3.0, `examples` comes from the field `example`, which the upgrade has renamed.
    const name = isUpgraded(context.version) ? 'example' : `examples[${key}]`;
    checkSample(context, { owner: toArray(examples), key, name, value: one }, schema);
  });
}

/** Checks the examples of a media type of JSON by its schema. */
export function checkMediaTypeSamples(context: SpecContext, mediaType: JsonObject): void {
  const { key } = context.positions.get(mediaType);
  const { schema, example, examples } = mediaType;
  if (typeof key !== 'string' || !/^application\/(?:[\w.-]+\+)?json\b/i.test(key) || schema === undefined) return;
  checkSample(context, { owner: mediaType, key: 'example', name: 'example', value: example }, schema);
  for (const [name, entry] of listEntries(examples)) {
    const node = objectAt(context, entry);
    if (node === undefined) continue;
    checkSample(context, { owner: node, key: 'value', name: `examples.${name}`, value: node['value'] }, schema);
  }
}

/** Warns of constants of another type than the schema's own, which are never valid. */
function checkConstants(context: SpecContext, schema: JsonObject): void {
  const types = readStatedTypes(schema);
  if (types === undefined) return;
  const values = toArray(schema['enum']);
  const reject = (word: string, value: Json | undefined, owner: object, key: string | number): void => {
    if (value === undefined || types.some((type) => isOfType(value, type))) return;
    const message = `"${word}" has ${JSON.stringify(value).slice(0, 100)}, which is not of the type ${types.join(' or ')}: it is never valid`;
    warnAtValue(context, 'impossible-value', message, [owner, key]);
  };
  // In OpenAPI 3.0, `enum: [a, null]` is used together with `nullable`, although null is not of the type.
  for (const [index, value] of values.entries()) if (value !== null) reject('enum', value, values, index);
  reject('const', schema['const'], schema, 'const');
}

/** Checks a default or an example, if there is one, by a schema. */
function checkSample(context: SpecContext, sample: Sample, schema: Json): void {
  const found = findSampleMismatch(context, sample, schema);
  if (found === undefined) return;
  const { owner, key, name } = found.sample;
  const code = sample.name === 'default' ? 'invalid-default' : 'invalid-example';
  warnAtValue(context, code, `"${name}" ${found.message}`, [owner, key]);
}

interface Mismatch {
  readonly sample: Sample;
  readonly message: string;
}

/** Finds the first certain mismatch between a value and a schema. Alternatives (`oneOf`, `anyOf`) are not checked. */
function findSampleMismatch(context: SpecContext, sample: Sample, node: Json, depth = 0): Mismatch | undefined {
  const schema = objectAt(context, node);
  if (schema === undefined || sample.value === undefined || depth > DEEPEST) return undefined;
  const message = describeMismatch(sample.value, schema);
  if (message !== undefined) return { sample, message };
  const parts = toArray(schema['allOf']).map((one) => [sample, one] as const);
  for (const [inner, below] of [...parts, ...listInnerSamples(sample, schema)]) {
    const found = findSampleMismatch(context, inner, below, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function describeMismatch(value: Json, schema: JsonObject): string | undefined {
  const { enum: list } = schema;
  const types = readStatedTypes(schema);
  if (types !== undefined && !types.some((type) => isOfType(value, type)))
    return `must be of the type ${types.join(' or ')}, not ${typeName(value)}`;
  const broken = findBrokenLimit(value, schema);
  if (broken !== undefined) {
    const text = JSON.stringify(value);
    const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return `is ${short}, which "${broken}: ${String(schema[broken])}" rejects`;
  }
  if (!Array.isArray(list) || typeof value === 'object' || list.includes(value)) return undefined;
  const texts = list.filter((one) => typeof one === 'string');
  return `is ${JSON.stringify(value)}, which is not among the values of "enum"${typeof value === 'string' ? didYouMean(value, texts) : ''}`;
}

/** Finds the limit that rejects a number, or the number of characters, items or properties of a value: `maxLength`. */
function findBrokenLimit(value: Json, schema: JsonObject): string | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  const isList = Array.isArray(value);
  const group =
    typeof value === 'object' ? (isList ? 'array' : 'object') : typeof value === 'string' ? 'string' : 'number';
  const size =
    typeof value === 'number' ? value : (typeof value === 'string' ? Array.from(value) : Object.keys(value)).length;
  const broken = listKeywords(group).find(({ name, limit }) => {
    const stated = schema[name];
    if (limit === undefined || typeof stated !== 'number') return false;
    if (size === stated) return limit.isExclusive === true;
    return limit.isLower ? size < stated : size > stated;
  });
  return broken?.name;
}

function listInnerSamples(
  { value, name }: Sample,
  { items = true, properties }: JsonObject,
): readonly (readonly [Sample, Json])[] {
  if (Array.isArray(value))
    return value.map((one: Json, key) => [{ owner: value, key, name: `${name}[${key}]`, value: one }, items]);
  return isJsonObject(value)
    ? Object.entries(value).map(([key, one]) => [
        { owner: value, key, name: `${name}.${key}`, value: one },
        readMember(properties, key) ?? true,
      ])
    : [];
}

/** Reads the types that a schema states; `undefined` if it states none, or an invalid `type`. */
function readStatedTypes({ type }: JsonObject): readonly string[] | undefined {
  const types = Array.isArray(type) ? type : [type];
  return types.every((one) => typeof one === 'string') && types.length > 0 ? types : undefined;
}
