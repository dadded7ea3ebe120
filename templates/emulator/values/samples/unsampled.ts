import type { Validator } from '@speccast/runtime/validators';

/** Validators whose samples lack members, since they accept no sampled value: for example a pattern that nothing matches. */
export const unsampled: WeakSet<Validator<unknown>> = new WeakSet();
