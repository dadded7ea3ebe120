import { isJsonType } from '../../client/body/json-text.js';
import { accepts, readEssence, findContent } from '../../client/body/media.js';
import { readMember, type Json } from '../../json.js';
import { expandParameters } from '../../expand-parameters.js';
import type { OperationContent } from '../../operation.js';
import { type Query, readQuery } from '../../parameters/query.js';
import { decodeWire, findRenamer } from '../../codecs/convert-value.js';
import { parseExact } from '../../codecs/exact-json.js';
import type { WirePart } from '../../wire-schema.js';
import { credentialParameters } from '../auth/credentials.js';
import { readFields, readParts, splitParts, toFile } from '../body/read-parts.js';
import {
  checkCharset,
  openBody,
  readBodyJson,
  readBodyText,
  readBodyXml,
  readBytes,
  readFormText,
  unsupported,
} from '../body/read-body.js';
import { bodyError, issueError } from '../errors/http-error.js';
import { checkParameters, readParameters } from '../parameters/read-parameters.js';
import { asDoubles, writeExactly } from '../values/exact-integers.js';
import type { ServedOperation, ServedService } from './served-operation.js';

/** A request, and the operation that it calls. */
export interface Reading {
  readonly service: ServedService;
  readonly served: ServedOperation;
  readonly request: Request;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly maxBodyBytes: number;
  readonly isValidated: boolean;
}

/** Reads and validates the parameters and the body of a request; throws an `HttpError` (400, 413, 415) if it does not match the spec. */
export async function readRequest(
  reading: Reading,
): Promise<{ readonly params: object; readonly body: unknown; readonly media: unknown }> {
  const { operation, body: validator, bodyTypes } = reading.served;
  const { json, value = json, content, media } = await readBody(reading);
  const params = readParams(reading);
  if (reading.isValidated) {
    const absent = (location: string, reason: string) =>
      bodyError(reason, `Something required is missing: ${location}.`, { location });
    if (operation.media?.required && !media) throw absent('media', 'mediaBodyRequired');
    if (value === undefined && !media && operation.bodyRequired) throw absent('body', 'required');
    const plain = asDoubles(json);
    const isChecked = json !== undefined && (!content || (bodyTypes?.includes(content.mediaType) ?? true));
    if (isChecked && validator?.is(plain) === false) throw issueError(validator.check(plain), 'body');
  }
  const name = operation.body ? String(content?.mediaType) : 'media';
  return { params, body: decodePart(operation.wire?.bodies, name, value, 'body'), media };
}

/** Reads the parameters, with the names and decoded values that clients use. */
function readParams({ service, served, request, path, query, isValidated }: Reading): object {
  const { operation, defaults } = served;
  const credentials = credentialParameters(service.plan.service);
  const declared = new Set(expandParameters(operation).map(({ name, property = name }) => property));
  const sent = Object.entries(readParameters(served, { path, query, headers: request.headers, credentials }));
  const known = sent.filter(([name]) => operation.openParameters === true || declared.has(name));
  const { issues, params } = checkParameters(served, { ...defaults, ...Object.fromEntries(known) });
  if (isValidated && issues.length) throw issueError(issues, 'parameter');
  const { parameters, names } = operation.wire ?? {};
  const rename = names && findRenamer(names).toDomain;
  const entries = Object.entries(params).map(([name, value]) => [
    rename?.(name) ?? name,
    decodePart(parameters, name, value, 'parameter'),
  ]);
  return Object.fromEntries(entries);
}

/** Decodes a value with the codecs of its part, if it has any; throws an `HttpError` (400) if they cannot decode it. */
function decodePart(
  parts: Readonly<Record<string, WirePart>> | undefined,
  name: string,
  value: unknown,
  locationType: 'body' | 'parameter',
): unknown {
  const doubles = asDoubles(value);
  const part = readMember(parts, name);
  if (!part || value === undefined) return doubles;
  // Parsed again with `parseExact`, so that codecs find all digits of large integers.
  const outcome = decodeWire(part, doubles === value ? value : parseExact(writeExactly(value)));
  if (!outcome.issues) return outcome.value;
  const prefix = locationType === 'body' ? [] : [name];
  const issues = outcome.issues.map((issue) => ({ ...issue, path: [...prefix, ...issue.path] }));
  throw issueError(issues, locationType);
}

/** The body of a request. */
interface ReceivedBody {
  /** The body as JSON, for validators. Files are strings with a character per byte. */
  readonly json?: Json | undefined;
  /** The body as handlers get it, if it is not JSON. */
  readonly value?: unknown;
  readonly content?: OperationContent | undefined;
  readonly media?: { readonly type: string; readonly stream: ReadableStream<Uint8Array> } | undefined;
}

async function readBody({ request, served, maxBodyBytes }: Reading): Promise<ReceivedBody> {
  const { operation, form: types = {} } = served;
  const { body: contents = [], media } = operation;
  if (request.body === null || (!operation.body && !media)) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = readEssence(header);
  const isJson = isJsonType(type);
  const declared = findContent(contents, type);
  const { kind } = declared ?? {};
  if (isJson || kind === 'xml' || type === 'application/x-www-form-urlencoded') checkCharset(header);
  const isUpload = media !== undefined && kind !== 'multipart' && !isJson;
  if (isUpload && type !== 'multipart/related') {
    if (type !== '' && !media.mediaTypes.some((one) => accepts(one, type))) throw unsupported(type, media.mediaTypes);
    return { media: { type: type || 'application/octet-stream', stream: openBody(request, maxBodyBytes) } };
  }
  if (!isUpload && kind === 'binary') return { value: openBody(request, maxBodyBytes), content: declared };
  const bytes = await readBytes(request, maxBodyBytes);
  if (isUpload) {
    const parts = splitParts(bytes, header);
    const metadata = parts.find((part) => isJsonType(part.mediaType));
    const file = parts.find((part) => part !== metadata);
    return {
      json: metadata && readBodyJson(metadata.bytes),
      content: metadata && findContent(contents, metadata.mediaType),
      media: file && { type: file.mediaType, stream: toFile(file).stream() },
    };
  }
  if (!bytes.length) return {};
  // JSON is also accepted without a media type, or with one such as `application/problem+json`.
  const json = isJson || type === '' ? contents.find((one) => (one.kind ?? 'json') === 'json') : undefined;
  const content = declared ?? json;
  if (!content) {
    const accepted = [...contents.map(({ mediaType }) => mediaType), ...(media?.mediaTypes ?? [])];
    throw unsupported(type || 'a body without a media type', accepted);
  }
  if (kind === 'multipart') {
    const parts = splitParts(bytes, header);
    const value = readParts(parts, { content, types, toFile });
    // `as`: with strings for files, the value is JSON.
    return { json: readParts(parts, { content, types }) as Json, value, content };
  }
  if (kind === 'form') return { json: readFields(readQuery(readFormText(bytes)).pairs, content, types), content };
  if (kind === 'xml') return { json: readBodyXml(bytes, content, operation), content };
  return { json: kind === 'text' ? readBodyText(bytes) : readBodyJson(bytes), content };
}
