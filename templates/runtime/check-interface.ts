/** The versions of this package that have the same interface to generated code, as npm takes them. */
export const runtimeInterface = '@speccast/runtime@0.1';

/** What generated code and a package that it runs on are made for. */
export interface InterfacePair {
  /** Name of the service, for the message. */
  readonly service: string;
  /** What the code states: `@speccast/runtime@0.1`; nothing where it was written by hand. */
  readonly made: string | undefined;
  /** What is installed. */
  readonly here: string;
}

/** Throws where code was generated for other versions of a package than the one that is installed. */
export function checkInterface({ service, made, here }: InterfacePair): void {
  if (made === undefined || made === here) return;
  throw new Error(
    `The code of ${service} was generated for ${made}, and ${here} is installed: run \`npm install ${made}\`, or generate the code with a speccast for ${here}`,
  );
}
