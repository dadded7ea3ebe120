import { essenceOf } from '../../client/body/media.js';
import { encodeWire } from '../../codecs/convert-value.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import type { WirePart } from '../../codecs/wire-schema.js';
import { ofStatus } from '../../client/response/of-status.js';
import { sentData } from '../../client/validation/sent-value.js';
import type { Json } from '../../json.js';
import { jsonResponses, type OperationContent } from '../../operation.js';
import type { Issue } from '../../validators/check/context.js';
import type { Validator } from '../../validators/check/validator.js';
import { errorFormOf } from '../errors/error-forms.js';
import { isBodyless, responseIn } from '../response/declared-response.js';
import { ofText } from '../response/known-body.js';
import { chooseByAccept } from '../values/media-type.js';
import { Reply } from './reply.js';
import { streamItems } from './stream-items.js';
import type { ServedOperation, ServedService } from './served-operation.js';
import { writeHeaders } from './write-headers.js';

/** A response of a handler that is not as the spec declares it. Only `onError` is told. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly issues: readonly Issue[];

  constructor(operation: string, message: string, issues: readonly Issue[] = []) {
    const found = issues.map(({ path, message: one }) => `${path.join('.')} ${one}`.trim());
    super(`${operation}: ${[message, ...found].join('; ')}`);
    this.issues = issues;
  }
}

/** What is known of a response when it is written. */
export interface Writing {
  readonly service: ServedService;
  readonly served: ServedOperation;
  readonly request: Request;
  readonly isValidated: boolean;
  /** Hears of a stream that fails when its response has begun. */
  readonly report: (error: unknown) => void;
}

/** Writes what a handler returned. Throws `InvalidResponseError` for what the operation does not declare. */
export function writeResponse(writing: Writing, result: unknown): Response {
  const { served, isValidated } = writing;
  const { operation } = served;
  const { status, body, headers } = Reply.is(result)
    ? result
    : { status: successOf(served), body: result, headers: {} };
  const declared = responseIn(served.responses, status);
  if (isValidated && declared === undefined)
    throw new InvalidResponseError(operation.id, `the status ${status} is not declared`);
  const fail = (message: string, issues?: readonly Issue[]): InvalidResponseError =>
    new InvalidResponseError(operation.id, `${status} ${message}`, issues);
  const written = writeHeaders(served, headers, fail);
  if (isValidated) {
    const required = served.requiredHeaders.get(declared?.status ?? '') ?? [];
    const absent = required.filter((name) => !written.has(name));
    if (absent.length > 0) throw fail(`lacks the headers ${absent.join(', ')}`);
  }
  const content = contentOf(writing, status);
  if (body === undefined || body === null || isBodyless(status) || content === undefined) {
    if (isValidated && body === undefined && content !== undefined && !isBodyless(status)) throw fail('has no body');
    return new Response(null, { status, headers: written });
  }
  const validator = isValidated ? declared?.body : undefined;
  return writeBody(writing, { status, headers: written, body, content, validator, fail });
}

interface Written {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly content: OperationContent;
  readonly validator: Validator<unknown> | undefined;
  readonly fail: (message: string, issues?: readonly Issue[]) => Error;
}

function writeBody(writing: Writing, written: Written): Response {
  const { status, headers, content, body } = written;
  const { kind = 'json', mediaType } = content;
  const isBare = writing.request.method === 'HEAD';
  if (!headers.has('content-type')) headers.set('content-type', sentTypeOf(content, body));
  const init = { status, headers };
  if (kind === 'binary') return new Response(isBare ? null : bytesOf(body, written), init);
  if (kind === 'events' || kind === 'lines') return new Response(isBare ? null : streamOf(writing, written), init);
  const { operation } = writing.served;
  const part = partOf(writing.served, status);
  const encoded = encode(part, body, written);
  const json = sentData(encoded);
  check(written, json);
  if (kind === 'text') return ofText(isBare ? null : String(encoded), init);
  const fail = (reason: string): Error => written.fail(`${reason} in ${mediaType}`);
  // What a validator has found to be valid is JSON.
  const text = kind === 'xml' ? operation.xml?.write(json as Json, content, fail) : stringify(part, encoded);
  if (text === undefined) throw written.fail('has a body that is no JSON');
  return ofText(isBare ? null : text, init);
}

function stringify(part: WirePart | undefined, value: unknown): string | undefined {
  return part === undefined ? JSON.stringify(value) : stringifyExact(value);
}

function check({ validator, fail }: Written, json: unknown): void {
  if (validator === undefined || validator.is(json)) return;
  throw fail('has a body that is not as declared', validator.check(json));
}

function encode(part: WirePart | undefined, value: unknown, { fail }: Written): unknown {
  if (part === undefined) return value;
  const outcome = encodeWire(part, value);
  if (outcome.issues !== undefined) throw fail('has values that cannot be converted', outcome.issues);
  return outcome.value;
}

function partOf({ operation: { wire } }: ServedOperation, status: number): WirePart | undefined {
  return ofStatus(status < 400 ? wire?.responses : wire?.errors, status);
}

function streamOf(writing: Writing, written: Written): ReadableStream<Uint8Array> {
  const { served, report, request } = writing;
  const { content, body, fail } = written;
  const { items } = served.operation.wire ?? {};
  const own = responseIn(served.responses, written.status);
  const encodeItem = (item: unknown): Json => {
    const encoded = encode(items, item, written);
    const json = sentData(encoded);
    if (written.validator !== undefined && own?.item !== undefined) check({ ...written, validator: own.item }, json);
    else check(written, [json]);
    // Validated, or what its type says.
    return encoded as Json;
  };
  if (!isIterable(body)) throw fail('has a body that is no iterable of items');
  return streamItems(body, { write: encodeItem, content, signal: request.signal, report });
}

function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

function bytesOf(body: unknown, { fail }: Written): BodyInit {
  if (typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream) return body;
  // Bytes that handlers return are not shared between threads.
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body as BodyInit;
  throw fail('has a body that is no bytes');
}

/** The status of a success of which only the body is returned: the first that is declared. */
function successOf({ operation, responses }: ServedOperation): number {
  const declared = operation.responses ?? jsonResponses;
  const own = [...declared, ...responses].find(({ status }) => /^2\d\d$/.test(status));
  return Number(own?.status ?? 200);
}

/** The media type in which a response is sent: of several that which `Accept` prefers. */
function contentOf({ service, served, request }: Writing, status: number): OperationContent | undefined {
  const { operation } = served;
  if (status < 400) {
    const { contents = [] } = responseIn(operation.responses ?? jsonResponses, status) ?? {};
    return chooseByAccept(contents, request.headers.get('accept') ?? undefined);
  }
  const xml = responseIn(operation.xmlErrors ?? [], status)?.contents?.[0];
  const form = errorFormOf(service, served, status);
  if (form === undefined) return { mediaType: 'application/json' };
  return form.write !== undefined && xml !== undefined ? xml : { mediaType: form.mediaType };
}

function sentTypeOf({ mediaType, kind = 'json' }: OperationContent, body: unknown): string {
  const type = essenceOf(mediaType);
  if (!type.includes('*')) return kind === 'text' ? `${type}; charset=utf-8` : mediaType;
  if (kind === 'binary') return (body instanceof Blob && body.type) || 'application/octet-stream';
  return kind === 'text' ? 'text/plain; charset=utf-8' : 'application/json';
}
