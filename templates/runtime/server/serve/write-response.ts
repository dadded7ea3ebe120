import { readEssence } from '../../client/body/media.js';
import { encodeWire } from '../../codecs/convert-value.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import type { WirePart } from '../../wire-schema.js';
import { findByStatus } from '../../client/response/find-by-status.js';
import { sentData } from '../../client/validation/sent-value.js';
import type { Json } from '../../json.js';
import { jsonResponses, type OperationContent } from '../../operation.js';
import type { Issue } from '../../validators/check/context.js';
import type { DescribedResponse } from '../described-operation.js';
import { findErrorForm } from '../errors/error-body.js';
import { isBodyless, responseIn } from '../response/declared-response.js';
import { createKnownResponse } from '../response/known-body.js';
import { chooseByAccept } from '../values/media-type.js';
import { reply, Reply } from './reply.js';
import { streamItems, writeItem } from '../response/stream-items.js';
import type { ServedOperation, ServedService } from './served-operation.js';
import { writeHeaders } from './write-headers.js';

/** The error of a response of a handler that does not match the spec. `onError` is called with it; clients get status 500. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly issues: readonly Issue[];

  constructor(operation: string, message: string, issues: readonly Issue[] = []) {
    const found = issues.map(({ path, message: one }) => `${path.join('.')} ${one}`.trim());
    super(`${operation}: ${[message, ...found].join('; ')}`);
    this.issues = issues;
  }
}

/** A call whose response is written. */
export interface Writing {
  readonly service: ServedService;
  readonly served: ServedOperation;
  readonly request: Request;
  readonly isValidated: boolean;
  /** Called with the error of a stream that fails after its response was started. */
  readonly report: (error: unknown) => void;
}

/** Writes the result of a handler as a response; throws `InvalidResponseError` if it does not match the spec. */
export function writeResponse(writing: Writing, result: unknown): Response {
  const { served, request, isValidated } = writing;
  const { operation, responses } = served;
  const success = [...(operation.responses ?? jsonResponses), ...responses].find((one) => /^2\d\d$/.test(one.status));
  const sent = Reply.is(result) ? result : reply(Number(success?.status ?? 200), result, {});
  const { status, body } = sent;
  const declared = responseIn(responses, status);
  if (isValidated && declared === undefined)
    throw new InvalidResponseError(operation.id, `the status ${status} is not declared`);
  const fail = createFail(operation.id, status);
  const headers = writeHeaders(served, sent.headers, fail);
  const absent = declared?.requiredHeaders.filter((name) => !headers.has(name)) ?? [];
  if (isValidated && absent.length) throw fail(`lacks the headers ${absent.join(', ')}`);
  const init = { status, headers };
  const content = isBodyless(status) ? undefined : chooseContent(writing, status);
  if (body === undefined || body === null || !content) {
    if (isValidated && body === undefined && content) throw fail('has no body');
    return new Response(null, init);
  }
  if (!headers.has('content-type')) {
    const { mediaType, kind } = content;
    const ownType = body instanceof Blob && body.type;
    const usual = kind === 'binary' ? ownType || 'application/octet-stream' : 'application/json';
    const type = mediaType.includes('*') ? (kind === 'text' ? 'text/plain' : usual) : mediaType;
    headers.set('content-type', kind === 'text' ? `${readEssence(type)}; charset=utf-8` : type);
  }
  const written = writeBody(writing, sent, content, isValidated ? declared : undefined);
  return createKnownResponse(request.method === 'HEAD' ? null : written, init);
}

/** Returns a function that creates errors for a response that does not match the spec. */
function createFail(id: string, status: number) {
  return (message: string, issues?: readonly Issue[]) => new InvalidResponseError(id, `${status} ${message}`, issues);
}

/** Returns the declared content of a response; of several ones, that which `Accept` prefers. */
function chooseContent({ service, served, request }: Writing, status: number): OperationContent | undefined {
  if (status < 400) {
    const { contents = [] } = responseIn(served.operation.responses ?? jsonResponses, status) ?? {};
    return chooseByAccept(contents, request.headers.get('accept') ?? '');
  }
  const { mediaType = 'application/json', write } = findErrorForm(service, served, status) ?? {};
  if (!write) return { mediaType };
  return responseIn(served.operation.xmlErrors ?? [], status)?.contents?.[0] ?? { mediaType, kind: 'text' };
}

/** Writes a body. It is validated only if `declared` is given. */
function writeBody(
  { served, request, report }: Writing,
  { status, body }: Reply<number, unknown, object>,
  content: OperationContent,
  declared: DescribedResponse | undefined,
): BodyInit {
  const { kind = 'json', mediaType } = content;
  const { id, wire, xml } = served.operation;
  const fail = createFail(id, status);
  if (kind === 'binary') {
    if (typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream) return body;
    // `as`: bytes that handlers return are not shared between threads.
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body as BodyInit;
    throw fail('has a body that is not bytes');
  }
  const { body: validator, item: itemValidator } = declared ?? {};
  /** Encodes the body or an item with codecs, and validates its JSON. Without a validator of items, one item is validated as a list. */
  const convert = (part: WirePart | undefined, value: unknown, isItem = false) => {
    const outcome = part ? encodeWire(part, value) : { value };
    if (outcome.issues) throw fail('has values that cannot be converted', outcome.issues);
    // `as`: a validator or the type of the handler ensures that it is JSON.
    const json = sentData(outcome.value) as Json;
    const [check, checked] = !isItem ? [validator, json] : itemValidator ? [itemValidator, json] : [validator, [json]];
    if (check?.is(checked) === false) throw fail('has a body that does not match the spec', check.check(checked));
    return { encoded: outcome.value, json };
  };
  if (kind === 'events' || kind === 'lines') {
    // `as`: an item whose JSON is valid is JSON, apart from integers that a double cannot hold.
    const write = (item: unknown) => writeItem(convert(wire?.items, item, true).encoded as Json, content);
    if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body || Symbol.iterator in body))
      throw fail('has a body that is not an iterable of items');
    // `as`: it has one of these methods.
    return streamItems(body as Iterable<unknown>, write, request.signal, report);
  }
  const part = findByStatus(status < 400 ? wire?.responses : wire?.errors, status);
  const { encoded, json } = convert(part, body);
  if (kind === 'text') return String(encoded);
  const text =
    kind === 'xml'
      ? xml?.write(json, content, (reason) => fail(`${reason} in ${mediaType}`))
      : (part ? stringifyExact : JSON.stringify)(encoded);
  if (text === undefined) throw fail('has a body that is not JSON');
  return text;
}
