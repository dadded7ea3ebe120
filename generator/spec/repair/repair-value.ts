import { readWrittenText } from '../read/tree.js';
import { kinds } from '../openapi/kinds.js';
import { hasType, type KindName, type Rule, isSchemaKind } from '../openapi/rules.js';
import { isJsonObject, readInner, readMember, toStrings, type Json, type JsonObject } from '../../json.js';
import { parsePointer, printPointer } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';
import { findSlot, leaveOut, leaveOutNode, replace, printBriefly, type Repair } from './repairs.js';

/** One value of a spec: its object or array, its key there, and its name in messages. */
export interface ValueLocation {
  readonly owner: object;
  readonly key: string | number;
  /** `tags[1]` */
  readonly name: string;
  /** The kind of the object of which it is a field; absent if it is deeper inside the value of a field. */
  readonly kind?: KindName;
  /** The value to remove together with it, because the rest would have another meaning. Default: only the value itself. */
  readonly all?: ValueLocation | undefined;
}

/** A value that does not fit the rule for it. */
interface Misfit {
  readonly location: ValueLocation;
  readonly value: Json;
  readonly rule: Rule;
}

/**
 * Repairs a value of the wrong type: converts it if its meaning is certain, or else removes it; a schema then accepts any value.
 */
export function repairType(positions: Positions, misfit: Misfit): Repair | undefined {
  const { location, value, rule } = misfit;
  const { owner, key, kind } = location;
  const older = readFlag(misfit) ?? readRequired(positions, misfit) ?? readTuple(misfit);
  if (older !== undefined) return older;
  // In Swagger 2.0, a discriminator is just the name of its property.
  if (isSchemaKind(kind) && key === 'discriminator' && typeof value === 'string')
    return { ...replace(owner, key, { propertyName: value }, 'it is read as in Swagger 2.0'), isEqual: true };
  const read = readAs(positions, misfit);
  if (read !== undefined) return replace(owner, key, read, `it is read as ${printBriefly(read)}`);
  if (kind === 'securityRequirement') return replace(owner, key, [], 'it is read as []');
  if (rule.is === 'schema' && value !== null) return replace(owner, key, true, 'any value is valid there');
  return repairValue(positions, location);
}

/** Repairs a value that is not allowed: removes it, or the object that requires it. */
export function repairValue(positions: Positions, location: ValueLocation): Repair | undefined {
  const { owner, key, kind } = location.all ?? location;
  const { label, required = [], defaults = {} } = kind === undefined ? { label: '' } : kinds[kind];
  const isNeeded = required.includes(String(key)) && !Object.hasOwn(defaults, key);
  return (isNeeded ? leaveOutNode(positions, owner, label) : undefined) ?? leaveOut(owner, key);
}

/** Converts a value of the wrong type if its meaning is certain, `"true"` → `true`; `undefined` otherwise. */
function readAs(positions: Positions, { location, value, rule }: Misfit): Json | undefined {
  switch (rule.is) {
    case 'string':
      return readWrittenText(positions, location, value, rule.of);
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : undefined;
    case 'number':
      return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
    case 'list':
      // A list of any values may have a single one, except for an object, which has a different meaning in other
      // dialects.
      if (value === null || (rule.of.is === 'any' && isJsonObject(value))) return undefined;
      return hasType(value, rule.of) ? [value] : undefined;
    case 'object':
      return rule.kind === 'securityRequirement' && typeof value === 'string' ? { [value]: [] } : undefined;
    case 'either':
      return rule.one.is === 'string' ? readWrittenText(positions, location, value, rule.one.of) : undefined;
    default:
      return undefined;
  }
}

/** Repairs a `$ref` in an object that must not have one. Operations with security requirements keep requiring a login. */
export function repairMisplaced({ owner, key, kind }: ValueLocation, reference: string): Repair {
  const name = parsePointer(reference.slice(reference.indexOf('#') + 1))?.at(-1);
  if (kind !== 'securityRequirement' || name === undefined) return leaveOut(owner, key);
  const edits = [
    { owner, key: name, value: [] },
    { owner, key },
  ];
  return { done: `it is read as the name ${JSON.stringify(name)}`, isEqual: true, edits };
}

/**
 * Repairs a word with wrong capitals, and the type `file` of Swagger 2.0, which means bytes; `undefined` if no word is similar.
 */
export function repairWord(
  { owner, key }: ValueLocation,
  value: string,
  of: readonly string[] = [],
): Repair | undefined {
  if (key === 'type' && value === 'file') {
    const format = { owner, key: 'format', value: 'binary' };
    const done = 'it is read as in Swagger 2.0: as bytes';
    return { done, isEqual: true, edits: [{ owner, key, value: 'string' }, format] };
  }
  const meant = of.find((one) => one.toLowerCase() === value.toLowerCase());
  return meant === undefined ? undefined : replace(owner, key, meant, `it is read as ${printBriefly(meant)}`);
}

