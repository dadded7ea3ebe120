import { readEssence } from '../../client/body/media.js';
import { encodeWire } from '../../codecs/convert-value.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import type { WirePart } from '../../wire-schema.js';
import { ofStatus } from '../../client/response/of-status.js';
import { sentData } from '../../client/validation/sent-value.js';
import type { Json } from '../../json.js';
import { jsonResponses, type OperationContent } from '../../operation.js';
import type { Issue } from '../../validators/check/context.js';
import type { Validator } from '../../validators/check/validator.js';
import { findErrorForm } from '../errors/error-forms.js';
import { isBodyless, responseIn } from '../response/declared-response.js';
import { createTextResponse } from '../response/known-body.js';
import { chooseByAccept } from '../values/media-type.js';
import { Reply } from './reply.js';
import { streamItems } from '../response/stream-items.js';
import type { ServedOperation, ServedService } from './served-operation.js';
import { writeHeaders } from './write-headers.js';

/** A response of a handler that is not as the spec declares it. Only `onError` gets it. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly issues: readonly Issue[];

  constructor(operation: string, message: string, issues: readonly Issue[] = []) {
    const found = issues.map(({ path, message: one }) => `${path.join('.')} ${one}`.trim());
    super(`${operation}: ${[message, ...found].join('; ')}`);
    this.issues = issues;
  }
}

/** The call that a response is written for. */
export interface Writing {
  readonly service: ServedService;
  readonly served: ServedOperation;
  readonly request: Request;
  readonly isValidated: boolean;
  /** Called with the error of a stream that fails when its response has begun. */
  readonly report: (error: unknown) => void;
}

/** Writes what a handler returned. Throws `InvalidResponseError` for what the operation does not declare. */
export function writeResponse(writing: Writing, result: unknown): Response {
  const { served, request, isValidated } = writing;
  const { operation, responses, requiredHeaders } = served;
  const success = [...(operation.responses ?? jsonResponses), ...responses].find((one) => /^2\d\d$/.test(one.status));
  const usual = { status: Number(success?.status ?? 200), body: result, headers: {} };
  const { status, body, headers: sent } = Reply.is(result) ? result : usual;
  const declared = responseIn(responses, status);
  if (isValidated && declared === undefined)
    throw new InvalidResponseError(operation.id, `the status ${status} is not declared`);
  const fail = (message: string, issues?: readonly Issue[]) =>
    new InvalidResponseError(operation.id, `${status} ${message}`, issues);
  const headers = writeHeaders(served, sent, fail);
  const absent = (requiredHeaders.get(declared?.status ?? '') ?? []).filter((name) => !headers.has(name));
  if (isValidated && absent.length > 0) throw fail(`lacks the headers ${absent.join(', ')}`);
  const content = isBodyless(status) ? undefined : chooseContent(writing, status);
  if (body === undefined || body === null || content === undefined) {
    if (isValidated && body === undefined && content !== undefined) throw fail('has no body');
    return new Response(null, { status, headers });
  }
  if (!headers.has('content-type')) headers.set('content-type', writeContentType(content, body));
  const written = writeBody(writing, {
    status,
    body,
    content,
    validator: isValidated ? declared?.body : undefined,
    fail,
  });
  const init = { status, headers };
  if (request.method === 'HEAD') return new Response(null, init);
  return typeof written === 'string' ? createTextResponse(written, init) : new Response(written, init);
}

/** Chooses the media type of a response: of several declared ones that which `Accept` prefers. */
function chooseContent({ service, served, request }: Writing, status: number): OperationContent | undefined {
  const { operation } = served;
  if (status < 400) {
    const { contents = [] } = responseIn(operation.responses ?? jsonResponses, status) ?? {};
    return chooseByAccept(contents, request.headers.get('accept') ?? undefined);
  }
  const xml = responseIn(operation.xmlErrors ?? [], status)?.contents?.[0];
  const { mediaType = 'application/json', write } = findErrorForm(service, served, status) ?? {};
  return write !== undefined && xml !== undefined ? xml : { mediaType };
}

function writeContentType({ mediaType, kind = 'json' }: OperationContent, body: unknown): string {
  const type = readEssence(mediaType);
  if (!type.includes('*')) return kind === 'text' ? `${type}; charset=utf-8` : mediaType;
  if (kind === 'binary') return (body instanceof Blob && body.type) || 'application/octet-stream';
  return kind === 'text' ? 'text/plain; charset=utf-8' : 'application/json';
}

/** A body that a handler returned, and its declaration. */
interface ReturnedBody {
  readonly status: number;
  readonly body: unknown;
  readonly content: OperationContent;
  readonly validator: Validator<unknown> | undefined;
  readonly fail: (message: string, issues?: readonly Issue[]) => Error;
}

function writeBody({ served, request, report }: Writing, returned: ReturnedBody): BodyInit {
  const { status, body, content, validator, fail } = returned;
  const { kind = 'json', mediaType } = content;
  const { wire, xml } = served.operation;
  if (kind === 'binary') {
    if (typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream) return body;
    // Bytes that handlers return are not shared between threads.
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body as BodyInit;
    throw fail('has a body that is no bytes');
  }
  if (kind === 'events' || kind === 'lines') {
    const itemValidator = validator && responseIn(served.responses, status)?.item;
    const write = (item: unknown) => {
      const encoded = encode(wire?.items, item, fail);
      const json = sentData(encoded);
      check(itemValidator ?? validator, itemValidator ? json : [json], fail);
      // A validator has checked it, or its type says that it is JSON.
      return encoded as Json;
    };
    if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body || Symbol.iterator in body))
      throw fail('has a body that is no iterable of items');
    // Only iterables have these methods.
    return streamItems(body as Iterable<unknown>, { write, content, signal: request.signal, report });
  }
  const part = ofStatus(status < 400 ? wire?.responses : wire?.errors, status);
  const encoded = encode(part, body, fail);
  const json = sentData(encoded);
  check(validator, json, fail);
  if (kind === 'text') return String(encoded);
  // What a validator has found to be valid is JSON.
  const text =
    kind === 'xml'
      ? xml?.write(json as Json, content, (reason) => fail(`${reason} in ${mediaType}`))
      : (part ? stringifyExact : JSON.stringify)(encoded);
  if (text === undefined) throw fail('has a body that is no JSON');
  return text;
}

/** Checks a value by its validator, if there is one. */
function check(validator: Validator<unknown> | undefined, json: unknown, fail: ReturnedBody['fail']): void {
  if (validator === undefined || validator.is(json)) return;
  throw fail('has a body that is not as declared', validator.check(json));
}

/** Converts a value by the codecs of its part, if it has some. */
function encode(part: WirePart | undefined, value: unknown, fail: ReturnedBody['fail']): unknown {
  const outcome = part ? encodeWire(part, value) : { value };
  if (outcome.issues !== undefined) throw fail('has values that cannot be converted', outcome.issues);
  return outcome.value;
}
