import type { Json } from '@speccast/runtime';
import { findErrorForm, type HttpError, mediaTypeOf, writeExactly } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { listContents, examplesIn, isSendable } from '../act/examples.js';
import { jsonType, respondText } from './respond.js';
import { sharing } from './sharing.js';

/** A request that is rejected. */
interface Rejected {
  readonly error: HttpError;
  readonly plan?: OperationPlan | undefined;
  readonly service: EmulatorPlan;
}

/** Finds the example of an error that the document describes by an example in JSON, without a schema. */
export function errorExample({ service, plan, error }: Rejected): Json | undefined {
  const contents = plan === undefined ? [] : listContents(service, plan, error.status);
  const bare = contents.find(({ content, media }) => content.kind === 'json' && media?.value['schema'] === undefined);
  return examplesIn(service, bare?.media)[0];
}

/** Writes the response for an error. */
export function respondError(request: Request, { error, service, plan }: Rejected, body: Json): Response {
  const { mediaType: declared = '*/*', write = writeExactly } = findErrorForm(service, plan, error.status) ?? {};
  const isOther = isSendable(declared) && !declared.includes('*') && mediaTypeOf(declared) !== 'application/json';
  const headers = { ...sharing, 'content-type': isOther ? declared : jsonType, ...error.details.headers };
  return respondText(request, write(body), { status: error.status, headers });
}
