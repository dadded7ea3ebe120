import type { Json } from '@speccast/runtime';
import { errorFormOf, type HttpError, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { jsonType, ofText } from './respond.js';
import { sharing } from './sharing.js';

/** A request that is rejected. */
interface Rejected {
  readonly error: HttpError;
  readonly plan?: OperationPlan | undefined;
  readonly service: EmulatorPlan;
}

/** The response for an error. */
export function respondError(request: Request, { error, service, plan }: Rejected, body: Json): Response {
  const { mediaType: declared = '*/*', write = writeExactly } = errorFormOf(service, plan, error.status) ?? {};
  const type = declared.includes('*') || mediaTypeOf(declared) === 'application/json' ? jsonType : declared;
  const headers = { ...sharing, 'content-type': type, ...error.details.headers };
  return ofText(request, write(body), { status: error.status, headers });
}
