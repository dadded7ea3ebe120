/** The versions of `@speccast/runtime` and `@speccast/emulator` that generated code is made for, as a range of npm. */
export const SPECCAST_RANGE = '^0.1.0';

/**
 * The versions whose interface to generated code is one and the same: `0.1`, later `1`. Generated code states them, and
 * `@speccast/runtime` and `@speccast/emulator` say so where they are others.
 */
export const SPECCAST_INTERFACE = '0.1';
