import type { Operation, OperationHeader, ValueType, ValueTypes, ParameterType } from '../../operation.js';
import type { ApiPromise, Result, WithResponse } from './api-promise.js';
import { splitPair, readOwn } from '../params/values.js';
import { typesOf } from '../../value-types.js';

/** Metadata of a response, with the headers that the spec declares. */
export interface WithHeaders<T, Reason extends string, Found> {
  /** The data together with the response, whose body has been read, and the headers that the spec declares. */
  withResponse(): Promise<WithResponse<T> & { readonly headers: Found }>;
  /** The outcome as a value: never rejects. */
  result(): Promise<
    | ({ readonly ok: true; readonly headers: Found } & WithResponse<T>)
    | Extract<Result<T, Reason>, { readonly ok: false }>
  >;
}

/** A call whose response has headers of known types. */
export type Headed<Call, Found> = WithHeaders<Awaited<Call>, ReasonIn<Call>, Found> & Call;

/** The reasons of the errors of a call. */
export type ReasonIn<Call> = Call extends ApiPromise<unknown, infer Reason> ? Reason : string;

/** Adds the declared headers to the results of `withResponse()` and `result()` of a call; one that is not as declared counts as absent. */
export function withHeaders<Call extends ApiPromise<unknown>, Found>(
  { headers = [] }: Operation,
  call: Call,
): Headed<Call, Found> {
  const plain = call.withResponse.bind(call);
  const withResponse = async (): Promise<WithResponse<unknown>> => {
    const received = await plain();
    const entries = headers.map((one) => {
      const text = received.response.headers.get(one.name);
      const value = text === null ? undefined : readHeader(one, text);
      return [one.name, value !== undefined && one.decode ? one.decode(value) : value];
    });
    return Object.assign(received, { headers: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) });
  };
  Object.defineProperty(call, 'withResponse', { value: withResponse });
  // `as`: the descriptor, made from the same spec, says what the headers are.
  return call as unknown as Headed<Call, Found>;
}

function readHeader(header: OperationHeader, text: string): unknown {
  try {
    return header.json ? JSON.parse(text) : readValue(header, text, header.explode);
  } catch {
    return undefined;
  }
}

/** Reads a text as the first of the types that it fits; `undefined` where it fits none. */
function readValue(declared: ValueType | undefined, text: string, explode?: boolean): unknown {
  // A list of types has a length, and names none of items or properties.
  const rules = typeof declared === 'object' && !('length' in declared) ? declared : {};
  return typesOf(declared)
    .map((type) => readAs(type, rules, text, explode))
    .find((value) => value !== undefined);
}

function readAs(
  type: ParameterType,
  { items, properties = {}, additional }: ValueTypes,
  text: string,
  explode?: boolean,
): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (type === 'number' || type === 'integer') {
    const number = text.trim() ? Number(text) : NaN;
    return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : undefined;
  }
  if (type !== 'array' && type !== 'object') return text;
  const pieces = text ? text.split(',').map((piece) => piece.trim()) : [];
  if (type === 'array') {
    const list = pieces.map((piece) => readValue(items, piece));
    return list.includes(undefined) ? undefined : list;
  }
  const pairs = explode
    ? pieces.map(splitPair)
    : pieces.flatMap((name, index) => (index % 2 ? [] : [[name, pieces[index + 1] ?? ''] as const]));
  const entries = pairs.map(([name, value]) => [name, readValue(readOwn(properties, name) ?? additional, value)]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}
