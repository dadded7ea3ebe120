import { isJsonObject, type Json, type JsonObject, type SecurityScheme, type Service } from '@speccast/runtime';
import { findOperation, follow, readMember, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan, Reasons } from './plan.js';
import type { VendorPlan, VendorRules } from './vendor-rules.js';

/** Adds facts of the document to a plan: the reasons of errors, and the scopes that the real service demands. */
export function withDocument(plan: EmulatorPlan): EmulatorPlan {
  const { document } = plan;
  if (!document) return plan;
  const operations = plan.operations.map((one) =>
    withReasons(one, findOperation(document, one.operation)?.value['x-reasons']),
  );
  const vendor = withNeeds(plan.vendor, document, operations);
  const service = { ...plan.service, security: withHeaders(plan.service.security, document) };
  return { ...withReasons(plan, document['x-reasons']), service, operations, ...(vendor && { vendor }) };
}

/** Adds the header that carries an API key as well as a parameter (`x-header`), and the HTTP `scheme` of other schemes. */
function withHeaders(security: Service['security'], document: JsonObject): Service['security'] {
  const declared = toJsonObject(follow(document, '#/components/securitySchemes'));
  const schemes = Object.entries(security).map(([name, scheme]): [string, SecurityScheme] => {
    const { 'x-header': header, scheme: stated } = toJsonObject(readMember(declared, name));
    return [
      name,
      Object.assign(
        { ...scheme },
        typeof header === 'string' && { header },
        scheme.kind === 'other' && { scheme: stated },
      ),
    ];
  });
  return Object.fromEntries(schemes);
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** Adds the reasons of errors by status: `{ '403': ['quotaExceeded'] }`. */
function withReasons<Plan extends { readonly reasons?: Reasons }>(plan: Plan, stated: Json | undefined): Plan {
  const reasons = Object.entries(listTexts(stated)).filter(
    ([status, names]) => names.length > 0 && isStatus.test(status),
  );
  return reasons.length === 0 ? plan : { ...plan, reasons: Object.fromEntries(reasons) };
}

/** Reads an object whose members are lists of texts; other items are left out. */
function listTexts(value: Json | undefined): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(toJsonObject(value)).map(([name, list]): [string, readonly string[]] => [
    name,
    Array.isArray(list) ? list.filter((one) => typeof one === 'string' && one !== '') : [],
  ]);
  return Object.fromEntries(entries);
}

/** Adds the credentials that operations need. */
function withNeeds(
  vendor: VendorPlan | undefined,
  document: JsonObject,
  operations: readonly OperationPlan[],
): VendorPlan | undefined {
  const known = vendor?.operations ?? {};
  const demanding = operations.flatMap((plan): [string, VendorRules][] => {
    const { id } = plan.operation;
    const all = listNeeds(document, plan);
    // Only alternatives of the schemes that count, if the rules name them.
    const { schemes = [] } = known[id] ?? {};
    const needs = all.filter((one) => {
      const names = Object.keys(one);
      return schemes.length === 0 || (names.length > 0 && names.every((name) => schemes.includes(name)));
    });
    const isScoped = needs.some((one) => Object.values(one).some((scopes) => scopes.length > 0));
    return isScoped || needs.length < all.length ? [[id, { ...known[id], needs }]] : [];
  });
  return demanding.length === 0 ? vendor : { ...vendor, operations: { ...known, ...Object.fromEntries(demanding) } };
}

/** Lists the alternatives of credentials of an operation with their scopes, as its document states them: `[{ oauth2: ['read'] }]`. */
export function listNeeds(document: JsonObject, plan: OperationPlan): NonNullable<VendorRules['needs']> {
  const security = findOperation(document, plan.operation)?.value['security'] ?? document['security'];
  return (Array.isArray(security) ? security : []).filter(isJsonObject).map(listTexts);
}
