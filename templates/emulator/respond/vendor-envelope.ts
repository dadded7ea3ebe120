import type { JsonObject } from '@speccast/runtime';
import { type HttpError, statusNames } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

/** Writes the error envelope of the real service, with its domain, `status` and `details`; undefined if the plan does not describe it. */
export function vendorEnvelope(
  error: HttpError,
  plan: OperationPlan | undefined,
  { vendor }: EmulatorPlan,
): JsonObject | undefined {
  const rules = vendor?.settings?.envelope;
  if (rules === undefined) return undefined;
  const { domains = {}, areas = {}, named, details = {}, service, reasons = true } = rules;
  const { status: code, message, reason } = error;
  const { location, locationType, domain: own } = error.details;
  const [area = ''] = plan?.operation.id.split('.') ?? [];
  const [listed] = Object.entries(domains).find(([, all]) => all.includes(reason)) ?? [];
  const domain = own ?? listed ?? areas[area] ?? 'global';
  const info = details[reason];
  const name = named?.includes(domain) === false ? undefined : statusNames[code];
  const place = { ...(location !== undefined && { location }), ...(locationType !== undefined && { locationType }) };
  const metadata = { ...(service && { service: service.name }), ...(plan && { method: plan.operation.id }) };
  return {
    error: {
      code,
      message,
      ...(reasons && { errors: [{ message, domain, reason: info?.reason ?? reason, ...place }] }),
      ...(name !== undefined && { status: name }),
      ...(info && {
        details: [{ '@type': errorInfo, reason: info.info, ...(service && { domain: service.domain }), metadata }],
      }),
    },
  };
}
