/** The versions of this package that have the same interface to generated code, as npm takes them. */
export const runtimeInterface = '@speccast/runtime@0.1';

/**
 * Throws where the code of a service was `made` for other versions of a package than those that are `here`; nothing is made
 * for any where it was written by hand.
 */
export function checkInterface(service: string, made: string | undefined, here: string): void {
  if (made && made !== here)
    throw new Error(`${service} was generated for ${made}, but ${here} is installed: run \`npm install ${made}\``);
}
