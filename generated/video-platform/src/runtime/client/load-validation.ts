import type { CallFeature } from './call-feature.js';
import { InvalidOptionError } from './errors.js';

/** Compares calls with the spec as the option `validate` says, by validators that are loaded when they are first needed. */
export const validateCalls: CallFeature = {
  around: async (call, whole, next) => {
    const { use, request = 'off', response = 'off' } = call.options.validate ?? {};
    if (request + response === 'offoff') return next(call, whole);
    return (use ?? (await load())).around(call, whole, next);
  },
};

async function load(): Promise<CallFeature> {
  try {
    // Joined here, so that no bundler follows it: bundles hold no validators unless they are asked for.
    const file = ['../../validators', 'calls.js'].join('/');
    const found: { readonly validation: CallFeature } = await import(/* @vite-ignore */ /* webpackIgnore: true */ file);
    return found.validation;
  } catch (cause) {
    const wanted = "finds no validators: add `use: validation`, from the package's `./validators`";
    throw Object.assign(new InvalidOptionError('validate', wanted), { cause });
  }
}
