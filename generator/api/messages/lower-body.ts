import type { RequestBodyObject } from '../../spec/openapi/openapi.js';
import type { MediaUpload, RequestBody } from '../api.js';
import { stripParameters, isBytes, isJson } from '../schemas/media-type.js';
import { lowerDoc } from '../schemas/doc.js';
import { type ContentDraft, lowerContents } from './lower-content.js';
import type { OperationSource } from './lower-parameter.js';
import { dereference, isOverlaid, type Lowering } from '../schemas/lowering.js';
import type { Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { isJsonObject, type JsonObject, toStrings } from '../../json.js';
import { listBasePaths, lowerServers } from '../service/servers.js';

/** Bytes an operation takes, before shapes are made. */
export type MediaDraft = Omit<MediaUpload, 'metadata'> & { readonly metadata?: Schema };

/** A request body before shapes are made. */
export interface BodyDraft extends Omit<RequestBody, 'contents' | 'media'> {
  readonly contents: readonly ContentDraft[];
  readonly media?: MediaDraft;
}

/** The bytes of a content: their media types, and the JSON beside them. */
interface Upload {
  readonly mediaTypes: readonly string[];
  readonly metadata?: Schema;
}

/** Lowers the request body of an operation: bytes go to `media`, everything else to `contents`. */
export function lowerBody(lowering: Lowering, source: OperationSource): BodyDraft | undefined {
  const { requestBody } = source.node;
  if (requestBody === undefined) return undefined;
  const body = dereference<RequestBodyObject>(lowering, requestBody);
  const required = body.required === true;
  const contents: ContentDraft[] = [];
  const uploads: Upload[] = [];
  for (const content of lowerContents(lowering, body.content)) {
    const isRelated = stripParameters(content.mediaType) === 'multipart/related';
    const upload = isRelated ? lowerRelated(lowering, content) : undefined;
    if (content.kind === 'binary') uploads.push({ mediaTypes: [content.mediaType] });
    else if (upload === undefined) contents.push(content);
    else uploads.push(upload);
  }
  const doc = lowerDoc(body, requestBody);
  if (uploads.length === 0) return { required, contents, doc };
  const metadata = uploads.find((upload) => upload.metadata !== undefined)?.metadata;
  const stated = new Set(uploads.flatMap(({ mediaTypes }) => mediaTypes));
  const media = {
    required: required && contents.length === 0,
    mediaTypes: stated.size === 0 ? ['application/octet-stream'] : [...stated],
    ...(metadata !== undefined && { metadata }),
    ...lowerMediaFacts(lowering, source),
  };
  return { required, contents, media, doc };
}

/** Lowers `multipart/related`, which carries bytes and, in a part before them, JSON: at most one property each. */
function lowerRelated(lowering: Lowering, { schema, node }: ContentDraft): Upload | undefined {
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
  return {
    mediaTypes: types
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
    ...(metadata !== undefined && { metadata: metadata.schema }),
  };
}

/** Facts of `x-media` about bytes, beyond the request body. */
export type MediaFacts = Pick<MediaUpload, 'accepted' | 'maxBytes' | 'overlaid' | 'upload' | 'resumable'>;

/** Reads `x-media` of an operation; nothing where it has none. */
function lowerMediaFacts(lowering: Lowering, source: OperationSource): MediaFacts {
  const facts = source.node['x-media'];
  if (!isJsonObject(facts)) return {};
  const { mediaTypes, maxBytes, upload } = facts;
  const accepted = toStrings(mediaTypes);
  return {
    ...(accepted.length > 0 && { accepted }),
    ...(typeof maxBytes === 'number' && { maxBytes }),
    ...(isOverlaid(lowering, lowering.document.positions.ofKey(facts, 'maxBytes')) && { overlaid: true }),
    ...(isJsonObject(upload) && lowerUploadAddress(lowering, source, upload)),
  };
}

/**
 * Lowers the address for bytes, seen from a base address: what comes before its path (`/upload/v3/videos` is `/upload`, the base path
 * `/v3` and the operation's `/videos`), so that uploads follow where a caller moves the base; else a path of its own.
 */
function lowerUploadAddress(lowering: Lowering, source: OperationSource, { path, protocols }: JsonObject): MediaFacts {
  if (typeof path !== 'string') return {};
  const resumable = Array.isArray(protocols) && protocols.includes('resumable');
  const servers = lowerServers(source.node.servers ?? source.item.servers ?? lowering.root.servers);
  const longestFirst = listBasePaths(servers).toSorted((left, right) => right.length - left.length);
  const end = longestFirst.map((base) => base + source.path).find((one) => path.endsWith(one));
  const prefix = end === undefined ? undefined : path.slice(0, path.length - end.length);
  const isPrefix = prefix !== undefined && !/[{}]/.test(prefix);
  const upload = isPrefix ? ({ kind: 'prefix', prefix } as const) : ({ kind: 'path', path } as const);
  return { upload, ...(resumable && { resumable }) };
}
