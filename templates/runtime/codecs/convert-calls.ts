import { respondWith, type CallResponse } from '../client/options/call-response.js';
import { chooseContent } from '../client/body/write-any-body.js';
import { exactJson } from '../client/body/json-text.js';
import { sendWritable } from '../client/features/send-writable.js';
import { ApiError } from '../client/errors/api-error.js';
import { ValidationError } from '../client/errors/errors.js';
import { readOwn } from '../client/params/values.js';
import type { Call, CallFeature, SignedOperation } from '../client/options/options.js';
import { findByStatus } from '../client/response/find-by-status.js';
import { readsJson } from '../client/response/response.js';
import { below, describeIssues, redactIssues } from '../client/validation/describe-issues.js';
import { expandParameters } from '../expand-parameters.js';
import type { Receiver, OperationContent } from '../operation.js';
import type { Issue } from '../validators/check/context.js';
import { decodeWire, encodeWire, findRenamer } from './convert-value.js';
import { holdExact, mayBeInexact, parseExact, readExact } from './exact-json.js';
import type { WireConverter } from '../operation-wire.js';
import { withParts } from '../client/core/call-parts.js';
import type { WirePart } from '../wire-schema.js';

/** The feature that encodes params and decodes responses of calls. It is outermost: other features see values on the wire. */
export const convert: Required<WireConverter> & CallFeature = {
  parse: parseExact,
  around: async (call, next) => {
    const { operation, redactor, asBytes } = call;
    const json = (text: string) => parseExact(text, redactor.json);
    const sent = {
      ...call,
      params: encodeParams(call),
      operation: toSentOperation(operation),
      redactor: { ...redactor, json },
    };
    try {
      const received = await next(sent);
      return asBytes ? received : withDecoding(call, received);
    } catch (error) {
      if (ApiError.is(error)) {
        const outcome = decodeWire(findByStatus(operation.wire?.errors, error.status) ?? {}, error.body);
        // A body that cannot be decoded stays unchanged: the error of the service is more important. Not assigned, because errors of
        // middleware may be frozen.
        if (!outcome.issues) Reflect.set(error, 'body', outcome.value);
      }
      throw error;
    }
  },
};

/** The features `sendWritable` and `convert` together. */
export const convertWritable: Required<WireConverter> & CallFeature = {
  ...convert,
  around: (call, next) => sendWritable.around(call, (sent) => convert.around(sent, next)),
};

function encodeParams(call: Call): object {
  const { operation } = call;
  const { parameters = {}, bodies = {}, names = {}, parts } = operation.wire ?? {};
  const { toWire } = findRenamer(names);
  const params: Record<string, unknown> = Object.fromEntries(
    Object.entries(call.params).map(([name, value]) => [toWire(name), value]),
  );
  const issues: Issue[] = [];
  const encode = (property: string, part: WirePart, asText: boolean) => {
    const value = readOwn(params, property);
    if (value === undefined) return;
    const encoded = encodeWire(part, value, asText);
    if (encoded.issues) issues.push(...below(encoded.issues, property));
    else if (asText) params[property] = encoded.value;
    // Validators see ordinary numbers; writers find all their digits by the mark.
    else params[property] = Object(encoded.value)[exactJson]?.clone() ?? holdExact(encoded.value);
  };
  const declared = expandParameters(operation);
  for (const [property, part] of Object.entries(parameters)) {
    const one = declared.find(({ name, property: own = name }) => own === property);
    encode(property, part, one?.contentType === undefined);
  }
  const content: OperationContent = operation.body ? chooseContent(operation, params) : { mediaType: 'media' };
  const part = readOwn(bodies, content.mediaType);
  if (part) encode('body', part, (content.kind ?? 'json') !== 'json');
  if (issues.length) throw invalid(call, 'request', issues);
  if (!parts) return params;
  const naming = { ...operation, parameters: [{ ...parts, name: parts.property, in: 'query' as const }] };
  // `as`: the type of the params is unknown here.
  return withParts(naming, params as never);
}

/** Matches media types whose text is several JSON values. */
const otherTypes = /event-stream|jsonl|json-?lines|ndjson|json-seq/i;

/** Returns the operation for features that see values on the wire. It reads responses with all digits of numbers. */
function toSentOperation(operation: SignedOperation): SignedOperation {
  const { receive = readsJson, wire } = operation;
  const read: Receiver['read'] = (call, bytes, received) => {
    const data = receive.read(call, bytes, received);
    const isData = typeof data === 'number' || (typeof data === 'object' && !(data instanceof Uint8Array));
    const type = received.response.headers.get('content-type') ?? '';
    if (!isData || otherTypes.test(type)) return data;
    const text = new TextDecoder().decode(bytes);
    if (!mayBeInexact(text)) return data;
    // `holdExact` also keeps the digits of a number that is the whole response.
    if (!/xml/i.test(type)) return holdExact(parseExact(text));
    return readExact(text, (xml) => receive.read(call, new TextEncoder().encode(xml), received));
  };
  return { ...operation, ...wire?.sent, receive: { ...receive, read } };
}

function withDecoding(call: Call, received: CallResponse<unknown>) {
  const { responses = {}, items } = call.operation.wire ?? {};
  // A successful status that is not declared is read as the first declared one.
  const part = findByStatus(responses, received.response.status) ?? Object.values(responses)[0];
  const decode = (wire: unknown, schema: WirePart = {}, index?: number) => {
    const outcome = decodeWire(schema, wire);
    if (!outcome.issues) return outcome.value;
    const issues = index === undefined ? outcome.issues : below(outcome.issues, index);
    throw invalid(call, 'response', issues, received.meta);
  };
  const readItem = (item: unknown, index: number) => decode(received.readItem?.(item, index) ?? item, items, index);
  const read = async () => {
    const found = await received.read();
    const isStream = !part || otherTypes.test(received.response.headers.get('content-type') ?? '');
    // A stream that was awaited is an array of items.
    return items && isStream && Array.isArray(found) ? found.map(readItem) : decode(found, part);
  };
  return { ...respondWith(received, read), readItem };
}

function invalid(
  { operation: { id }, redactor }: Call,
  side: 'request' | 'response',
  found: readonly Issue[],
  meta?: CallResponse<unknown>['meta'],
): ValidationError {
  const issues = redactIssues(found, redactor);
  const message = `the ${side} has values that cannot be converted: ${describeIssues(issues)}`;
  return new ValidationError(id, message, { side, issues, requestMayHaveBeenProcessed: side === 'response', meta });
}
