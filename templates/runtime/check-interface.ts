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

/**
 * A type that needs a package of certain versions, or, where they are not `Here`, a text that no code compiles with: the types
 * of a package that is missing are `any`, with which all code does.
 */
export type MadeFor<Wanted extends string, Here, T> = [0] extends [1 & Here & T]
  ? NotInstalled<Wanted>
  : [Here] extends [Wanted | undefined]
    ? T
    : NotInstalled<Wanted>;

type NotInstalled<Wanted extends string> = `${Wanted} is not installed: run \`npm install --save-dev ${Wanted}\``;
