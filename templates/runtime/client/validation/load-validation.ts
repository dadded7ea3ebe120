import type { Service } from '../../operation.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { CallFeature } from '../options/options.js';

/** Compares calls with the spec as the option `validate` says, by validators that are loaded when they are first needed. */
export const validateCalls: CallFeature = {
  around: async (call, whole, next) => {
    const { use, request = 'off', response = 'off' } = call.options.validate ?? {};
    if (request + response === 'offoff') return next(call, whole);
    return (use ?? (await load(call.settings.service))).around(call, whole, next);
  },
};

async function load({ validators }: Service): Promise<CallFeature> {
  let cause: unknown;
  const found = await validators?.().catch((error: unknown) => void (cause = error));
  // `as`: what generated code exports.
  if (found) return (found as { readonly validation: CallFeature }).validation;
  const wanted = 'finds no validators: add `use: validation` of `./validators`';
  throw Object.assign(new InvalidOptionError('validate', wanted), { cause });
}
