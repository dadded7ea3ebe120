import { listKeywords } from '../../keywords/keywords.js';
import { textAmong, type Rule, hasRef } from '../openapi/rules.js';
import type { Json, JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Conversion, Draft } from './conversion.js';

/** Fields that constrain the values of a parameter or header. OpenAPI 3 has them in a schema. */
export const valueKeys: readonly string[] = [
  'type',
  'format',
  'items',
  'default',
  'enum',
  ...(['number', 'string', 'array'] as const).flatMap(listKeywords).flatMap(({ name, vocabulary, takes }) =>
    // Neither keywords that contain a schema nor keywords of later drafts exist here.
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

/** The rule for the field `collectionFormat`. */
export const collectionFormat: Rule = textAmong(...Object.keys(separators));

/** Fields that state how the values of a parameter are joined, of OpenAPI 3 or else of Swagger 2.0. */
interface Style {
  readonly style?: string;
  readonly explode?: boolean;
  readonly 'x-collectionFormat'?: string;
}

/** The styles of arrays in a query or form. Headers and paths join them by commas. */
const styles: Readonly<Record<string, Style>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** Converts the separator of the values of a parameter, header or form field. */
export function convertStyle(conversion: Conversion, written: JsonObject, node: JsonObject, location: Location): Style {
  if (written['type'] !== 'array') return {};
  const stated = written['collectionFormat'];
  const format = typeof stated === 'string' && Object.hasOwn(separators, stated) ? stated : 'csv';
  const repeats = location === 'query' || location === 'form';
  if (format === 'multi' && !repeats) {
    const message = `"multi" is for queries and forms: the values of a ${location} parameter are joined by commas`;
    conversion.warn('unsupported-separator', message, node, 'collectionFormat');
    return {};
  }
  const style = repeats ? styles[format] : format === 'csv' ? {} : undefined;
  return style ?? { ...(repeats && styles['csv']), 'x-collectionFormat': format };
}

/** Creates the schema of a parameter, header or form field from its fields. */
export function makeValueSchema(
  conversion: Conversion,
  holder: object,
  { node, written }: { readonly node: JsonObject; readonly written: JsonObject },
  others: Draft = {},
): JsonObject {
  const own = valueKeys.map((key) => [key, conversion.use(holder, written[key])] as const);
  const draft = { ...Object.fromEntries(own), 'x-nullable': written['x-nullable'], ...others };
  const schema = conversion.make(holder, node, draft, { example: 'x-example' });
  convertFile(schema);
  allowNull(conversion, schema);
  return schema;
}

/** Rewrites a parameter that is in neither a body nor a form, or a header, in place. */
export function convertParameter(conversion: Conversion, node: JsonObject, kind: 'parameter' | 'header'): void {
  const { schema: stated, collectionFormat: format, 'x-example': example, 'x-nullable': nullable = false } = node;
  conversion.check(node, 'collectionFormat', collectionFormat);
  const location = kind === 'header' ? 'header' : node['in'];
  const isJoined = location === 'path' || location === 'header';
  const style = convertStyle(conversion, node, node, isJoined ? location : 'query');
  let values = node;
  const isOneString = kind === 'header' && style['x-collectionFormat'] !== undefined;
  if (isOneString) {
    const message = `OpenAPI 3 has no style for "${String(format)}" in a header: the value is one string, with ${separators[String(format)]} between the items`;
    conversion.warn('unsupported-separator', message, node, 'collectionFormat');
    values = { type: 'string', 'x-nullable': nullable };
  } else if (!('type' in node)) {
    conversion.warn('missing-required', '"type" is missing: the values are read as strings', node, 'type');
    values = { ...node, type: 'string' };
  }
  const schema = stated ?? makeValueSchema(conversion, node, { node, written: values });
  const draft = rewritable(node);
  for (const key of [...valueKeys, 'collectionFormat', 'x-nullable']) delete draft[key];
  if (stated === undefined) conversion.put(node, 'schema', schema, 'type');
  if (!isOneString) Object.assign(draft, style.style === 'form' && style.explode ? {} : style);
  // In Swagger 2.0, samples of parameters are an extension.
  if (example === undefined || 'example' in node) return;
  conversion.put(node, 'example', example, 'x-example');
  delete draft['x-example'];
}

/** Rewrites the items of an array parameter in place. A nested array becomes a string, because OpenAPI 3 joins only one level. */
export function convertItems(conversion: Conversion, node: JsonObject): void {
  const draft = rewritable(node);
  const { type, collectionFormat: format } = node;
  conversion.check(node, 'collectionFormat', collectionFormat);
  if (type === 'array') {
    const separator = separators[typeof format === 'string' && Object.hasOwn(separators, format) ? format : 'csv'];
    const message = `OpenAPI 3 has no style for an array in an array: an item is one string, with ${separator} between its values`;
    conversion.warn('unsupported-separator', message, node, 'collectionFormat');
    for (const key of valueKeys) delete draft[key];
    draft['type'] = 'string';
  }
  delete draft['collectionFormat'];
}

/** Returns the members of an object whose keys are extensions. */
export function pickExtensions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-')));
}

/** Rewrites a schema of Swagger 2.0 as one of OpenAPI 3.0 in place. */
export function convertSchema(conversion: Conversion, node: JsonObject): void {
  if (hasRef(node)) return allowNullBeside(conversion, node);
  const { discriminator } = node;
  if (typeof discriminator === 'string') {
    const at = { owner: node, key: 'discriminator' };
    rewritable(node)['discriminator'] = conversion.makeAt(node, at, { propertyName: discriminator });
  }
  convertFile(node);
  allowNull(conversion, node);
}

/** Turns the type `file` into a string of bytes. */
function convertFile(node: JsonObject): void {
  if (node['type'] !== 'file') return;
  const draft = rewritable(node);
  draft['type'] = 'string';
  draft['format'] = 'binary';
}

/** Converts `x-nullable` to `nullable`, and adds null to an `enum`. */
function allowNull(conversion: Conversion, node: JsonObject): void {
  const { 'x-nullable': nullable } = node;
  if (typeof nullable !== 'boolean') return;
  const draft = rewritable(node);
  delete draft['x-nullable'];
  if (!('nullable' in node)) conversion.put(node, 'nullable', nullable, 'x-nullable');
  const values = node['enum'];
  if (!nullable || !Array.isArray(values) || values.includes(null)) return;
  const items = values.map((value: Json, key) => [value, { owner: values, key }] as const);
  draft['enum'] = conversion.list(node, { owner: node, key: 'enum' }, [
    ...items,
    [null, { owner: node, key: 'x-nullable' }],
  ]);
}

/** Converts `x-nullable` beside a reference: `{ $ref, x-nullable: true }` → `{ allOf: [{ $ref }], nullable: true }`. */
function allowNullBeside(conversion: Conversion, node: JsonObject): void {
  const { $ref: reference } = node;
  if (node['x-nullable'] !== true || reference === undefined) return;
  const at = { owner: node, key: '$ref' };
  const target = conversion.makeAt(node, at, { $ref: reference });
  conversion.moveReference(node, target);
  delete rewritable(node)['$ref'];
  conversion.put(node, 'allOf', conversion.list(node, at, [[target, at]]), at);
  allowNull(conversion, node);
}
