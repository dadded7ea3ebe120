import type { CallResponse } from '../options/call-response.js';

/** Returns a response whose data `read` gives, once. */
export function respondWith<T>(received: CallResponse<unknown>, read: () => Promise<T>): CallResponse<T> {
  let data: Promise<T> | undefined;
  return { ...received, read: () => (data ??= read()) };
}
