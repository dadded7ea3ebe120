import type { RequestBodyObject } from '../../spec/openapi/openapi.js';
import type { MediaUpload, RequestBody } from '../api.js';
import { stripParameters, isBytes, isJson } from '../schemas/media-type.js';
import { lowerDoc } from '../schemas/doc.js';
import { type ContentDraft, lowerContents } from './lower-content.js';
import type { OperationSource } from './lower-parameter.js';
import { dereference, isOverlaid, type Lowering } from '../schemas/lowering.js';
import type { Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { compact, isJsonObject, nonEmpty, toArray, toObject, toStrings } from '../../json.js';
import { listBasePaths, lowerServers } from '../service/servers.js';

/** A `MediaUpload` before its shapes are lowered. */
export type MediaDraft = Omit<MediaUpload, 'metadata'> & { readonly metadata?: Schema };

/** A `RequestBody` before its shapes are lowered. */
export interface BodyDraft extends Omit<RequestBody, 'contents' | 'media'> {
  readonly contents: readonly ContentDraft[];
  readonly media?: MediaDraft;
}

/** Lowers the request body of an operation: bytes go to `media`, everything else to `contents`. */
export function lowerBody(lowering: Lowering, source: OperationSource): BodyDraft | undefined {
  const { requestBody } = source.node;
  if (requestBody === undefined) return undefined;
  const body = dereference<RequestBodyObject>(lowering, requestBody);
  const required = body.required === true;
  const contents: ContentDraft[] = [];
  const uploads: Pick<MediaDraft, 'mediaTypes' | 'metadata'>[] = [];
  for (const content of lowerContents(lowering, body.content)) {
    const upload = lowerUpload(lowering, content);
    if (upload) uploads.push(upload);
    else contents.push(content);
  }
  const doc = lowerDoc(body, requestBody);
  if (uploads.length === 0) return { required, contents, doc };
  const metadata = uploads.find((upload) => upload.metadata !== undefined)?.metadata;
  const stated = [...new Set(uploads.flatMap(({ mediaTypes }) => mediaTypes))];
  const media = {
    required: required && contents.length === 0,
    mediaTypes: nonEmpty(stated) ?? ['application/octet-stream'],
    ...(metadata && { metadata }),
    ...lowerMediaFacts(lowering, source),
  };
  return { required, contents, media, doc };
}

/**
 * Lowers a content that carries bytes: alone (`image/png`), or in `multipart/related` after a part of JSON, with at most one property
 * for each. Returns undefined for any other content.
 */
function lowerUpload(
  lowering: Lowering,
  { mediaType, kind, schema, node }: ContentDraft,
): Pick<MediaDraft, 'mediaTypes' | 'metadata'> | undefined {
  if (kind === 'binary') return { mediaTypes: [mediaType] };
  if (stripParameters(mediaType) !== 'multipart/related') return undefined;
  const properties = targetSchema(lowering, schema).object?.properties ?? [];
  const binary = properties.filter((property) => {
    const part = targetSchema(lowering, property.schema);
    const stated = node.encoding?.[property.name]?.contentType;
    const isObject = part.object !== undefined || part.types?.includes('object') === true;
    return isBytes(part) || (stated !== undefined && !isJson(stated) && !isObject);
  });
  const [bytes] = binary;
  const [metadata, ...others] = properties.filter((property) => !binary.includes(property));
  if (bytes === undefined || binary.length > 1 || others.length > 0) return undefined;
  const types = node.encoding?.[bytes.name]?.contentType ?? bytes.schema.string?.contentMediaType ?? '';
  const mediaTypes = types.split(',').map((type) => type.trim());
  return { mediaTypes: mediaTypes.filter((type) => type !== ''), ...(metadata && { metadata: metadata.schema }) };
}

/**
 * Reads `x-media` of an operation; an empty object where it has none. An address for bytes becomes a prefix of the base path, so that
 * uploads follow a caller who changes the base: `/upload/v3/videos` → `/upload` for the base path `/v3` and the operation `/videos`.
 * Any other address stays a path.
 */
function lowerMediaFacts(
  lowering: Lowering,
  { node, item, path }: OperationSource,
): Pick<MediaUpload, 'accepted' | 'maxBytes' | 'overlaid' | 'upload' | 'resumable'> {
  const facts = node['x-media'];
  if (!isJsonObject(facts)) return {};
  const { maxBytes } = facts;
  const { path: address, protocols } = toObject(facts['upload']);
  const stated = compact({
    accepted: nonEmpty(toStrings(facts['mediaTypes'])),
    maxBytes: typeof maxBytes === 'number' ? maxBytes : undefined,
    overlaid: isOverlaid(lowering, lowering.document.positions.ofKey(facts, 'maxBytes')) || undefined,
  });
  if (typeof address !== 'string') return stated;
  const servers = lowerServers(node.servers ?? item.servers ?? lowering.root.servers);
  const longestFirst = listBasePaths(servers).toSorted((left, right) => right.length - left.length);
  const end = longestFirst.map((base) => base + path).find((one) => address.endsWith(one));
  const prefix = address.slice(0, address.length - (end?.length ?? 0));
  const isPath = end === undefined || /[{}]/.test(prefix);
  return {
    ...stated,
    upload: isPath ? { kind: 'path', path: address } : { kind: 'prefix', prefix },
    ...(toArray(protocols).includes('resumable') && { resumable: true }),
  };
}
