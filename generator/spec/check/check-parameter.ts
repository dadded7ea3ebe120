import { type SpecContext, objectAt } from '../references/spec-context.js';
import { listEntries, listOwnKeys, toArray, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { isMisspelt } from './check-fields.js';
import { kinds, findFieldRule } from '../openapi/kinds.js';
import type { KindName } from '../openapi/rules.js';
import { leaveOut, replace, reportFault, type Repair, warnAtKey, warnAtValue } from '../repair/repairs.js';
import { didYouMean, suggest } from '../suggest.js';

/** Checks a parameter or header: it must have either a schema or exactly one media type. */
export function checkParameter(context: SpecContext, parameter: JsonObject, kind: KindName): void {
  const { label } = kinds[kind];
  const { schema, content } = parameter;
  const { diagnostics, positions } = context;
  const complain = (message: string, repair: Repair): void =>
    reportFault(context, { code: 'invalid-value', message, at: positions.ofKey(parameter, 'content') }, repair);
  const fields = ['schema', 'content'];
  if (!fields.some((one) => parameter[one] !== undefined || isMisspelt(context, parameter, 'parameter', one))) {
    const message = `${label} needs "schema" or "content"`;
    reportFault(context, { code: 'missing-field', message, at: positions.of(parameter) }, repairSchema(parameter));
  }
  if (schema !== undefined && content !== undefined)
    complain(`${label} has either "schema" or "content", not both`, leaveOut(parameter, 'content'));
  const [first, ...others] = listOwnKeys(content);
  if (isJsonObject(content) && (first === undefined || others.length > 0)) {
    const edits = others.map((key) => ({ owner: content, key }));
    complain(
      `the "content" of ${label} must have exactly one media type`,
      first === undefined ? leaveOut(parameter, 'content') : { done: `only ${JSON.stringify(first)} is read`, edits },
    );
  }
  if (parameter['in'] === 'path' && parameter['required'] !== true) {
    const message = 'a path parameter needs "required: true"; it is read so';
    diagnostics.warning('missing-required', message, positions.of(parameter));
  }
  const { in: location = 'header', style } = parameter;
  const allowed = styles.get(location);
  if (typeof style !== 'string' || !allStyles.has(style) || allowed === undefined || allowed.includes(style)) return;
  const message = `the style of a ${String(location)} parameter cannot be "${style}"; it must be ${allowed.join(' or ')}`;
  const at = positions.ofValue(parameter, 'style');
  reportFault(context, { code: 'invalid-value', message, at }, leaveOut(parameter, 'style'));
}

/** Repairs a parameter without a schema: keywords in the parameter itself, as in Swagger 2.0, become its schema. Without such keywords, any value is valid. */
function repairSchema(parameter: JsonObject): Repair {
  const keywords = Object.keys(parameter).filter(
    (key) => findFieldRule('schema', key) !== undefined && findFieldRule('parameter', key) === undefined,
  );
  if (keywords.length === 0) return replace(parameter, 'schema', true, 'it may have any value');
  const value = Object.fromEntries(keywords.map((key) => [key, parameter[key] ?? null]));
  const edits = keywords.map((key) => ({ owner: parameter, key }));
  return { done: 'it is read as in Swagger 2.0', edits: [{ owner: parameter, key: 'schema', value }, ...edits] };
}

/** The styles that a parameter may have, by its location. */
const styles: ReadonlyMap<Json, readonly string[]> = new Map([
  ['path', ['simple', 'label', 'matrix']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form', 'cookie']],
]);

const allStyles = new Set([...styles.values()].flat());

/** Warns of fields that have no effect in the location of a parameter, and of headers that are no parameters in OpenAPI. */
export function checkParameterEffects(context: SpecContext, parameter: JsonObject): void {
  const { in: location, name, content } = parameter;
  const ofQuery = location === 'query' || location === 'querystring';
  for (const key of ofQuery ? [] : ['allowReserved', 'allowEmptyValue'])
    if (parameter[key] === true) ignore(context, parameter, key, 'has no effect outside of the query');
  for (const key of isJsonObject(content) ? ['style', 'explode', 'allowReserved'] : [])
    if (key in parameter) ignore(context, parameter, key, 'has no effect beside "content"');
  const reason = location === 'header' && typeof name === 'string' && ignoredHeaders.get(name.toLowerCase());
  if (!reason) return;
  const message = `the header ${JSON.stringify(name)} is ignored by OpenAPI, so it is left out: ${reason}`;
  warnAtValue(context, 'ignored-parameter', message, [parameter, 'name']);
}

/** Headers that OpenAPI ignores as parameters, and the reason. */
const ignoredHeaders: ReadonlyMap<string, string> = new Map([
  ['accept', 'the media types of the responses describe it'],
  ['content-type', 'the media types of the body describe it'],
]);

/** Checks a style by the type of the values: some styles are for objects or arrays only. */
export function checkStyleOfValues(context: SpecContext, parameter: JsonObject): void {
  const { style, schema } = parameter;
  const types = valuesByStyle.get(style);
  const type = objectAt(context, schema)?.['type'];
  if (types === undefined || typeof type !== 'string' || types.includes(type)) return;
  const message = `the style "${String(style)}" is for ${types.join(' or ')} values, but this one is of the type "${type}"`;
  warnAtValue(context, 'unsupported-style', message, [parameter, 'style']);
}

const valuesByStyle: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ['deepObject', ['object']],
  ['spaceDelimited', ['array', 'object']],
  ['pipeDelimited', ['array', 'object']],
]);

