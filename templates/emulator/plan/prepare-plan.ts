import { type Json, type JsonObject, type SecurityScheme, isJsonObject } from '@speccast/runtime';
import { asDoubles, findOperation, follow, readMember, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan, Profile, Reasons } from './plan.js';
import { readOnce } from './read-once.js';
import type { Validator } from '@speccast/runtime/validators';

/**
 * Adds facts of the document to a plan: the reasons of errors, the header that carries an API key as well as a parameter (`x-header`),
 * and the HTTP `scheme` of other security schemes.
 */
export function withDocument(plan: EmulatorPlan): EmulatorPlan {
  const { document } = plan;
  if (!document) return plan;
  const operations = plan.operations.map((one) =>
    withReasons(one, findOperation(document, one.operation)?.value['x-reasons']),
  );
  const declared = toJsonObject(follow(document, '#/components/securitySchemes'));
  const security: Record<string, SecurityScheme> = {};
  for (const [name, scheme] of Object.entries(plan.service.security)) {
    const { 'x-header': header, scheme: stated } = toJsonObject(readMember(declared, name));
    const more = { ...(typeof header === 'string' && { header }), ...(scheme.kind === 'other' && { scheme: stated }) };
    security[name] = Object.assign({ ...scheme }, more);
  }
  return { ...withReasons(plan, document['x-reasons']), service: { ...plan.service, security }, operations };
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** Adds the reasons of errors by status: `{ '403': ['quotaExceeded'] }`. */
function withReasons<Plan extends { readonly reasons?: Reasons }>(plan: Plan, stated: Json | undefined) {
  const reasons = Object.entries(listTexts(stated)).filter(
    ([status, names]) => names.length > 0 && isStatus.test(status),
  );
  return reasons.length === 0 ? plan : { ...plan, reasons: Object.fromEntries(reasons) };
}

/** Reads an object whose members are lists of texts; other items are left out. */
function listTexts(value: Json | undefined): Need {
  const entries = Object.entries(toJsonObject(value)).map(([name, list]): [string, readonly string[]] => [
    name,
    Array.isArray(list) ? list.filter((one) => typeof one === 'string' && one !== '') : [],
  ]);
  return Object.fromEntries(entries);
}

/** Scopes by security scheme. */
export type Need = Readonly<Record<string, readonly string[]>>;

/** Lists the alternatives of credentials of an operation with their scopes, as its document states them: `[{ oauth2: ['read'] }]`. */
export const listNeeds: (plan: OperationPlan, emulator: EmulatorPlan) => readonly Need[] = readOnce(
  ({ operation }, { document = {} }) => {
    const security = findOperation(document, operation)?.value['security'] ?? document['security'];
    return (Array.isArray(security) ? security : []).filter(isJsonObject).map(listTexts);
  },
);

const validatorMember = /^(?:parameters|body|item|model)$/;

/** Makes the validators of a plan accept integers that a double cannot hold. */
export function withExactIntegers(plan: EmulatorPlan): EmulatorPlan {
  const origins = new Map<Validator<unknown>, Validator<unknown>>();
  const toExact = <Part extends object>(part: Part): Part => {
    const entries = Object.entries(part).map(([name, value]) => {
      if (!validatorMember.test(name) || !value) return [name, value];
      const exact = toExactValidator(value);
      origins.set(exact, value);
      return [name, exact];
    });
    // Exact validators have the type of their origins.
    return Object.fromEntries(entries) as Part;
  };
  const { checkLeniently } = plan;
  return {
    ...plan,
    operations: plan.operations.map((one) => toExact({ ...one, responses: one.responses.map(toExact) })),
    resources: plan.resources.map(toExact),
    ...(checkLeniently && {
      checkLeniently: (validator, value, options) =>
        checkLeniently(origins.get(validator) ?? validator, asDoubles(value), options),
    }),
  };
}

/** Makes a validator accept large integers. Searches only values that are not valid otherwise for them, because few values have them. */
const toExactValidator = readOnce((validator: Validator<unknown>): Validator<unknown> => {
  const is = (value: unknown): value is unknown => {
    if (validator.is(value)) return true;
    const doubles = asDoubles(value);
    return doubles !== value && validator.is(doubles);
  };
  // Other members, such as the JSON Schema, are inherited.
  return Object.create(validator, {
    is: { value: is, enumerable: true },
    check: {
      value: (value: unknown, options?: Parameters<Validator<unknown>['check']>[1]) =>
        validator.check(asDoubles(value), options),
      enumerable: true,
    },
  });
});

/** Returns the plan for a profile. In `vendor` it has the rules of the real service, and all parameters are validated. */
export function applyProfile(plan: EmulatorPlan, profile: Profile): EmulatorPlan {
  if (profile !== 'vendor') return plan;
  const { operations = {}, resources = {} } = plan.vendor ?? {};
  return {
    ...plan,
    operations: plan.operations.map(({ enforced: _enforced, ...one }) => {
      const vendor = operations[one.operation.id];
      return { ...one, behaviour: mergeRules(one.behaviour, vendor?.behaviour), ...(vendor && { vendor }) };
    }),
    resources: plan.resources.map((one) => ({ ...one, rules: mergeRules(one.rules, resources[one.table]) })),
  };
}

/** Merges rules: objects member by member, lists by appending, other values by replacing. */
function mergeRules<Rules extends object>(base: Rules, extra: object | undefined) {
  if (extra === undefined) return base;
  // Rules are plain data, and the spec's vocabulary ensures that the result is valid.
  return mergeValues(base as JsonObject, extra as JsonObject) as Rules;
}

function mergeValues(base: Json | undefined, extra: Json): Json {
  if (Array.isArray(base) && Array.isArray(extra)) return [...base, ...extra];
  if (!isJsonObject(base) || !isJsonObject(extra)) return extra;
  const entries = Object.entries(extra).map(([name, value]): [string, Json] => [
    name,
    mergeValues(readMember(base, name), value),
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}
