import { isJsonObject, type Json, type JsonObject, type OperationContent, type ValueTypes } from '@speccast/runtime';
import { bytesOf } from './read-bytes.js';
import { isJsonType, mediaTypeOf, matchesMediaType } from '../values/media-type.js';
import { parseJson } from '../values/parse-json.js';
import { readFields } from './read-fields.js';
import { readFormData, readRelated } from './read-multipart.js';
import { readParts } from './read-parts.js';
import { readQuery } from './query.js';
import { Refusal, type OperationPlan, type ReceivedMedia } from '../plan/plan.js';

/** What came with a request. */
export interface ReceivedBody {
  readonly body?: Json;
  readonly media?: ReceivedMedia;
  /** The declared media type that it came in. */
  readonly content?: OperationContent;
}

/** Reads the body as its media type says. Refuses types the operation does not take (415), broken JSON (400) and too much (413). */
export async function readBody(request: Request, plan: OperationPlan, maxBytes: number): Promise<ReceivedBody> {
  if (request.body === null) return {};
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw unsupported(`the content encoding ${encoding}`, ['identity'], 'Content-Encoding');
  const bytes = await bytesOf(request, maxBytes);
  if (bytes.length === 0) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = mediaTypeOf(header);
  const { operation } = plan;
  const declared = operation.body?.find((one) => matchesMediaType(type, one.mediaType));
  const isUpload = operation.media !== undefined && (declared === undefined || declared.kind === 'multipart');
  if (isUpload && (plan.form === undefined || declared === undefined)) return readUpload(plan, bytes, header, type);
  if (operation.body === undefined) return readUnasked(bytes, type);
  if (type === '' || (isJsonType(type) && (declared?.kind ?? 'json') === 'json'))
    return { body: jsonOf(bytes), ...(declared && { content: declared }) };
  if (declared === undefined)
    throw unsupported(
      type,
      operation.body.map((one) => one.mediaType),
    );
  return { ...readDeclared(declared, { bytes, header, type }, plan.form), content: declared };
}

interface Arrived {
  readonly bytes: Uint8Array;
  readonly header: string;
  readonly type: string;
}

function readDeclared(declared: OperationContent, { bytes, header, type }: Arrived, types?: ValueTypes): ReceivedBody {
  switch (declared.kind) {
    case 'form':
      return { body: types ? readFields(readQuery(textOf(bytes)).pairs, declared, types) : readForm(bytes) };
    case 'multipart':
      return types ? readParts(bytes, header, declared, types) : readFormData(bytes, header);
    case 'text':
      return { body: textOf(bytes) };
    case 'binary':
      return { media: { bytes, mediaType: type } };
    default:
      return { body: jsonOf(bytes) };
  }
}

async function readUpload(plan: OperationPlan, bytes: Uint8Array, header: string, type: string): Promise<ReceivedBody> {
  if (type === 'multipart/related') return readRelated(bytes, header);
  if (type === 'multipart/form-data') return readFormData(bytes, header);
  if (isJsonType(type)) return { body: jsonOf(bytes) };
  checkMediaType(plan, type);
  return { media: { bytes, mediaType: type === '' ? 'application/octet-stream' : type } };
}

/** Refuses (415) bytes of a type that the operation does not take; an empty text is no type. */
export function checkMediaType({ operation }: OperationPlan, type: string, header = 'Content-Type'): void {
  const accepted = operation.media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => matchesMediaType(type, one))) throw unsupported(type, accepted, header);
}

/** An operation that declares no body still reads JSON or a form, for parameters that callers put there. */
function readUnasked(bytes: Uint8Array, type: string): ReceivedBody {
  if (type === 'application/x-www-form-urlencoded') return { body: readForm(bytes) };
  if (!isJsonType(type)) return {};
  const body = jsonOf(bytes);
  return isJsonObject(body) ? { body } : {};
}

/** The refusal (415) of a media type. */
export function unsupported(type: string, accepted: readonly string[], header = 'Content-Type'): Refusal {
  const message = `The operation does not take ${type}; it takes ${accepted.join(', ')}.`;
  return new Refusal(415, 'unsupportedMediaType', message, { location: header, locationType: 'header' });
}

function readForm(bytes: Uint8Array): JsonObject {
  const entries = new Map<string, Json>();
  for (const [name, value] of new URLSearchParams(textOf(bytes))) {
    const before = entries.get(name);
    entries.set(name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(entries);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Parses JSON from bytes; refuses (400) what is none. */
export function jsonOf(bytes: Uint8Array): Json {
  const value = parseJson(textOf(bytes));
  if (value !== undefined) return value;
  throw new Refusal(400, 'parseError', 'The body is not JSON, or is nested too deeply.', {
    locationType: 'body',
    rule: '*#json',
  });
}
