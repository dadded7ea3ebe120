import { chooseContent } from '../client/body/write-any-body.js';
import { exactJson } from '../client/body/json-text.js';
import { sendWritable } from '../client/features/send-writable.js';
import { ApiError } from '../client/errors/api-error.js';
import { ValidationError } from '../client/errors/errors.js';
import { isAbsent, readOwn } from '../client/params/values.js';
import { ofStatus } from '../client/response/of-status.js';
import { readsJson } from '../client/response/response.js';
import type { CallResponse } from '../client/options/call-response.js';
import { below, describeIssues, redactIssues } from '../client/validation/describe-issues.js';
import { expandParameters } from '../expand-parameters.js';
import type { Receiver } from '../operation.js';
import type { Issue } from '../validators/check/context.js';
import { ExactNumber } from '../codec.js';
import { decodeWire, encodeWire, type Converted } from './convert-value.js';
import { holdExact, mayBeInexact, parseExact, readExact } from './exact-json.js';
import type { OperationWire, WireConverter } from '../operation-wire.js';
import { renamerOf } from './rename.js';
import type { WirePart } from '../wire-schema.js';
import type { Redactor } from '../client/options/hooks.js';
import type { Call, CallFeature, SignedOperation } from '../client/options/options.js';

/** Converts params before anything else sees them, and responses after everything else has: what is between sees what travels. */
export const convert: Required<WireConverter> & CallFeature = {
  parse: parseExact,
  around: async (call, next) => {
    const { operation, redactor, asBytes } = call;
    const params = encodeParams(call);
    const sent = { ...call, params, operation: sentOperation(operation), redactor: exactRedactor(redactor) };
    try {
      const received = await next(sent);
      return asBytes ? received : withDecoding(call, received);
    } catch (error) {
      decodeError(call, error);
      throw error;
    }
  },
};

/** Leaves out what only the service sets, and converts what is sent. */
export const convertWritable: Required<WireConverter> & CallFeature = {
  parse: parseExact,
  around: (call, next) => sendWritable.around(call, (sent) => convert.around(sent, next)),
};

function encodeParams(call: Call): object {
  const { operation } = call;
  const { parameters = {}, bodies = {} } = operation.wire ?? {};
  const params = renamed(operation, call.params);
  const issues: Issue[] = [];
  const changes: Record<string, unknown> = {};
  const encode = (property: string, part: WirePart, asText: boolean): void => {
    const value = readOwn(params, property);
    if (value === undefined) return;
    const encoded = encodeWire(part, value, asText);
    if (encoded.issues) issues.push(...below(encoded.issues, property));
    // What validates looks at numbers of JSON; what writes finds all of their digits.
    else
      changes[property] = asText
        ? encoded.value
        : (Object(encoded.value)[exactJson]?.clone() ?? holdExact(encoded.value));
  };
  for (const [property, part] of Object.entries(parameters)) {
    const declared = expandParameters(operation).find((one) => (one.property ?? one.name) === property);
    encode(property, part, declared?.contentType === undefined);
  }
  const [part, asText] = bodyPart(operation, bodies, params);
  if (part) encode('body', part, asText);
  if (issues.length > 0) throw invalid(call, 'request', issues);
  return withParts(operation, { ...params, ...changes });
}

/** The params by their names on the wire. */
function renamed({ wire }: SignedOperation, params: object): object {
  if (wire?.names === undefined) return params;
  const { toWire } = renamerOf(wire.names);
  return Object.fromEntries(Object.entries(params).map(([name, value]: [string, unknown]) => [toWire(name), value]));
}

/** Names the parts for the caller who names none; a text with commas is a list. */
function withParts({ wire }: SignedOperation, params: object): object {
  if (wire?.parts === undefined) return params;
  const { property, bodyKeys, default: all = [] } = wire.parts;
  const given = readOwn(params, property);
  const body = Object(readOwn(params, 'body'));
  const held = bodyKeys?.filter((key) => readOwn(body, key) !== undefined) ?? all;
  if (typeof given === 'string') return { ...params, [property]: given.split(',') };
  return held.length === 0 || !isAbsent(given) ? params : { ...params, [property]: held };
}

