import { asDoubles } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { EmulatorPlan } from './plan.js';

/** Makes the validators of a plan accept integers that a double cannot hold. */
export function withExactIntegers(plan: EmulatorPlan): EmulatorPlan {
  const known = new Map<Validator<unknown>, Validator<unknown>>();
  const origins = new Map<Validator<unknown>, Validator<unknown>>();
  const toExact = (validator: Validator<unknown>): Validator<unknown> => {
    const exact = known.get(validator) ?? createExactValidator(validator);
    known.set(validator, exact);
    origins.set(exact, validator);
    return exact;
  };
  const { checkLeniently } = plan;
  return {
    ...plan,
    operations: plan.operations.map(({ responses, ...one }) => ({
      ...one,
      ...(one.parameters && { parameters: toExact(one.parameters) }),
      ...(one.body && { body: toExact(one.body) }),
      responses: responses.map((response) => ({
        ...response,
        ...(response.body && { body: toExact(response.body) }),
        ...(response.item && { item: toExact(response.item) }),
      })),
    })),
    resources: plan.resources.map((one) => ({ ...one, ...(one.model && { model: toExact(one.model) }) })),
    ...(checkLeniently && {
      checkLeniently: (validator, value, options) =>
        checkLeniently(origins.get(validator) ?? validator, asDoubles(value), options),
    }),
  };
}

/** Makes a validator accept large integers. They are looked for only in values that are not valid otherwise, since few values have them. */
function createExactValidator(validator: Validator<unknown>): Validator<unknown> {
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
}
