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
    const { explode: stated, contentType: type } = encoding;
    const field: FieldEncoding =
      kind === 'form'
        ? formField(encoding)
        : compact({ style: readStyle(encoding), explode: stated, contentType: type });
    // Without an encoding, lists repeat their name, and objects are JSON.
    const { style = 'form', explode = true, allowReserved, contentType } = field;
    const types = (found && targetSchema(lowering, found.schema).types) ?? ['object'];
    const isSaid = allowReserved === true || contentType !== undefined || style !== 'form' || types.includes('object');
    const isUsual = Object.keys(field).length === 0 || (!isSaid && (explode || !types.includes('array')));
    return isUsual ? [] : [[name, field]];
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

function readStyle(encoding: EncodingObject): ParameterStyle | undefined {
  const { style } = encoding;
  return joinedStyle(encoding) ?? (style === 'cookie' ? undefined : style);
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
