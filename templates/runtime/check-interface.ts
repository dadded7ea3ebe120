/** Versions of this package with the same interface to generated code, as npm takes them. */
export const runtimeInterface = '@speccast/runtime@0.1';

/** Throws if the code of a service was `made` for other versions of a package than those `here`. Code by hand is made for none. */
export function checkInterface(service: string, made: string | undefined, here: string): void {
  if (made && made !== here)
    throw new Error(`${service} was generated for ${made}, but ${here} is installed: run \`npm install ${made}\``);
}

/**
 * A type of a package of certain versions. If they are not `Here`, it is a text that no code compiles with: the types of a missing
 * package are `any`, which all code compiles with.
 */
export type MadeFor<Wanted extends string, Here, T> = [0] extends [1 & Here & T]
  ? NotInstalled<Wanted>
  : [Here] extends [Wanted | undefined]
    ? T
    : NotInstalled<Wanted>;

type NotInstalled<Wanted extends string> = `${Wanted} is not installed: run \`npm install --save-dev ${Wanted}\``;
