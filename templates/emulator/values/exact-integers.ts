import { type JsonObject } from '@speccast/runtime';
import { asDoubles, longestInteger, replaceValues } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { EmulatorPlan } from '../plan/plan.js';
import type { Row } from '../store/table.js';

const spelled = '~integer';

/** A value as plain JSON: its integers are objects with their digits. */
export function spellIntegers(value: Row): Row {
  // What it becomes is JSON, and an object stays one.
  return replaceValues(value, (one) => (typeof one === 'bigint' ? { [spelled]: String(one) } : undefined)) as Row;
}

/** The value of plain JSON that `spellIntegers` made. */
export function readIntegers(value: JsonObject): JsonObject {
  // What it becomes is what was spelled.
  return replaceValues(value, (one) => {
    const digits = isObject(one) ? Reflect.get(one, spelled) : undefined;
    return typeof digits === 'string' && longestInteger.test(digits) ? BigInt(digits) : undefined;
  }) as JsonObject;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
