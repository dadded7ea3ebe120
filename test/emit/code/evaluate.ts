import { createContext, runInContext } from 'node:vm';

/** Value of an expression, in a realm of its own in which nothing but the language exists, and `undefined` under some names. */
export function evaluate(expression: string, names: readonly string[] = []): unknown {
  const context = createContext(Object.fromEntries(names.map((name) => [name, undefined])));
  return structuredClone(runInContext(`'use strict'; (${expression})`, context));
}

/** Value of an expression that gives a regular expression. */
export function evaluateRegex(expression: string): RegExp {
  const value: unknown = runInContext(`'use strict'; (${expression})`, createContext({ RegExp }));
  if (!(value instanceof RegExp)) {
    const parts = runInContext(`[(${expression}).source, (${expression}).flags]`, createContext({}));
    return new RegExp(parts[0], parts[1]);
  }
  return value;
}
