import type { Operation, OperationHeader, ValueType, ValueTypes } from '../../operation.js';
import type { ApiPromise, Result, WithResponse } from '../transport/api-promise.js';

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

/** Makes `withResponse()` and `result()` of a call give the declared headers, too; one that is not what is declared counts as absent. */
export function withHeaders<Call extends ApiPromise<unknown>, Found>(
  { headers = [] }: Operation,
  call: Call,
): Headed<Call, Found> {
  const plain = call.withResponse.bind(call);
  const withResponse = async (): Promise<WithResponse<unknown>> => {
    const received = await plain();
    return Object.assign(received, { headers: readHeaders(headers, received.response.headers) });
  };
  Object.defineProperty(call, 'withResponse', { value: withResponse });
  // The descriptor is the proof of what the headers are: both were made from the same spec.
  return call as unknown as Headed<Call, Found>;
}

function readHeaders(declared: readonly OperationHeader[], headers: Headers): object {
  const entries = declared.map((one) => {
    const text = headers.get(one.name);
    const value = text === null ? undefined : readHeader(one, text);
    return [one.name, value === undefined || !one.decode ? value : one.decode(value)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readHeader(header: OperationHeader, text: string): unknown {
  if (!header.json) return readValue(header, text, header.explode);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text as the first of the types that it fits; `undefined` where it fits none. */
function readValue(wanted: ValueType | undefined, text: string, explode?: boolean): unknown {
  const rules: ValueTypes = isRules(wanted) ? wanted : { type: wanted ?? 'string' };
  const { type = 'string' } = rules;
  for (const one of isList(type) ? type : [type]) {
    const value = readAs(one, rules, text, explode);
    if (value !== undefined) return value;
  }
  return undefined;
}

function readAs(
  type: unknown,
  { items, properties, additional }: ValueTypes,
  text: string,
  explode?: boolean,
): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (type === 'number' || type === 'integer') {
    const number = text.trim() === '' ? NaN : Number(text);
    return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : undefined;
  }
  if (type !== 'array' && type !== 'object') return text;
  const pieces = text === '' ? [] : text.split(',').map((piece) => piece.trim());
  if (type === 'array') return readBody(pieces.map((piece) => readValue(items, piece)));
  const pairs = explode
    ? pieces.map((piece) => [piece.split('=', 1)[0] ?? '', piece.replace(/^[^=]*=?/, '')] as const)
    : pieces.flatMap((name, index) => (index % 2 === 0 ? [[name, pieces[index + 1] ?? ''] as const] : []));
  const typeOf = (name: string): ValueType | undefined =>
    properties && Object.hasOwn(properties, name) ? properties[name] : additional;
  const values = readBody(pairs.map(([name, value]) => readValue(typeOf(name), value)));
  return values && Object.fromEntries(pairs.map(([name], index) => [name, values[index]]));
}

/** All values of a list or object, or none where one of them is not what is declared. */
function readBody(values: readonly unknown[]): readonly unknown[] | undefined {
  return values.includes(undefined) ? undefined : values;
}

function isRules(value: ValueType | undefined): value is ValueTypes {
  return typeof value === 'object' && !Array.isArray(value);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