/** Repairs `required: true` of a property, as in older drafts of JSON Schema: the property becomes required. */
function readRequired(positions: Positions, { location: { owner, key, kind }, value }: Misfit): Repair | undefined {
  if (kind !== 'property' || key !== 'required' || typeof value !== 'boolean') return undefined;
  const { parent: map } = positions.get(owner);
  const schema = map && positions.get(map).parent;
  if (map === undefined || schema === undefined) return undefined;
  // Another property may have caused the same repair of the schema.
  const others = toStrings(Reflect.get(schema, key) as Json | undefined);
  const names = Object.entries(map).flatMap(([name, one]) => (Reflect.get(Object(one), key) === true ? [name] : []));
  const required = { owner: schema, key, value: [...new Set([...others, ...names])] };
  const done = `it is read as in draft 3: ${value ? 'the property is required' : 'the property may be absent'}`;
  return { done, isEqual: true, edits: [{ owner, key }, ...(value ? [required] : [])] };
}

/**
 * Repairs a list of `items`, as in older drafts of JSON Schema: it becomes `prefixItems`, and `additionalItems` becomes `items`.
 */
function readTuple({ location: { owner, key, kind }, value }: Misfit): Repair | undefined {
  if (!isSchemaKind(kind) || key !== 'items' || !Array.isArray(value)) return undefined;
  const rest: unknown = Reflect.get(owner, 'additionalItems');
  const isRest = typeof rest === 'boolean' || isJsonObject(rest);
  return {
    done: 'it is read as in older drafts: as a schema for each of the first items',
    isEqual: true,
    edits: [
      { owner, key: 'prefixItems', value },
      isRest ? { owner, key, value: rest } : { owner, key },
      { owner, key: 'additionalItems' },
    ],
  };
}

const draft4Bound = /^exclusive(?=M)/;

/** Repairs an exclusive bound of OpenAPI 3.0, which is a flag of the ordinary bound. */
function readFlag({ location: { owner, key }, value, rule }: Misfit): Repair | undefined {
  if (rule.is !== 'number' || typeof value !== 'boolean' || !draft4Bound.test(String(key))) return undefined;
  const plain = String(key).replace(draft4Bound, '').toLowerCase();
  const bound: unknown = Reflect.get(owner, plain);
  const moved = value && typeof bound === 'number' ? { value: bound } : undefined;
  const edits = moved
    ? [
        { owner, key, ...moved },
        { owner, key: plain },
      ]
    : [{ owner, key }];
  return { done: 'it is read as in OpenAPI 3.0', isEqual: true, edits };
}

/**
 * Repairs a reference that does not resolve, or resolves to an object of another kind. A schema or body then accepts any value;
 * other objects are removed.
 */
export function repairReference(
  positions: Positions,
  node: JsonObject,
  kind: KindName,
  found?: { readonly kind: KindName | undefined; readonly value: Json },
): Repair | undefined {
  const { $ref } = node;
  if (kind === 'schema') {
    const [[type, media] = ['', null]] = Object.entries(readInner(found?.value, 'content'));
    // The target is a response or request body, which has a schema.
    if (typeof $ref !== 'string' || readMember(media, 'schema') === undefined)
      return leaveOut(node, '$ref', 'any value is valid there');
    const body = `${$ref}${encodeURI(printPointer(['content', type, 'schema']))}`;
    return replace(node, '$ref', body, 'it is read as the schema of that body');
  }
  if (kind === 'pathItem') return leaveOut(node, '$ref', 'its operations are left out');
  const slot = findSlot(positions, node);
  if (slot === undefined || typeof $ref !== 'string') return undefined;
  const { owner, key } = slot;
  const isSchema = found?.kind === 'schema';
  if (kind === 'response' || kind === 'requestBody') {
    const done = isSchema ? 'it is read as the schema of a body in JSON' : 'its body may be any JSON';
    const content = { 'application/json': { schema: isSchema ? { $ref } : true } };
    return replace(owner, key, kind === 'response' ? { description: '', content } : { content }, done);
  }
  if (kind === 'securityScheme') return replace(owner, key, undescribedScheme, undescribedDone);
  return leaveOutNode(positions, node, kinds[kind].label);
}

/** Returns the message about a reference where OpenAPI does not allow one. */
export const misplaced = 'a "$ref" is not allowed here';

/** Replaces a scheme that the document requires but does not declare. HTTP has no scheme of this name. */
export const undescribedScheme = { type: 'http', scheme: 'undescribed' } as const;

/** The end of the message about such a scheme. */
export const undescribedDone = 'clients send the token or password that they are given';
