import { readOwn } from '../params/read-own.js';

/** An address with its variables filled in: those that are given, else their defaults. */
export function fillAddress(
  template: string,
  defaults: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(/\{([^{}]*)\}/g, (found, name: string) =>
    String(readOwn(variables, name) ?? readOwn(defaults, name) ?? found),
  );
}
