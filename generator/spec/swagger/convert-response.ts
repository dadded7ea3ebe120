import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Conversion, Entry } from './conversion.js';
import { makeContent, type MediaType } from './media-types.js';

/** Rewrites a response of Swagger 2.0 where it is; its media types are those that the operation or the document produces. */
export function convertResponse(conversion: Conversion, node: JsonObject, produces: readonly MediaType[]): void {
  if (typeof node['$ref'] === 'string') return;
  const content = responseContent(conversion, node, node, produces);
  const draft = rewritable(node);
  delete draft['schema'];
  delete draft['examples'];
  if (content !== undefined) conversion.put(node, 'content', content, contentOrigin(node, conversion));
}

/** Makes a copy of a response for other media types, for an object of a file. */
export function responseFor(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  produces: readonly MediaType[],
): JsonObject {
  const { schema: _schema, examples: _examples, headers, ...others } = conversion.written(node);
  const used = Object.entries(isJsonObject(headers) ? headers : {}).map(([name, header]: [string, Json]): Entry => [
    name,
    conversion.use(holder, header),
  ]);
  return conversion.make(holder, node, [
    ...Object.entries(others),
    ['headers', isJsonObject(headers) ? conversion.make(holder, headers, used) : headers],
    ['content', responseContent(conversion, holder, node, produces), contentOrigin(node, conversion)],
  ]);
}

function contentOrigin(node: JsonObject, conversion: Conversion): { readonly owner: JsonObject; readonly key: string } {
  return { owner: node, key: 'schema' in conversion.written(node) ? 'schema' : 'examples' };
}

/** Makes the content of a response by media type; `undefined` for one without a body. */
function responseContent(
  conversion: Conversion,
  holder: object,
  node: JsonObject,
  produces: readonly MediaType[],
): JsonObject | undefined {
  const { schema, examples } = conversion.written(node);
  const samples = isJsonObject(examples) ? examples : {};
  if (examples !== undefined && !isJsonObject(examples)) {
    const message = '"examples" must be an object with an example under each media type';
    conversion.diagnostics.warning('wrong-type', message, conversion.positions.ofValue(node, 'examples'));
  }
  if (schema === undefined && Object.keys(samples).length === 0) return undefined;
  const types = chooseMediaTypes(conversion, { produces, schema, samples });
  for (const key of Object.keys(samples)) {
    if (key.startsWith('x-') || types.some(({ name }) => name === key)) continue;
    const message = `the example has no effect: ${JSON.stringify(key)} is none of the media types that the response has`;
    conversion.warn('ignored-field', message, { owner: samples, key });
  }
  const at = contentOrigin(node, conversion);
  const used = conversion.use(holder, schema);
  return makeContent(conversion, { holder, at, types }, (name) => [
    ['schema', used, { owner: node, key: 'schema' }],
    ['example', Object.hasOwn(samples, name) ? samples[name] : undefined, { owner: samples, key: name }],
  ]);
}

/** Media types of bytes that no schema describes. */
const bytes = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

/** Chooses the media types of a response: those that are stated, else those of its examples, else the usual one. */
function chooseMediaTypes(
  conversion: Conversion,
  {
    produces,
    schema,
    samples,
  }: { readonly produces: readonly MediaType[]; readonly schema: Json | undefined; readonly samples: JsonObject },
): readonly MediaType[] {
  const target = conversion.follow(schema) ?? {};
  const hasMembers = ['properties', 'items', 'allOf', 'additionalProperties'].some((key) => key in target);
  // An operation that produces pictures has its errors in another media type, which Swagger 2.0 cannot say.
  const fitting = hasMembers ? produces.filter(({ name }) => !bytes.test(name)) : produces;
  if (fitting.length > 0) return fitting;
  const named = Object.keys(samples).filter((key) => /^[^/]+\/[^/]+$/.test(key));
  if (named.length > 0) return named.map((name) => ({ name, origin: { owner: samples, key: name } }));
  const isFile = isJsonObject(schema) && (schema['type'] === 'file' || schema['format'] === 'binary');
  return [{ name: isFile ? 'application/octet-stream' : 'application/json' }];
}
