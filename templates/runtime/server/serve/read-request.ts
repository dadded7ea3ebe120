import { isJsonType } from '../../client/body/json-text.js';
import { accepts, readEssence, findContent } from '../../client/body/media.js';
import { readMember, type Json } from '../../json.js';
import { expandParameters } from '../../expand-parameters.js';
import type { Operation, OperationContent } from '../../operation.js';
import { type Query, readQuery } from '../../parameters/query.js';
import { decodeWire, findRenamer } from '../../codecs/convert-value.js';
import { parseExact } from '../../codecs/exact-json.js';
import type { WirePart } from '../../wire-schema.js';
import { credentialParameters } from '../auth/credentials.js';
import { openBody, readBytes } from '../body/read-bytes.js';
import { readFields, readParts, splitParts, toFile } from '../body/read-parts.js';
import { checkCharset, readBodyJson, readBodyText, readBodyXml, readFormText, unsupported } from '../body/read-text.js';
import { bodyError, issueError } from '../errors/http-error.js';
import { checkParameters, readParameters } from '../parameters/read-parameters.js';
import { asDoubles, writeExactly } from '../values/exact-integers.js';
import type { ServedOperation, ServedService } from './served-operation.js';

/** A request with the operation that it calls. */
export interface Reading {
  readonly service: ServedService;
  readonly served: ServedOperation;
  readonly request: Request;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly maxBodyBytes: number;
  readonly isValidated: boolean;
}

/** The values of a request that handlers are called with. */
export interface ReceivedInput {
  readonly params: object;
  readonly body: unknown;
  readonly media: unknown;
}

/** Reads and validates the parameters and the body of a request. Rejects (400, 413, 415) what is not as declared. */
export async function readRequest(reading: Reading): Promise<ReceivedInput> {
  const { operation } = reading.served;
  const received = await readBody(reading);
  const params = readParams(reading);
  if (reading.isValidated) checkBody(reading.served, received);
  const { content, value, media } = received;
  const name = operation.body === undefined ? 'media' : String(content?.mediaType);
  return { params, body: decodePart(operation.wire?.bodies, name, value, 'body'), media };
}

/** Reads the parameters as callers of the client know them: by their names, with the values that codecs make of them. */
function readParams({ service, served, request, path, query, isValidated }: Reading): object {
  const { operation, defaults } = served;
  const credentials = credentialParameters(service.plan.service);
  const declared = new Set(expandParameters(operation).map(({ name, property = name }) => property));
  const sent = Object.entries(readParameters(served, { path, query, headers: request.headers, credentials }));
  const known = sent.filter(([name]) => operation.openParameters === true || declared.has(name));
  const { issues, params } = checkParameters(served, { ...defaults, ...Object.fromEntries(known) });
  if (isValidated && issues.length > 0) throw issueError(issues, 'parameter');
  const { parameters, names } = operation.wire ?? {};
  const rename = names && findRenamer(names).toDomain;
  const entries = Object.entries(params).map(([name, value]) => [
    rename?.(name) ?? name,
    decodePart(parameters, name, value, 'parameter'),
  ]);
  return Object.fromEntries(entries);
}

/** Converts a value by the codecs of its part, if it has some. Rejects (400) a value that they reject. */
function decodePart(
  parts: Readonly<Record<string, WirePart>> | undefined,
  name: string,
  value: unknown,
  locationType: 'body' | 'parameter',
): unknown {
  const doubles = asDoubles(value);
  const part = readMember(parts, name);
  if (part === undefined || value === undefined) return doubles;
  // Codecs find the digits of large integers in JSON that was parsed for them.
  const outcome = decodeWire(part, doubles === value ? value : parseExact(writeExactly(value)));
  if (outcome.issues === undefined) return outcome.value;
  const prefix = locationType === 'body' ? [] : [name];
  throw issueError(
    outcome.issues.map((issue) => ({ ...issue, path: [...prefix, ...issue.path] })),
    locationType,
  );
}

