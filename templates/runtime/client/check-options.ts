import { InvalidOptionError } from './errors.js';
import { levels } from './log.js';
import type { ClientOptions } from './options.js';

/** Name of an option, whether a value will do for it, and what is said where it will not. */
type Rule = readonly [name: keyof ClientOptions, accepts: (value: unknown) => boolean, wanted: string];

const rules: readonly Rule[] = [
  ['auth', isAuths, 'must be what `apiKey()`, `bearer()` or `basic()` returned, or a list of these'],
  ['fetch', isFunction, 'must be a function'],
  ['timeoutMs', isAmount, 'must be a number of milliseconds, 0 or more'],
  ['totalTimeoutMs', isAmount, 'must be a number of milliseconds, 0 or more'],
  ['retry', isRetry, 'must be `false`, a number of repetitions, or an object of numbers'],
  ['logger', isLogger, 'must have the functions `debug`, `info`, `warn` and `error`'],
  ['logLevel', isLevel, 'must be `off`, `error`, `warn`, `info` or `debug`'],
  ['middleware', isFunctions, 'must be a list of functions'],
];

/** Throws `InvalidOptionError` for an option that cannot work; the message does not show its value, which may be a secret. */
export function checkOptions(options: ClientOptions): void {
  for (const [name, accepts, wanted] of rules) {
    if (options[name] !== undefined && !accepts(options[name])) throw new InvalidOptionError(name, wanted);
  }
}

function isAuths(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).every((one) => hasFunctions(one, ['secret']));
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isRetry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === false || isAmount(value);
  return Object.values(value).every((one) => one === undefined || isAmount(one));
}

function isLogger(value: unknown): boolean {
  return hasFunctions(value, ['debug', 'info', 'warn', 'error']);
}

function isLevel(value: unknown): boolean {
  return levels.some((level) => level === value);
}

function isFunctions(value: unknown): boolean {
  return Array.isArray(value) && value.every(isFunction);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => isFunction(Reflect.get(value, name)));
}
