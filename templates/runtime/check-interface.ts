/** The package and version range, as `npm install` takes them, that work with the same generated code. */
export const runtimeInterface = '@speccast/runtime@0.1';

/**
 * Throws if the code of a service was generated for another version range of a package than the installed one.
 * `required` is `undefined` for code that was written by hand.
 */
export function checkInterface(service: string, required: string | undefined, installed: string): void {
  if (required && required !== installed)
    throw new Error(
      `${service} was generated for ${required}, but ${installed} is installed: run \`npm install ${required}\``,
    );
}

/**
 * The type `T` of a package, if the version range `Wanted` is installed (`Here`). Otherwise a string that says what to install, so
 * that code which uses the type does not compile. Without this check it would: types of a missing package are `any`.
 */
export type MadeFor<Wanted extends string, Here, T> = [0] extends [1 & Here & T]
  ? NotInstalled<Wanted>
  : [Here] extends [Wanted | undefined]
    ? T
    : NotInstalled<Wanted>;

type NotInstalled<Wanted extends string> = `${Wanted} is not installed: run \`npm install --save-dev ${Wanted}\``;
