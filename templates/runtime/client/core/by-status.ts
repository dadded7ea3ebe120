import type { ApiPromise, Result, WithResponse } from './api-promise.js';
import type { ReasonIn } from './with-headers.js';

/** The successful statuses that the range `2XX` includes. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** A response with one of the pairs of status and data in `Found`: `{ status: 200, data: Pet } | { status: 204, data: undefined }`. */
type StatusResponse<Found> = Found & Omit<WithResponse<unknown>, 'data' | 'status'>;

/** The methods of a call whose data depend on the status of the response. */
interface WithStatuses<T, Reason extends string, Found> {
  /** Sends the call; resolves to the data and the response. The type of the data depends on `status`. */
  withResponse(): Promise<StatusResponse<Found>>;
  /** Sends the call; resolves to the outcome as a value, and never rejects. */
  result(): Promise<
    ({ readonly ok: true } & StatusResponse<Found>) | Extract<Result<T, Reason>, { readonly ok: false }>
  >;
}

/** A call with several successful statuses. */
export type ByStatus<Call, Found> = WithStatuses<Awaited<Call>, ReasonIn<Call>, Found> & Call;

/** Returns the same call, with the types of its responses by status. */
export function byStatus<Call extends ApiPromise<unknown>, Found>(call: Call): ByStatus<Call, Found> {
  // `as`: the types and the descriptor were generated from the same spec.
  return call as unknown as ByStatus<Call, Found>;
}
