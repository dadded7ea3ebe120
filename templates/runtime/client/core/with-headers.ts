import type { Operation, OperationHeader, ValueType, ValueTypes, ParameterType } from '../../operation.js';
import type { ApiPromise, Result, WithResponse } from './api-promise.js';
import { splitPair, readOwn } from '../params/values.js';
import { listTypes } from '../../value-types.js';

/** The methods of a call whose response has headers of known types. */
export interface WithHeaders<T, Reason extends string, Found> {
  /** Sends the call; resolves to the data, the response and the headers that the spec declares. */
  withResponse(): Promise<WithResponse<T> & { readonly headers: Found }>;
  /** Sends the call; resolves to the outcome as a value, and never rejects. */
  result(): Promise<
    | ({ readonly ok: true; readonly headers: Found } & WithResponse<T>)
    | Extract<Result<T, Reason>, { readonly ok: false }>
  >;
}

/** A call whose response has headers of known types. */
export type Headed<Call, Found> = WithHeaders<Awaited<Call>, ReasonIn<Call>, Found> & Call;

/** The reasons of the errors of a call. */
export type ReasonIn<Call> = Call extends ApiPromise<unknown, infer Reason> ? Reason : string;

/** Adds the declared headers to the results of `withResponse()` and `result()` of a call, except those with values of other types. */
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
  // `as`: the types and the descriptor were generated from the same spec.
  return call as unknown as Headed<Call, Found>;
}

function readHeader(header: OperationHeader, text: string): unknown {
  try {
    return header.json ? JSON.parse(text) : readValue(header, text, header.explode);
  } catch {
    return undefined;
  }
}

/** Reads text as the first of its declared types that it fits; `undefined` if it fits none. */
function readValue(declared: ValueType | undefined, text: string, explode?: boolean): unknown {
  // An array of types has a length, but no types of items or properties.
  const rules = typeof declared === 'object' && !('length' in declared) ? declared : {};
  return listTypes(declared)
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
