import type { Diagnostics } from '../diagnostics.js';
import { checkValue } from '../spec/check/check-value.js';
import { isJsonObject, type JsonObject } from '../spec/read/json.js';
import { kinds } from '../spec/openapi/kinds.js';
import { patternCheck } from '../spec/patterns/check-patterns.js';
import type { Positions } from '../spec/references/positions.js';
import { isRegex } from '../spec/regex.js';
import { list, map, schema, text, type Rule } from '../spec/openapi/rules.js';
import { checkDialect, type FindResource } from './check-dialect.js';
import { isShipped } from './meta-schemas.js';
import { absolute } from './registry.js';
import { ownText, ownValue, type SchemaPlace } from './resource.js';

/** Where to report, and where schemas stand. */
export interface CheckPlacesContext {
  readonly places: Positions;
  readonly diagnostics: Diagnostics;
}

/** Judges schemas in their places, each once however often it is reached. */
export interface PlaceCheck {
  /** Whether the keywords have values that they take. */
  keywords(place: SchemaPlace, find: FindResource): void;
  /** How long the patterns can take. */
  patterns(place: SchemaPlace): void;
}

/** Keywords of draft 2020-12; what OpenAPI adds says nothing here. */
const keywordRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...Object.entries(kinds.schema.fields).filter(
    ([keyword]) => !['discriminator', 'xml', 'externalDocs', 'example'].includes(keyword),
  ),
  ['dependencies', map({ is: 'either', one: schema, other: list(text) })],
]);

/** Keywords that a dialect without the vocabulary of validation does not have. */
const validation: ReadonlySet<string> = new Set(
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired'.split(
    ' ',
  ),
);

/** Makes the check of all schemas of an input. */
export function createPlaceCheck(context: CheckPlacesContext): PlaceCheck {
  const judgePatterns = patternCheck({ positions: context.places, diagnostics: context.diagnostics });
  const checked = new WeakSet<JsonObject>();
  const judged = new WeakSet<JsonObject>();
  return {
    keywords(place, find) {
      const schema = firstTime(place, checked);
      if (schema !== undefined) checkKeywords(context, place, schema, find);
    },
    patterns(place) {
      const schema = place.resource.asserts ? firstTime(place, judged) : undefined;
      if (schema !== undefined) judgePatterns(schema);
    },
  };
}

/** The schema of a place that was not looked at before; the metaschemas need no look. */
function firstTime({ value, resource }: SchemaPlace, seen: WeakSet<JsonObject>): JsonObject | undefined {
  if (!isJsonObject(value) || seen.has(value) || isShipped(resource.uri)) return undefined;
  seen.add(value);
  return value;
}

function checkKeywords(context: CheckPlacesContext, place: SchemaPlace, schema: JsonObject, find: FindResource): void {
  for (const [key, value] of Object.entries(schema)) {
    const rule = keywordRules.get(key);
    if (rule === undefined || (validation.has(key) && !place.resource.asserts)) continue;
    checkValue(
      { positions: context.places, diagnostics: context.diagnostics },
      { owner: schema, key, name: key },
      value,
      rule,
    );
  }
  checkNames(context, schema);
  checkPropertyPatterns(context, schema);
  if (place.pointer === '') checkDialect(context, schema, find);
}

/** Names of schemas have to be such that a reference can lead to them. */
function checkNames(context: CheckPlacesContext, schema: JsonObject): void {
  const id = ownText(schema, '$id');
  if (id !== undefined && (/#./.test(id) || absolute(id, 'schema:///') === undefined))
    refuse(context, schema, '$id', `"$id" cannot be ${JSON.stringify(id)}; it must be a URI without a fragment`);
  for (const keyword of ['$anchor', '$dynamicAnchor'] as const) {
    const name = ownText(schema, keyword);
    if (name === undefined || /^[A-Za-z_][-A-Za-z0-9._]*$/.test(name)) continue;
    const form = 'it must be letters, digits, "-", "_" and ".", a letter or "_" first';
    refuse(context, schema, keyword, `"${keyword}" cannot be ${JSON.stringify(name)}; ${form}`);
  }
}

function refuse({ places, diagnostics }: CheckPlacesContext, schema: JsonObject, key: string, message: string): void {
  diagnostics.error('invalid-value', message, places.ofValue(schema, key));
}

function checkPropertyPatterns({ places, diagnostics }: CheckPlacesContext, schema: JsonObject): void {
  const patterns = ownValue(schema, 'patternProperties');
  if (!isJsonObject(patterns)) return;
  for (const pattern of Object.keys(patterns)) {
    if (isRegex(pattern)) continue;
    const message = `${JSON.stringify(pattern)} is not a regular expression that JavaScript understands`;
    diagnostics.error('invalid-value', message, places.ofKey(patterns, pattern));
  }
}
