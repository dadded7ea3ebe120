import type { RequestBodyObject } from '../../spec/openapi/openapi.js';
import { toStrings } from '../tools/extension-values.js';
import type { MediaUpload, RequestBody, UploadAddress } from '../api.js';
import { stripParameters, isBytes, isJson } from '../schemas/media-type.js';
import { lowerDoc } from '../schemas/doc.js';
import { type ContentDraft, lowerContents } from './lower-content.js';
import type { OperationSource } from './lower-parameter.js';
import { dereference, isOverlaid, type Lowering } from '../schemas/lowering.js';
import type { Property, Schema } from '../types/schema.js';
import { targetSchema } from '../schemas/target-schema.js';
import { isJsonObject, type JsonObject } from '../../spec/read/json.js';
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

/** The request body of an operation: bytes go to `media`, everything else to `contents`. */
export function lowerBody(lowering: Lowering, source: OperationSource): BodyDraft | undefined {
  const { node } = source;
  if (node.requestBody === undefined) return undefined;
  const body = dereference<RequestBodyObject>(lowering, node.requestBody);
  const required = body.required === true;
  const all = lowerContents(lowering, body.content).map((content) => ({
    content,
    upload: lowerUpload(lowering, content),
  }));
  const contents = all.flatMap(({ content, upload }) => (upload === undefined ? [content] : []));
  const uploads = all.flatMap(({ upload }) => (upload === undefined ? [] : [upload]));
  return {
    required,
    contents,
    ...(uploads.length > 0 && {
      media: { ...lowerMedia(uploads, required && contents.length === 0), ...lowerMediaFacts(lowering, source) },
    }),
    doc: lowerDoc(body, node.requestBody),
  };
}

function lowerMedia(uploads: readonly Upload[], required: boolean): MediaDraft {
  const metadata = uploads.find((upload) => upload.metadata !== undefined)?.metadata;
  const stated = new Set(uploads.flatMap((upload) => upload.mediaTypes));
  return {
    required,
    mediaTypes: stated.size === 0 ? ['application/octet-stream'] : [...stated],
    ...(metadata !== undefined && { metadata }),
  };
}

function lowerUpload(lowering: Lowering, content: ContentDraft): Upload | undefined {
  if (content.kind === 'binary') return { mediaTypes: [content.mediaType] };
  return stripParameters(content.mediaType) === 'multipart/related' ? lowerRelated(lowering, content) : undefined;
}

/** `multipart/related` carries bytes and, in a part before them, JSON: at most one property each. */
function lowerRelated(lowering: Lowering, content: ContentDraft): Upload | undefined {
  const properties = targetSchema(lowering, content.schema).object?.properties ?? [];
  const binary = properties.filter((property) => isBinaryPart(lowering, content, property));
  const [bytes] = binary;
  const [metadata, ...others] = properties.filter((property) => !binary.includes(property));
  if (bytes === undefined || binary.length > 1 || others.length > 0) return undefined;
  return { mediaTypes: partTypes(content, bytes), ...(metadata !== undefined && { metadata: metadata.schema }) };
}

function isBinaryPart(lowering: Lowering, content: ContentDraft, property: Property): boolean {
  const schema = targetSchema(lowering, property.schema);
  if (isBytes(schema)) return true;
  const stated = content.node.encoding?.[property.name]?.contentType;
  return (
    stated !== undefined && !isJson(stated) && schema.object === undefined && schema.types?.includes('object') !== true
  );
}

/** Media types of the part that holds the bytes; none where the spec leaves that open. */
function partTypes({ node }: ContentDraft, { name, schema }: Property): readonly string[] {
  const stated = node.encoding?.[name]?.contentType ?? schema.string?.contentMediaType ?? '';
  return stated
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '');
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

function lowerUploadAddress(lowering: Lowering, source: OperationSource, { path, protocols }: JsonObject): MediaFacts {
  if (typeof path !== 'string') return {};
  const resumable = Array.isArray(protocols) && protocols.includes('resumable');
  const { item, node } = source;
  const servers = lowerServers(node.servers ?? item.servers ?? lowering.root.servers);
  return {
    upload: uploadAddress(path, listBasePaths(servers), source.path),
    ...(resumable && { resumable }),
  };
}

/**
 * Seen from a base address: what comes before its path (`/upload/v3/videos` is `/upload`, the base path `/v3` and the
 * operation's `/videos`), so that uploads follow where a caller moves the base; else a path of its own.
 */
function uploadAddress(path: string, basePaths: readonly string[], operationPath: string): UploadAddress {
  const longest = basePaths.toSorted((left, right) => right.length - left.length);
  const base = longest.find((one) => path.endsWith(one + operationPath));
  const prefix = base === undefined ? undefined : path.slice(0, path.length - base.length - operationPath.length);
  return prefix === undefined || /[{}]/.test(prefix) ? { kind: 'path', path } : { kind: 'prefix', prefix };
}
