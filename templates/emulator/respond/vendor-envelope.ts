import type { JsonObject } from '@speccast/runtime';
import { type HttpError, statusNames } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../plan/plan.js';
import type { EnvelopeRules } from '../plan/vendor-rules.js';

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

/** The error envelope of the real service, with its domain, `status` and `details`; undefined if the plan does not describe it. */
export function vendorEnvelope(
  error: HttpError,
  plan: OperationPlan | undefined,
  { vendor }: EmulatorPlan,
): JsonObject | undefined {
  const rules = vendor?.settings?.envelope;
  if (rules === undefined) return undefined;
  const { status: code, message, details } = error;
  const domain = details.domain ?? domainOf(rules, error.reason, plan);
  const info = rules.details?.[error.reason];
  const name = rules.named === undefined || rules.named.includes(domain) ? statusNames[code] : undefined;
  const where = {
    ...(details.location !== undefined && { location: details.location }),
    ...(details.locationType !== undefined && { locationType: details.locationType }),
  };
  return {
    error: {
      code,
      message,
      ...(rules.reasons !== false && {
        errors: [{ message, domain, reason: info?.reason ?? error.reason, ...where }],
      }),
      ...(name !== undefined && { status: name }),
      ...(info && { details: [infoOf(info.info, rules, plan)] }),
    },
  };
}

function domainOf(
  { domains = {}, areas = {} }: EnvelopeRules,
  reason: string,
  plan: OperationPlan | undefined,
): string {
  const known = Object.entries(domains).find(([, reasons]) => reasons.includes(reason));
  const [area = ''] = plan?.operation.id.split('.') ?? [];
  return known?.[0] ?? areas[area] ?? 'global';
}

function infoOf(reason: string, { service }: EnvelopeRules, plan: OperationPlan | undefined): JsonObject {
  const metadata = {
    ...(service && { service: service.name }),
    ...(plan && { method: plan.operation.id }),
  };
  return { '@type': errorInfo, reason, ...(service && { domain: service.domain }), metadata };
}
