import type { EncodingObject, HeaderObject, MediaTypeObject } from '../../spec/openapi/openapi.js';
import type { FieldEncoding, ParameterStyle } from '../api.js';
import { compact } from '../tools/compact.js';
import type { Lowering } from '../schemas/lowering.js';
import type { Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { isJson } from '../schemas/media-type.js';

/** The `encoding` of a form, a whole query or a multipart body, as far as it says more than goes without saying. */
export function lowerEncoding(
  lowering: Lowering,
  node: MediaTypeObject,
  { kind, schema }: { readonly kind: 'form' | 'multipart'; readonly schema: Schema },
): Readonly<Record<string, FieldEncoding>> {
  const properties = targetSchema(lowering, schema).object?.properties ?? [];
  const entries = Object.entries(node.encoding ?? {}).flatMap(([name, encoding]): [string, FieldEncoding][] => {
    const found = properties.find((one) => one.name === name);
    const field = kind === 'form' ? formField(encoding) : part(encoding);
    return isUsual(field, found && targetSchema(lowering, found.schema).types) ? [] : [[name, field]];
  });
  return Object.fromEntries(entries);
}

/** In a form, a media type counts where no style is named, and says something where it is JSON. */
function formField(encoding: EncodingObject): FieldEncoding {
  const { explode, allowReserved, contentType } = encoding;
  const style = readStyle(encoding);
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return compact({
    style,
    explode,
    allowReserved: allowReserved === true ? (true as const) : undefined,
    contentType: !isStyled && contentType !== undefined && isJson(contentType) ? contentType : undefined,
  });
}

function part(encoding: EncodingObject): FieldEncoding {
  const { explode, contentType } = encoding;
  return compact({ style: readStyle(encoding), explode, contentType });
}

function readStyle(encoding: EncodingObject): ParameterStyle | undefined {
  const { style } = encoding;
  return joinedStyle(encoding) ?? (style === 'cookie' ? undefined : style);
}

/**
 * Returns true if a field is written as one without an encoding: lists repeat their name, and objects are JSON unless they have a
 * style.
 */
function isUsual(field: FieldEncoding, types: readonly string[] = ['object']): boolean {
  const { style = 'form', explode = true, allowReserved, contentType } = field;
  if (Object.keys(field).length === 0) return true;
  if (allowReserved === true || contentType !== undefined || style !== 'form' || types.includes('object')) return false;
  return explode || !types.includes('array');
}

/** The style of a list that is joined as only Swagger 2.0 can say it. */
export function joinedStyle(node: HeaderObject | EncodingObject): ParameterStyle | undefined {
  return joinedStyles.get(node['x-collectionFormat']);
}

const joinedStyles: ReadonlyMap<unknown, ParameterStyle> = new Map([
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
]);
