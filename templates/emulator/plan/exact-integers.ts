import { asDoubles } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { EmulatorPlan } from './plan.js';

/** A plan whose validators take integers that a double cannot hold. */
export function withExactIntegers(plan: EmulatorPlan): EmulatorPlan {
  const known = new Map<Validator<unknown>, Validator<unknown>>();
  const origins = new Map<Validator<unknown>, Validator<unknown>>();
  const take = (validator: Validator<unknown>): Validator<unknown> => {
    const made = known.get(validator) ?? exactValidator(validator);
    known.set(validator, made);
    origins.set(made, validator);
    return made;
  };
  const { checkLeniently } = plan;
  return {
    ...plan,
    operations: plan.operations.map(({ responses, ...one }) => ({
      ...one,
      ...(one.parameters && { parameters: take(one.parameters) }),
      ...(one.body && { body: take(one.body) }),
      responses: responses.map((response) => ({
        ...response,
        ...(response.body && { body: take(response.body) }),
        ...(response.item && { item: take(response.item) }),
      })),
    })),
    resources: plan.resources.map((one) => ({ ...one, ...(one.model && { model: take(one.model) }) })),
    ...(checkLeniently && {
      checkLeniently: (validator, value, options) =>
        checkLeniently(origins.get(validator) ?? validator, asDoubles(value), options),
    }),
  };
}
/** Few values have such integers, so they are looked for only in what is not valid otherwise. */
function exactValidator(validator: Validator<unknown>): Validator<unknown> {
  const is = (value: unknown): value is unknown => {
    if (validator.is(value)) return true;
    const doubles = asDoubles(value);
    return doubles !== value && validator.is(doubles);
  };
  // All else, such as its JSON Schema, is that of the validator, and read from it when it is asked for.
  return Object.create(validator, {
    is: { value: is, enumerable: true },
    check: {
      value: (value: unknown, options?: Parameters<Validator<unknown>['check']>[1]) =>
        validator.check(asDoubles(value), options),
      enumerable: true,
    },
  });
}