/** How the body of a call is converted, and whether it is no JSON. */
function bodyPart(
  operation: SignedOperation,
  bodies: NonNullable<OperationWire['bodies']>,
  params: object,
): readonly [WirePart | undefined, boolean] {
  if (operation.body === undefined) return [bodies['media'], false];
  const { mediaType, kind = 'json' } = chooseContent(operation, params);
  return [Object.hasOwn(bodies, mediaType) ? bodies[mediaType] : undefined, kind !== 'json'];
}

const sentOperations = new WeakMap<SignedOperation, SignedOperation>();

/** The operation as those see it who see what travels; the same one each time. */
function sentOperation(operation: SignedOperation): SignedOperation {
  const { receive = readsJson, wire } = operation;
  const sent = sentOperations.get(operation) ?? { ...operation, ...wire?.sent, receive: exactly(receive) };
  sentOperations.set(operation, sent);
  return sent;
}

/** Media types of the family of JSON whose text is no single value, and others that are read as data. */
const otherTypes = /event-stream|jsonl|json-?lines|ndjson|json-seq/i;

function exactly({ accept, read }: Receiver): Receiver {
  return {
    accept,
    read: (call, bytes, received) => {
      const { asBytes } = call;
      const data = read(call, bytes, received);
      const isData = typeof data === 'number' || (typeof data === 'object' && !(data instanceof Uint8Array));
      const type = received.response.headers.get('content-type') ?? '';
      if (asBytes || !isData || otherTypes.test(type)) return data;
      const text = new TextDecoder().decode(bytes);
      if (!mayBeInexact(text)) return data;
      // One integer alone stays what holds all its digits, for whoever keeps or copies it; who validates it looks at a number.
      if (!/xml/i.test(type)) return holdExact(parseExact(text));
      return readExact(text, (xml) => read(call, new TextEncoder().encode(xml), received));
    },
  };
}

function exactRedactor(redactor: Redactor): Redactor {
  return { ...redactor, json: (text) => parseExact(text, redactor.json) };
}

function withDecoding(call: Call, received: CallResponse<unknown>): CallResponse<unknown> {
  const { responses = {}, items } = call.operation.wire ?? {};
  // Any other success is read as the first that is declared.
  const part = ofStatus(responses, received.response.status) ?? Object.values(responses)[0];
  const readItem = (item: unknown, index: number): unknown => {
    const wire = received.readItem?.(item, index) ?? item;
    return items === undefined ? wire : decoded(call, received, decodeWire(items, wire), index);
  };
  let data: Promise<unknown> | undefined;
  const read = async (): Promise<unknown> => {
    const found = await received.read();
    // All items of a stream, which nobody took one by one.
    const isStream = part === undefined || otherTypes.test(received.response.headers.get('content-type') ?? '');
    if (items !== undefined && isStream && Array.isArray(found)) return found.map(readItem);
    const text = found instanceof ExactNumber ? found.text : undefined;
    if (part === undefined) return text === undefined ? found : Number(text);
    return decoded(call, received, decodeWire(part, text === undefined ? found : BigInt(text)));
  };
  return { ...received, read: () => (data ??= read()), readItem };
}

function decoded(call: Call, { meta }: CallResponse<unknown>, outcome: Converted, index?: number): unknown {
  if (!outcome.issues) return outcome.value;
  throw invalid(call, 'response', index === undefined ? outcome.issues : below(outcome.issues, index), meta);
}

/** The body of an error stays as it came where it cannot be decoded: that the service failed counts more. */
function decodeError({ operation: { wire } }: Call, error: unknown): void {
  if (!ApiError.is(error)) return;
  const part = ofStatus(wire?.errors, error.status);
  const outcome = part && decodeWire(part, error.body);
  // Whatever a middleware throws may be frozen.
  if (outcome && !outcome.issues) Reflect.set(error, 'body', outcome.value);
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
