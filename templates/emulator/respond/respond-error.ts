import type { Json, JsonObject } from '@speccast/runtime';
import { type HttpError, findErrorForm, mediaTypeOf, statusNames, writeExactly } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import { examplesIn, isSendable, listContents } from '../act/rows/examples.js';
import { defined } from '../values/defined.js';
import { jsonType, respondText, sharing } from './respond.js';

/** A request that is rejected. */
interface Rejected {
  readonly error: HttpError;
  readonly plan?: OperationPlan | undefined;
  readonly service: EmulatorPlan;
}

/** Finds the example of an error that the document describes by an example in JSON, without a schema. */
export function errorExample({ service, plan, error }: Rejected): Json | undefined {
  const contents = plan ? listContents(plan, service, error.status) : [];
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

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

/** Writes the error envelope of the real service, with its domain, `status` and `details`; undefined if the plan does not describe it. */
export function vendorEnvelope(
  error: HttpError,
  plan: OperationPlan | undefined,
  { vendor }: EmulatorPlan,
): JsonObject | undefined {
  const rules = vendor?.settings?.envelope;
  if (!rules) return undefined;
  const { domains = {}, areas = {}, named, details = {}, service, reasons = true } = rules;
  const { status: code, message, reason } = error;
  const { location, locationType, domain: own } = error.details;
  const [area = ''] = plan?.operation.id.split('.') ?? [];
  const [listed] = Object.entries(domains).find(([, all]) => all.includes(reason)) ?? [];
  const domain = own ?? listed ?? areas[area] ?? 'global';
  const info = details[reason];
  const name = named?.includes(domain) === false ? undefined : statusNames[code];
  const listedError = defined({ message, domain, reason: info?.reason ?? reason, location, locationType });
  const metadata = defined({ service: service?.name, method: plan?.operation.id });
  return {
    error: defined({
      code,
      message,
      errors: reasons ? [listedError] : undefined,
      status: name,
      details: info && [defined({ '@type': errorInfo, reason: info.info, domain: service?.domain, metadata })],
    }),
  };
}
