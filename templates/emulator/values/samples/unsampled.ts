import type { Validator } from '@speccast/runtime/validators';

/** Validators that accept no value that was made, such as those of patterns without a match: their samples lack members. */
export const unsampled: WeakSet<Validator<unknown>> = new WeakSet();
