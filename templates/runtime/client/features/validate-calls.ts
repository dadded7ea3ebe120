import { InvalidOptionError } from '../errors/errors.js';
import type { CoreFeature, CallFeature } from '../options/options.js';

/**
 * Creates the feature that compares calls with the spec: the option `validate`. `validators` imports the validators of the service when
 * they are first needed, with an `import()` that bundlers cannot follow.
 */
export function validateCalls(validators?: () => Promise<unknown>): CoreFeature<'validate'> {
  return {
    options: ['validate'],
    around: (call, next) => {
      const { use, request = 'off', response = 'off' } = call.options.validate ?? {};
      if (request + response === 'offoff') return next(call);
      return use ? use.around(call, next) : load(validators).then((loaded) => loaded.around(call, next));
    },
  };
}

async function load(validators: (() => Promise<unknown>) | undefined) {
  let cause: unknown;
  const found = await validators?.().catch((error: unknown) => void (cause = error));
  // `as`: generated validators export it.
  if (found) return (found as { readonly validation: CallFeature }).validation;
  const message = `has no validators: ${validators ? 'add `use: validation` from `./validators`' : 'none were generated'}`;
  throw Object.assign(new InvalidOptionError('validate', message), { cause });
}
