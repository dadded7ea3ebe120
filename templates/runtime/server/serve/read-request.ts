import { accepts, essenceOf, findContent } from '../../client/body/media.js';
import type { Json, JsonObject } from '../../json.js';
import { expandParameters } from '../../expand-parameters.js';
import type { OperationContent } from '../../operation.js';
import { type Query, readQuery } from '../../parameters/query.js';
import { decodeWire } from '../../codecs/convert-value.js';
import { parseExact } from '../../codecs/exact-json.js';
import { renamerOf } from '../../codecs/rename.js';
import type { WirePart } from '../../codecs/wire-schema.js';
import type { Issue } from '../../validators/check/context.js';
import { credentialParameters } from '../auth/credentials.js';
import { limitBytes, readBytes } from '../body/read-bytes.js';
import { readFields } from '../body/read-fields.js';
import { fileOfPart, readParts, splitParts } from '../body/read-parts.js';
import { checkCharset, formTextOf, jsonOf, textOf, unsupported, xmlOf } from '../body/read-text.js';
import { HttpError } from '../errors/http-error.js';
import { issueError } from '../errors/issue-error.js';
import { checkParameters } from '../parameters/parameter-issues.js';
import { readParameters } from '../parameters/read-parameters.js';
import { asDoubles, writeExactly } from '../values/exact-integers.js';
import { isJsonType } from '../values/media-type.js';
import type { ServedOperation, ServedService } from './served-operation.js';

/** How requests are read. */
export interface ReadRules {
  readonly maxBodyBytes: number;
  readonly isValidated: boolean;
}

/** A request with the operation that it calls. */
export interface Located {
  readonly request: Request;
  readonly served: ServedOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
}

/** What handlers get of a request. */
export interface ReceivedInput {
  readonly params: object;
  readonly body: unknown;
  readonly media: unknown;
}

/** Reads and validates the parameters and the body of a request. Throws (400, 413, 415) for what is not as declared. */
export async function readRequest(service: ServedService, at: Located, rules: ReadRules): Promise<ReceivedInput> {
  const { served } = at;
  const received = await readBody(at, rules);
  const params = readParams(service, at, rules);
  if (rules.isValidated) checkBody(served, received);
  const { content, value } = received;
  const part = content && partOf(served, content);
  return {
    params,
    body: part === undefined ? asDoubles(value) : decoded(part, value, 'body'),
    media: received.media,
  };
}

function readParams(service: ServedService, { request, served, path, query }: Located, rules: ReadRules): object {
  const { operation, defaults } = served;
  const sources = {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(service.plan.service),
  };
  const names = new Set(expandParameters(operation).map(({ name, property = name }) => property));
  const given = Object.entries(readParameters(served, sources)).filter(
    ([name]) => operation.openParameters === true || names.has(name),
  );
  const missing = defaults.filter(([name]) => !given.some(([other]) => other === name));
  const all: JsonObject = Object.fromEntries([...given, ...missing]);
  const { issues, params } = checkParameters(served, all);
  if (rules.isValidated && issues.length > 0) throw issueError(issues, 'parameter');
  return decodeParams(served, params);
}

/** The parameters as callers of the client know them: by their names, with the values that codecs make of them. */
function decodeParams({ operation: { wire } }: ServedOperation, params: JsonObject): object {
  const { parameters = {}, names } = wire ?? {};
  const rename = names === undefined ? undefined : renamerOf(names).toDomain;
  const entries = Object.entries(params).map(([name, value]): [string, unknown] => {
    const part = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return [rename?.(name) ?? name, part === undefined ? asDoubles(value) : decoded(part, value, 'parameter', name)];
  });
  return Object.fromEntries(entries);
}

function decoded(part: WirePart, value: unknown, locationType: 'body' | 'parameter', name?: string): unknown {
  // Codecs find the digits of large integers in what was parsed for them.
  const doubles = asDoubles(value);
  const exact = doubles === value ? value : parseExact(writeExactly(value));
  const outcome = decodeWire(part, exact);
  if (outcome.issues === undefined) return outcome.value;
  const prefix = name === undefined ? [] : [name];
  throw issueError(
    outcome.issues.map((issue): Issue => ({ ...issue, path: [...prefix, ...issue.path] })),
    locationType,
  );
}

interface ReceivedContent {
  /** As JSON that validators know; files are strings with a character a byte. */
  readonly json?: Json | undefined;
  /** The same for handlers. */
  readonly value?: unknown;
  readonly content?: OperationContent | undefined;
  readonly media?: { readonly type: string; readonly stream: ReadableStream<Uint8Array> };
}