interface ReceivedBody {
  /** The body as JSON, for validators; files are strings with a character per byte. */
  readonly json?: Json | undefined;
  /** The body as handlers get it. */
  readonly value?: unknown;
  readonly content?: OperationContent | undefined;
  readonly media?: { readonly type: string; readonly stream: ReadableStream<Uint8Array> };
}

async function readBody({ request, served, maxBodyBytes }: Reading): Promise<ReceivedBody> {
  const { operation } = served;
  const { body: contents = [], media } = operation;
  if (request.body === null || (operation.body === undefined && media === undefined)) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = readEssence(header);
  const isJson = isJsonType(type);
  if (isJson || type === 'application/x-www-form-urlencoded') checkCharset(header);
  const declared = findContent(contents, type);
  if (media !== undefined && declared?.kind !== 'multipart' && !isJson)
    return readUpload(request, operation, maxBodyBytes);
  if (declared?.kind === 'binary') return { value: openBody(request, maxBodyBytes), content: declared };
  // JSON may come without its media type, or with one of its family.
  const json = isJson || type === '' ? contents.find(({ kind = 'json' }) => kind === 'json') : undefined;
  const content = declared ?? json;
  const bytes = await readBytes(request, maxBodyBytes);
  if (bytes.length === 0) return {};
  if (content === undefined) {
    const accepted = [...contents.map(({ mediaType }) => mediaType), ...(media?.mediaTypes ?? [])];
    throw unsupported(type === '' ? 'a body without a media type' : type, accepted);
  }
  return { ...readContent(served, content, bytes, header), content };
}

function readContent(
  { form: types = {}, operation }: ServedOperation,
  content: OperationContent,
  bytes: Uint8Array,
  header: string,
): Pick<ReceivedBody, 'json' | 'value'> {
  if (content.kind === 'multipart') {
    const parts = splitParts(bytes, header);
    // With strings for files, all of it is JSON.
    return { json: readParts(parts, { content, types }) as Json, value: readParts(parts, { content, types, toFile }) };
  }
  let json: Json;
  if (content.kind === 'form') json = readFields(readQuery(readFormText(bytes)).pairs, content, types);
  else if (content.kind === 'xml') {
    checkCharset(header);
    json = readBodyXml(bytes, content, operation);
  } else json = content.kind === 'text' ? readBodyText(bytes) : readBodyJson(bytes);
  return { json, value: json };
}

/** Reads bytes, alone or beside JSON in `multipart/related`. */
async function readUpload(
  request: Request,
  { body = [], media }: Operation<never, unknown>,
  maxBodyBytes: number,
): Promise<ReceivedBody> {
  const header = request.headers.get('content-type') ?? '';
  const type = readEssence(header);
  if (type === 'multipart/related') {
    const parts = splitParts(await readBytes(request, maxBodyBytes), header);
    const metadata = parts.find((part) => isJsonType(part.mediaType));
    const file = parts.find((part) => part !== metadata);
    const json = metadata && readBodyJson(metadata.bytes);
    const content = metadata && findContent(body, metadata.mediaType);
    return {
      json,
      value: json,
      content,
      ...(file && { media: { type: file.mediaType, stream: toFile(file).stream() } }),
    };
  }
  const accepted = media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => accepts(one, type))) throw unsupported(type, accepted);
  return { media: { type: type || 'application/octet-stream', stream: openBody(request, maxBodyBytes) } };
}

function checkBody({ operation, body: validator, bodyTypes }: ServedOperation, received: ReceivedBody): void {
  const { json, value, content, media } = received;
  const reject = (location: string, reason: string) =>
    bodyError(reason, `Something required is missing: ${location}.`, { location });
  if (operation.media?.required === true && media === undefined) throw reject('media', 'mediaBodyRequired');
  if (value === undefined && media === undefined && operation.bodyRequired === true) throw reject('body', 'required');
  const isValidated = content === undefined || (bodyTypes?.includes(content.mediaType) ?? true);
  if (json === undefined || validator === undefined || !isValidated) return;
  const plain = asDoubles(json);
  if (!validator.is(plain)) throw issueError(validator.check(plain), 'body');
}
