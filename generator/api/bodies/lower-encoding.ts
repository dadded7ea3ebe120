import type { EncodingObject, MediaTypeObject } from '../../spec/openapi/openapi.js';
import type { BodyKind } from '../api.js';
import { compact } from '../compact.js';
import type { FieldEncoding } from './field-encoding.js';
import type { Lowering } from '../lowering.js';
import { isJson } from './media-type.js';
import type { Schema } from '../schemas/schema.js';
import { targetSchema } from '../schemas/target-schema.js';

type Encodings = Readonly<Record<string, FieldEncoding>>;

/** The `encoding` of a form or a multipart body, as far as it says more than goes without saying. */
export function lowerEncoding(
  lowering: Lowering,
  node: MediaTypeObject,
  { kind, schema }: { readonly kind: BodyKind; readonly schema: Schema },
): { readonly encoding?: Encodings } {
  if ((kind !== 'form' && kind !== 'multipart') || node.encoding === undefined) return {};
  const properties = targetSchema(lowering, schema).object?.properties ?? [];
  const entries = Object.entries(node.encoding).flatMap(([name, encoding]): [string, FieldEncoding][] => {
    const found = properties.find((one) => one.name === name);
    const field = kind === 'form' ? formField(encoding) : part(encoding);
    const types = found && targetSchema(lowering, found.schema).types;
    return isUsual(field, types?.join()) ? [] : [[name, field]];
  });
  return entries.length === 0 ? {} : { encoding: Object.fromEntries(entries) };
}

/** In a form, a media type counts where no style is named, and says something where it is JSON. */
function formField(encoding: EncodingObject): FieldEncoding {
  const { style, explode, allowReserved, contentType } = encoding;
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return compact({
    style: style === 'cookie' ? undefined : style,
    explode,
    allowReserved: allowReserved === true ? (true as const) : undefined,
    contentType: !isStyled && contentType !== undefined && isJson(contentType) ? contentType : undefined,
  });
}

function part({ style, explode, contentType }: EncodingObject): FieldEncoding {
  return compact({ style: style === 'cookie' ? undefined : style, explode, contentType });
}

/** Objects stand in brackets, and lists repeat their name, whether or not the spec says so. */
function isUsual({ style, explode = true, allowReserved, contentType }: FieldEncoding, type?: string): boolean {
  if (allowReserved === true || contentType !== undefined) return false;
  if (style === undefined) return explode || type === 'string';
  return (
    explode &&
    (style === 'deepObject' ? type === 'object' : style === 'form' && type !== 'object' && type !== undefined)
  );
}
