/** The versions of this package that have the same interface to generated code, as npm takes them. */
export const emulatorInterface = '@speccast/emulator@0.1';
