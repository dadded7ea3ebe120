import { InvalidOptionError } from './errors.js';
import { levels } from './log.js';
import type { CallOptions, ClientOptions } from './options.js';

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const hasFunctions = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => isFunction(Object(value)[name]));

type Check = readonly [accepts: (value: unknown) => unknown, wanted: string];

const feature: Check = [(value) => hasFunctions(value, 'around'), 'what the function for it made'];
const time: Check = [isAmount, 'milliseconds, 0 or more'];
const checks: Readonly<Record<string, Check>> = {
  auth: [
    (value) => [value].flat().every((one) => hasFunctions(one, 'secret') || hasFunctions(one, 'getAccessToken')),
    'what `apiKey()`, `bearer()`, `basic()` or `oauthRefresh()` made, an object with `getAccessToken()`, or a list of these',
  ],
  fetch: [isFunction, 'a function'],
  timeoutMs: time,
  totalTimeoutMs: time,
  idleTimeoutMs: time,
  retry: [isRetry, '`false`, a number of repetitions, or an object of numbers'],
  logger: [(value) => hasFunctions(value, ...levels.slice(1)), 'an object with `debug`, `info`, `warn` and `error`'],
  logLevel: [(value) => levels.some((level) => level === value), 'one of the levels: `off` … `debug`'],
  middleware: [(value) => Array.isArray(value) && value.every(isFunction), 'a list of functions'],
  quota: feature,
  cache: feature,
  joinIds: feature,
  shareReads: feature,
};

/** Throws `InvalidOptionError` for an option that cannot work; the message does not show its value, which may be a secret. */
export function checkOptions(options: ClientOptions & CallOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check && value !== undefined && !check[0](value)) throw new InvalidOptionError(name, `must be ${check[1]}`);
  }
}

function isRetry(value: unknown): boolean {
  if (value === false || isAmount(value)) return true;
  const entries = Object.entries(Object(value));
  return value === Object(value) && entries.every(([, one]) => one === undefined || isFunction(one) || isAmount(one));
}
