import { listKeywords } from '../../keywords/keywords.js';
import { textAmong, type Rule } from '../openapi/rules.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { allowNull, convertFile } from './convert-schema.js';
import type { Conversion, Entry } from './conversion.js';

/** The fields that say which values a parameter or header has: in OpenAPI 3 they are in its schema. */
export const valueKeys: readonly string[] = [
  'type',
  'format',
  'items',
  'default',
  'enum',
  ...(['number', 'string', 'array'] as const).flatMap(listKeywords).flatMap(({ name, vocabulary, takes }) =>
    // Swagger 2.0 has none that holds a schema, and none of later drafts.
    vocabulary === 'validation' && !name.endsWith('Contains') && !takes.startsWith('schema') ? [name] : [],
  ),
];

/** The place of values that are joined. */
type Location = 'query' | 'path' | 'header' | 'form';

/** The separators of Swagger 2.0, as messages call them. */
const separators: Readonly<Record<string, string>> = {
  csv: 'commas',
  ssv: 'spaces',
  tsv: 'tabs',
  pipes: '"|"',
  multi: 'commas',
};

/** The rule for `collectionFormat`. */
export const collectionFormat: Rule = textAmong(...Object.keys(separators));

/** The fields that say how the values of a parameter are joined: those of OpenAPI 3, else that of Swagger 2.0. */
interface Style {
  readonly style?: string;
  readonly explode?: boolean;
  readonly 'x-collectionFormat'?: string;
}

/** The styles of arrays in a query or form; those of headers and paths are joined by commas. */
const styles: Readonly<Record<string, Style>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** The style of the values of a parameter, header or form field. */
export function convertStyle(conversion: Conversion, written: JsonObject, node: JsonObject, location: Location): Style {
  if (written['type'] !== 'array') return {};
  const stated = written['collectionFormat'];
  const format = typeof stated === 'string' && Object.hasOwn(separators, stated) ? stated : 'csv';
  const repeats = location === 'query' || location === 'form';
  if (format === 'multi' && !repeats) {
    const message = `"multi" is for queries and forms: the values of a ${location} parameter are joined by commas`;
    conversion.warn('unsupported-separator', message, { owner: node, key: 'collectionFormat' });
    return {};
  }
  const style = repeats ? styles[format] : format === 'csv' ? {} : undefined;
  return style ?? { ...(repeats && styles['csv']), 'x-collectionFormat': format };
}

/** The schema of a parameter, header or form field, for an object of a file, from its fields. */
export function makeValueSchema(
  conversion: Conversion,
  holder: object,
  { node, written }: { readonly node: JsonObject; readonly written: JsonObject },
  others: readonly Entry[] = [],
): JsonObject {
  const owned = (key: string): Entry => [key, conversion.use(holder, written[key])];
  const schema = conversion.make(holder, node, [
    ...valueKeys.filter((key) => key in written).map(owned),
    ['x-nullable', written['x-nullable']],
    ...others,
  ]);
  convertFile(schema);
  allowNull(conversion, schema);
  return schema;
}

/** Rewrites a parameter that is neither a body nor of a form, or a header, where it is. */
export function convertParameter(conversion: Conversion, node: JsonObject, kind: 'parameter' | 'header'): void {
  const written = { ...node };
  if ('collectionFormat' in node) conversion.check(node, 'collectionFormat', collectionFormat);
  const location = kind === 'header' ? 'header' : written['in'];
  const style = convertStyle(conversion, written, node, isLocation(location) ? location : 'query');
  const draft = rewritable(node);
  const stated = written['schema'];
  const isOneString = kind === 'header' && style['x-collectionFormat'] !== undefined;
  const values = isOneString ? joinedValues(conversion, node) : withType(conversion, node);
  const schema = stated ?? makeValueSchema(conversion, node, { node, written: values });
  for (const key of [...valueKeys, 'collectionFormat', 'x-nullable']) delete draft[key];
  if (stated === undefined) conversion.put(node, 'schema', schema, { owner: node, key: 'type' });
  if (!isOneString) Object.assign(draft, style.style === 'form' && style.explode ? {} : style);
  convertExample(conversion, node);
}

/** The fields of a header of a response that is a list which commas do not join: its value is one string, which is reported. */
function joinedValues(conversion: Conversion, node: JsonObject): JsonObject {
  const { collectionFormat: format, 'x-nullable': nullable = false } = node;
  const message = `OpenAPI 3 has no style for "${String(format)}" in a header: the value is one string, with ${separators[String(format)]} between the items`;
  conversion.warn('unsupported-separator', message, { owner: node, key: 'collectionFormat' });
  return { type: 'string', 'x-nullable': nullable };
}

/** The fields of a parameter; without a type, its values are strings, which is reported. */
function withType({ diagnostics, positions }: Conversion, node: JsonObject): JsonObject {
  if ('type' in node) return node;
  const message = '"type" is missing: the values are taken for strings';
  diagnostics.warning('missing-required', message, positions.of(node));
  return { ...node, type: 'string' };
}

function isLocation(value: Json | undefined): value is Location {
  return value === 'query' || value === 'path' || value === 'header';
}

/** A sample of a parameter, which Swagger 2.0 has in an extension. */
function convertExample(conversion: Conversion, node: JsonObject): void {
  const { 'x-example': example } = node;
  if (example === undefined || 'example' in node) return;
  conversion.put(node, 'example', example, { owner: node, key: 'x-example' });
  delete rewritable(node)['x-example'];
}

/** Rewrites what the items of an array are, where it is: an array in it is one string, as OpenAPI 3 joins only one level. */
export function convertItems(conversion: Conversion, node: JsonObject): void {
  const draft = rewritable(node);
  const { type, collectionFormat: format } = node;
  if ('collectionFormat' in node) conversion.check(node, 'collectionFormat', collectionFormat);
  if (type === 'array') {
    const separator = separators[typeof format === 'string' && Object.hasOwn(separators, format) ? format : 'csv'];
    const message = `OpenAPI 3 has no style for an array in an array: an item is one string, with ${separator} between its values`;
    conversion.warn('unsupported-separator', message, { owner: node, key: 'collectionFormat' });
    for (const key of valueKeys) delete draft[key];
    draft['type'] = 'string';
  }
  delete draft['collectionFormat'];
}

/** The members of an object whose keys are extensions. */
export function listExtensions(node: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(isJsonObject(node) ? node : {}).filter(([key]) => key.startsWith('x-'));
}
