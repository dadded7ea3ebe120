import type { ApiPromise, Result, WithResponse } from './api-promise.js';
import type { ReasonIn } from './with-headers.js';

/** Statuses of success that a range, `2XX`, can stand for. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** A response whose data depend on its status: `Found` is a union such as `{ status: 200, data: Pet } | { status: 202, data: Job }`. */
type Told<Found> = Found & Omit<WithResponse<unknown>, 'data' | 'status'>;

/** Metadata of a response whose data depend on its status. */
interface WithStatuses<T, Reason extends string, Found> {
  /** The data together with the response, whose body has been read; `status` tells which data. */
  withResponse(): Promise<Told<Found>>;
  /** The outcome as a value: never rejects. */
  result(): Promise<({ readonly ok: true } & Told<Found>) | Extract<Result<T, Reason>, { readonly ok: false }>>;
}

/** A call to which several statuses are a success. */
export type ByStatus<Call, Found> = WithStatuses<Awaited<Call>, ReasonIn<Call>, Found> & Call;

/** Gives a call the types of its responses by status; it stays what it is. */
export function byStatus<Call extends ApiPromise<unknown>, Found>(call: Call): ByStatus<Call, Found> {
  // The spec is the proof: the types were made from it.
  return call as unknown as ByStatus<Call, Found>;
}
