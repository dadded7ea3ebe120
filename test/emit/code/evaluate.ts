import { createContext, runInContext } from 'node:vm';

/** Evaluates an expression in a new realm that has only the language. Each of `names` is declared there as `undefined`. */
export function evaluate(expression: string, names: readonly string[] = []): unknown {
  const context = createContext(Object.fromEntries(names.map((name) => [name, undefined])));
  return structuredClone(runInContext(`'use strict'; (${expression})`, context));
}

/** Evaluates an expression whose value is a regular expression. */
export function evaluateRegex(expression: string): RegExp {
  const value: unknown = runInContext(`'use strict'; (${expression})`, createContext({ RegExp }));
  if (!(value instanceof RegExp)) {
    const parts = runInContext(`[(${expression}).source, (${expression}).flags]`, createContext({}));
    return new RegExp(parts[0], parts[1]);
  }
  return value;
}
