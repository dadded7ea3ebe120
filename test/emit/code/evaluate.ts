import { createContext, runInContext } from 'node:vm';

/** Value of an expression, in a realm of its own in which nothing but the language exists. */
export function evaluate(expression: string): unknown {
  return structuredClone(runInContext(`'use strict'; (${expression})`, createContext({})));
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