/** Warns of encodings without effect: those of a body without fields, and of a field that does not exist. */
export function checkEncoding(context: SpecContext, mediaType: JsonObject): void {
  const { encoding, schema } = mediaType;
  if (!isJsonObject(encoding)) return;
  const { key } = context.positions.get(mediaType);
  const hasFields = typeof key !== 'string' || !key.includes('/') || /^multipart\/|form-urlencoded|\*/i.test(key);
  if (!hasFields) return ignore(context, mediaType, 'encoding', `has no effect in ${JSON.stringify(key)}`);
  const target = objectAt(context, schema) ?? {};
  const { properties } = target;
  if (!isJsonObject(properties) || Object.keys(target).some((word) => opening.has(word))) return;
  for (const [name] of listEntries(encoding))
    if (!Object.hasOwn(properties, name))
      ignore(
        context,
        encoding,
        name,
        `has an encoding, but is not a property${didYouMean(name, Object.keys(properties))}`,
      );
}

/** Keywords that may add properties to a schema. */
const opening = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties', 'additionalProperties']);

/** Maximum number of different tags that are compared with those of the document. */
const MOST_TAGS = 1000;

/** Creates the check for misspelt tags: it warns of a tag that is similar to one in the `tags` of the document, at its first use. Other tags need no description. */
export function tagCheck(context: SpecContext): (operation: JsonObject) => void {
  const stated = toArray(context.root['tags']).filter(isJsonObject);
  const names = stated.map(({ name }) => name).filter((name) => typeof name === 'string');
  const seen = new Set(names);
  return ({ tags }) => {
    if (names.length === 0 || !Array.isArray(tags)) return;
    tags.forEach((tag: Json, index) => {
      if (typeof tag !== 'string' || seen.has(tag) || seen.size > names.length + MOST_TAGS) return;
      seen.add(tag);
      const meant = suggest(tag, names, 2);
      if (meant === undefined) return;
      const message = `the tag ${JSON.stringify(tag)} is not among the "tags" of the document; did you mean ${JSON.stringify(meant)}?`;
      warnAtValue(context, 'unknown-tag', message, [tags, index]);
    });
  };
}

/** Dialects of schemas that are supported: draft 2020-12, with and without the keywords of OpenAPI. */
const dialect =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema#?|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+)$/;

/** Warns of an unknown dialect. */
export function checkDialect(context: SpecContext, node: JsonObject, kind: KindName): void {
  const key = kind === 'openapi' ? 'jsonSchemaDialect' : '$schema';
  const value = node[key];
  if (typeof value !== 'string' || dialect.test(value)) return;
  const message = `the dialect ${JSON.stringify(value)} is not known: schemas are read as draft 2020-12`;
  warnAtValue(context, 'unknown-dialect', message, [node, key]);
}

/** Warns that links are not followed, and that examples at another address are not read. */
export function checkUnread(context: SpecContext, node: JsonObject, kind: KindName): void {
  const key = kind === 'response' ? 'links' : 'externalValue';
  const value = node[key];
  if (value === undefined || (isJsonObject(value) && Object.keys(value).length === 0)) return;
  const why = key === 'links' ? 'clients do not follow links' : 'it is not read';
  warnAtKey(context, 'unsupported-field', `"${key}" has no effect: ${why}`, [node, key]);
}

function ignore(context: SpecContext, node: JsonObject, key: string, why: string): void {
  warnAtKey(context, 'ignored-field', `${JSON.stringify(key)} ${why}`, [node, key]);
}