async function readBody({ request, served }: Located, { maxBodyBytes }: ReadRules): Promise<ReceivedContent> {
  const { operation } = served;
  const contents = operation.body ?? [];
  if (request.body === null || (operation.body === undefined && operation.media === undefined)) return {};
  const header = request.headers.get('content-type') ?? '';
  const type = essenceOf(header);
  if (isJsonType(type) || type === 'application/x-www-form-urlencoded') checkCharset(header);
  const declared = findContent(contents, type);
  if (operation.media !== undefined && declared?.kind !== 'multipart' && !isJsonType(type))
    return readUpload(request, served, maxBodyBytes);
  if (declared?.kind === 'binary') return { value: limitBytes(request, maxBodyBytes), content: declared };
  const isJson = type === '' || isJsonType(type);
  const json = isJson ? (declared ?? contents.find(({ kind = 'json' }) => kind === 'json')) : undefined;
  const content = declared ?? json;
  const bytes = await readBytes(request, maxBodyBytes);
  if (bytes.length === 0) return {};
  if (content === undefined) {
    const accepted = [...contents.map(({ mediaType }) => mediaType), ...(operation.media?.mediaTypes ?? [])];
    throw unsupported(type === '' ? 'a body without a media type' : type, accepted);
  }
  return { ...readContent(served, content, bytes, header), content };
}

function readContent(
  { form: types = {}, operation }: ServedOperation,
  content: OperationContent,
  bytes: Uint8Array,
  header: string,
): Pick<ReceivedContent, 'json' | 'value'> {
  if (content.kind === 'multipart') {
    const parts = splitParts(bytes, header);
    // Without what becomes of files, they are strings: all of it is JSON.
    const json = readParts(parts, { content, types }) as Json;
    return { json, value: readParts(parts, { content, types, fileOf: fileOfPart }) };
  }
  if (content.kind === 'xml') checkCharset(header);
  const json = {
    form: () => readFields(readQuery(formTextOf(bytes)).pairs, content, types),
    xml: () => xmlOf(bytes, content, operation),
    text: () => textOf(bytes),
    json: () => jsonOf(bytes),
  }[content.kind === 'form' || content.kind === 'xml' || content.kind === 'text' ? content.kind : 'json']();
  return { json, value: json };
}

/** Bytes, alone or beside JSON in `multipart/related`. */
async function readUpload(
  request: Request,
  { operation: { media } }: ServedOperation,
  maxBodyBytes: number,
): Promise<ReceivedContent> {
  const header = request.headers.get('content-type') ?? '';
  const type = essenceOf(header);
  if (type === 'multipart/related') {
    const parts = splitParts(await readBytes(request, maxBodyBytes), header);
    const metadata = parts.find((part) => isJsonType(part.mediaType));
    const file = parts.find((part) => part !== metadata);
    const json = metadata && jsonOf(metadata.bytes);
    const received = file && { type: file.mediaType, stream: fileOfPart(file).stream() };
    return { json, value: json, ...(received && { media: received }) };
  }
  const accepted = media?.mediaTypes ?? [];
  if (type !== '' && !accepted.some((one) => accepts(one, type))) throw unsupported(type, accepted);
  const stream = limitBytes(request, maxBodyBytes);
  return { media: { type: type === '' ? 'application/octet-stream' : type, stream } };
}

function checkBody({ operation, body: validator, bodyTypes }: ServedOperation, received: ReceivedContent): void {
  const { json, value, content, media } = received;
  if (operation.media?.required === true && media === undefined) throw missing('media', 'mediaBodyRequired');
  if (value === undefined && media === undefined && operation.bodyRequired === true) throw missing('body', 'required');
  const isValidated = content === undefined || (bodyTypes?.includes(content.mediaType) ?? true);
  if (json === undefined || validator === undefined || !isValidated) return;
  const plain = asDoubles(json);
  if (!validator.is(plain)) throw issueError(validator.check(plain), 'body');
}

function missing(location: string, reason: string): HttpError {
  return new HttpError(400, reason, `Something required is missing: ${location}.`, { location, locationType: 'body' });
}

function partOf({ operation: { wire, body } }: ServedOperation, { mediaType }: OperationContent): WirePart | undefined {
  const bodies = wire?.bodies ?? {};
  const name = body === undefined ? 'media' : mediaType;
  return Object.hasOwn(bodies, name) ? bodies[name] : undefined;
}
