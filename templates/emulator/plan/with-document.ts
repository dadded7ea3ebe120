import { isJsonObject, type Json, type JsonObject, type SecurityScheme, type Service } from '@speccast/runtime';
import { findOperation, follow, readMember, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan, Reasons } from './plan.js';
import type { VendorPlan, VendorRules } from './vendor-rules.js';

/** Adds facts of the document to a plan: the reasons of errors, and the scopes that the real service demands. */
export function withDocument(plan: EmulatorPlan): EmulatorPlan {
  const { document } = plan;
  if (document === undefined) return plan;
  const stated = new Map(plan.operations.map((one) => [one, findOperation(document, one.operation)?.value ?? {}]));
  const operations = plan.operations.map((one) => withReasons(one, stated.get(one)?.['x-reasons']));
  const vendor = withNeeds(plan.vendor, document, stated);
  const service = { ...plan.service, security: withHeaders(plan.service.security, document) };
  return { ...withReasons(plan, document['x-reasons']), service, operations, ...(vendor && { vendor }) };
}

/** Adds the header that carries an API key as well as a parameter (`x-header`), and the HTTP `scheme` of other schemes. */
function withHeaders(security: Service['security'], document: JsonObject): Service['security'] {
  const declared = toJsonObject(follow(document, '#/components/securitySchemes'));
  const schemes = Object.entries(security).map(([name, scheme]): [string, SecurityScheme] => {
    const { 'x-header': header, scheme: stated } = toJsonObject(readMember(declared, name));
    const more = { ...(typeof header === 'string' && { header }), ...(scheme.kind === 'other' && { scheme: stated }) };
    return [name, Object.assign({ ...scheme }, more)];
  });
  return Object.fromEntries(schemes);
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** Adds the reasons of errors by status: `{ '403': ['quotaExceeded'] }`. */
function withReasons<Plan extends { readonly reasons?: Reasons }>(plan: Plan, stated: Json | undefined): Plan {
  const entries = Object.entries(toJsonObject(stated)).map(([status, names]): [string, readonly string[]] => [
    status,
    Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  ]);
  const reasons = entries.filter(([status, names]) => names.length > 0 && isStatus.test(status));
  return reasons.length === 0 ? plan : { ...plan, reasons: Object.fromEntries(reasons) };
}

/** Adds the credentials that operations need. */
function withNeeds(
  vendor: VendorPlan | undefined,
  document: JsonObject,
  stated: ReadonlyMap<OperationPlan, JsonObject>,
): VendorPlan | undefined {
  const known = vendor?.operations ?? {};
  const demanding: [string, VendorRules][] = [];
  for (const [{ operation }, own] of stated) {
    const rules = known[operation.id];
    const all = listAlternatives(own['security'] ?? document['security']);
    // Only alternatives of the schemes that count, if the rules name them.
    const { schemes = [] } = rules ?? {};
    const needs = all.filter((one) => {
      const names = Object.keys(one);
      return schemes.length === 0 || (names.length > 0 && names.every((name) => schemes.includes(name)));
    });
    const isScoped = needs.some((one) => Object.values(one).some((scopes) => scopes.length > 0));
    if (isScoped || needs.length < all.length) demanding.push([operation.id, { ...rules, needs }]);
  }
  return demanding.length === 0 ? vendor : { ...vendor, operations: { ...known, ...Object.fromEntries(demanding) } };
}

/** Lists the alternatives of credentials of an operation with their scopes, as its document states them. */
export function listNeeds(document: JsonObject, plan: OperationPlan): NonNullable<VendorRules['needs']> {
  return listAlternatives(findOperation(document, plan.operation)?.value['security'] ?? document['security']);
}

/** Reads `security` of a document: `[{ oauth2: ['read'] }]`. */
function listAlternatives(security: Json | undefined): NonNullable<VendorRules['needs']> {
  const alternatives = (Array.isArray(security) ? security : []).filter(isJsonObject);
  return alternatives.map((one) => {
    const entries = Object.entries(one).map(([scheme, scopes]): [string, readonly string[]] => [
      scheme,
      Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string' && scope !== '') : [],
    ]);
    return Object.fromEntries(entries);
  });
}
