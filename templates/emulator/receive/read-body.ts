import { isJsonObject, type Json, type JsonObject, type OperationContent } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import {
  checkCharset,
  readFormText,
  isJsonType,
  readBodyJson,
  findContent,
  mediaTypeOf,
  readFields,
  unsupported,
  readBodyXml,
} from '@speccast/runtime/requests';
import type { OperationPlan, DecodedBody } from '../plan/plan.js';
import { createMedia } from '../store/media.js';
import { type Content, inMemory, getSize } from '../store/stored-bytes.js';
import { type BodyLimits, checkMediaType, readContent } from './read-bytes.js';
import { readFormData, readParts, readRelated } from './read-multipart.js';

/** Limits of a body that is decoded as a whole, and of bytes that are stored as they are. */
interface LimitsByKind {
  readonly maxBytes: number;
  readonly media: BodyLimits;
}

const formType = 'application/x-www-form-urlencoded';

/**
 * Reads the body by its media type. Rejects unsupported types (415), invalid JSON and XML, JSON, XML and forms in other
 * charsets than UTF-8 (400), and bodies that are too long (413).
 */
export async function readBody(request: Request, plan: OperationPlan, limits: LimitsByKind): Promise<DecodedBody> {
  if (request.body === null) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = mediaTypeOf(header);
  if (isJsonType(type) || type === formType) checkCharset(header);
  const { operation } = plan;
  const declared = findContent(operation.body ?? [], type);
  const isUpload = operation.media !== undefined && (declared === undefined || declared.kind === 'multipart');
  const isWhole = isUpload && (plan.form === undefined || declared === undefined);
  const isMedia = !isJsonType(type) && (isWhole || declared?.kind === 'binary');
  const content = await readContent(request, isMedia ? limits.media : { maxBytes: limits.maxBytes });
  if (getSize(content) === 0) return {};
  if (isWhole) return readUpload(plan, content, header);
  if (declared?.kind === 'binary' && type !== '')
    return { media: createMedia(content, { mediaType: type }), content: declared };
  const bytes = inMemory(content);
  if (operation.body === undefined) {
    // Operations without a declared body accept JSON or a form, for parameters that callers send there.
    if (type === formType) return { body: readForm(bytes) };
    const body = isJsonType(type) ? readBodyJson(bytes) : undefined;
    return isJsonObject(body) ? { body } : {};
  }
  const takesJson = operation.body.some(({ kind = 'json' }) => kind === 'json');
  if (type === '' || (isJsonType(type) && (declared === undefined ? takesJson : (declared.kind ?? 'json') === 'json')))
    return { body: readBodyJson(bytes), ...(declared && { content: declared }) };
  const types = operation.body.map(({ mediaType }) => mediaType);
  if (declared === undefined) throw unsupported(type, types);
  return { ...(await readDeclared(declared, { bytes, header }, plan)), content: declared };
}

async function readDeclared(
  declared: OperationContent,
  { bytes, header }: { readonly bytes: Uint8Array; readonly header: string },
  { form: types, operation }: OperationPlan,
): Promise<DecodedBody> {
  switch (declared.kind) {
    case 'form':
      return { body: types ? readFields(readQuery(readFormText(bytes)).pairs, declared, types) : readForm(bytes) };
    case 'multipart':
      return types ? readParts(bytes, header, declared, types) : readFormData(bytes, header);
    case 'xml':
      checkCharset(header);
      return { body: readBodyXml(bytes, declared, operation) };
    case 'text':
      return { body: new TextDecoder().decode(bytes) };
    default:
      return { body: readBodyJson(bytes) };
  }
}

/** Reads a body that is a file, or that has one. */
async function readUpload(plan: OperationPlan, content: Content, header: string): Promise<DecodedBody> {
  const type = mediaTypeOf(header);
  if (type === 'multipart/related') return readRelated(content, header);
  if (type === 'multipart/form-data') return readFormData(content, header);
  if (isJsonType(type)) return { body: readBodyJson(inMemory(content)) };
  checkMediaType(plan, type);
  return { media: createMedia(content, { mediaType: type === '' ? 'application/octet-stream' : type }) };
}

/** Reads a form without a schema: a field that is sent several times is a list. */
function readForm(bytes: Uint8Array): JsonObject {
  const entries = new Map<string, Json>();
  for (const [name, value] of new URLSearchParams(readFormText(bytes))) {
    const before = entries.get(name);
    entries.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(entries);
}
