import type { OperationPlan } from '../plan/plan.js';

/** The response itself, a success also with the headers that the spec promises and that nothing else has set. */
export function withSampleHeaders(response: Response, { headers = {} }: OperationPlan): Response {
  if (!response.ok) return response;
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
