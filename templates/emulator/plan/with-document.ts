import { isJsonObject, type Json, type JsonObject, type SecurityScheme, type Service } from '@speccast/runtime';
import { findOperation, follow } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan, Reasons } from './plan.js';
import type { VendorPlan, VendorRules } from './vendor-rules.js';

/** A plan with what its document says of operations: the reasons of their errors, and the scopes that the real service demands. */
export function withDocument(plan: EmulatorPlan): EmulatorPlan {
  const { document } = plan;
  if (document === undefined) return plan;
  const stated = new Map(plan.operations.map((one) => [one, findOperation(document, one.operation)?.value ?? {}]));
  const operations = plan.operations.map((one) => withReasons(one, stated.get(one)?.['x-reasons']));
  const vendor = withNeeds(plan.vendor, document, stated);
  const service = { ...plan.service, security: withHeaders(plan.service.security, document) };
  return { ...withReasons(plan, document['x-reasons']), service, operations, ...(vendor && { vendor }) };
}

/** API keys that a header carries as well as a parameter have its name as their `header`; others the name of their HTTP `scheme`. */
function withHeaders(security: Service['security'], document: JsonObject): Service['security'] {
  const declared = follow(document, '#/components/securitySchemes');
  const schemes = Object.entries(security).map(([name, scheme]): [string, SecurityScheme] => {
    const own = isJsonObject(declared) && Object.hasOwn(declared, name) ? declared[name] : undefined;
    const { 'x-header': header, scheme: stated } = isJsonObject(own) ? own : {};
    const more = { ...(typeof header === 'string' && { header }), ...(scheme.kind === 'other' && { scheme: stated }) };
    return [name, Object.assign({ ...scheme }, more)];
  });
  return Object.fromEntries(schemes);
}

function withReasons<Plan extends { readonly reasons?: Reasons }>(plan: Plan, stated: Json | undefined): Plan {
  const entries = isJsonObject(stated) ? Object.entries(stated) : [];
  const reasons = entries.flatMap(([status, names]): [string, readonly string[]][] => {
    const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    return texts.length === 0 || !isStatus.test(status) ? [] : [[status, texts]];
  });
  return reasons.length === 0 ? plan : { ...plan, reasons: Object.fromEntries(reasons) };
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

function withNeeds(
  vendor: VendorPlan | undefined,
  document: JsonObject,
  stated: ReadonlyMap<OperationPlan, JsonObject>,
): VendorPlan | undefined {
  const known = vendor?.operations ?? {};
  const demanding = [...stated].flatMap(
    ([
      {
        operation: { id },
      },
      own,
    ]): [string, VendorRules][] => {
      const needs = needsOf(own['security'] ?? document['security'], known[id]?.schemes);
      return needs === undefined ? [] : [[id, { ...known[id], needs }]];
    },
  );
  return demanding.length === 0 ? vendor : { ...vendor, operations: { ...known, ...Object.fromEntries(demanding) } };
}

/** Alternatives of credentials with their scopes; only those of the schemes named count, where some are. */
function needsOf(security: Json | undefined, schemes: readonly string[] = []): VendorRules['needs'] {
  const all = (Array.isArray(security) ? security : []).filter(isJsonObject).map(scopesOf);
  const counting = all.filter((needs) => {
    const names = Object.keys(needs);
    return schemes.length === 0 || (names.length > 0 && names.every((name) => schemes.includes(name)));
  });
  const isScoped = counting.some((needs) => Object.values(needs).some((scopes) => scopes.length > 0));
  return isScoped || counting.length < all.length ? counting : undefined;
}

/** Alternatives of credentials of an operation, with their scopes, as its document states them. */
export function scopesNeeded(document: JsonObject, plan: OperationPlan): NonNullable<VendorRules['needs']> {
  const security = findOperation(document, plan.operation)?.value['security'] ?? document['security'];
  return (Array.isArray(security) ? security : []).filter(isJsonObject).map(scopesOf);
}

function scopesOf(needs: JsonObject): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(needs).map(([scheme, scopes]): [string, readonly string[]] => [
    scheme,
    Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string' && scope !== '') : [],
  ]);
  return Object.fromEntries(entries);
}
