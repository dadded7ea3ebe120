import type { Operation } from '../../operation.js';
import { checkAuths } from './check-auths.js';
import { InvalidOptionError } from '../errors/errors.js';
import { levels } from './log.js';
import type { CallOptions, ClientOptions, CoreFeature, Settings } from '../options/options.js';

type Check = readonly [accepts: (value: unknown) => unknown, expected: string];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const has = (value: unknown, name: string): boolean => isFunction(Object(value)[name]);

const feature: Check = [(value) => has(value, 'around'), 'created by a function of this package'];
const time: Check = [isAmount, 'a number, 0 or more'];
const checks: Readonly<Record<string, Check>> = {
  auth: [
    (value) => [value].flat().every((one) => has(one, 'secret') || has(one, 'getAccessToken')),
    'created by `apiKey()`, `basic()` or `bearer()`, or have `getAccessToken()`',
  ],
  fetch: [isFunction, 'a function'],
  timeoutMs: time,
  totalTimeoutMs: time,
  idleTimeoutMs: time,
  retry: [
    (value) =>
      value === false || isAmount(value) || (Object(value) === value && Object.values(Object(value)).every(isRule)),
    '`false`, a number, or an object of numbers',
  ],
  logger: [(value) => levels.every((name) => name === 'off' || has(value, name)), 'like `console`'],
  // Not computed from `levels`: bundlers cannot drop an unused table with a computed value.
  logLevel: [(value) => levels.some((name) => name === value), 'one of off,error,warn,info,debug'],
  middleware: [(value) => Array.isArray(value) && value.every(isFunction), 'a list of functions'],
  quota: feature,
  cache: feature,
  joinIds: feature,
  shareReads: feature,
};

/** The feature that checks options and credentials before they are used. Messages do not show values, which may be secrets. */
export const withOptionChecks: CoreFeature<never> = { checkOptions, checkAuths, checkResponse };

function checkOptions(options: ClientOptions & CallOptions, operation?: Operation<never, unknown>) {
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [name, [accepts, expected]] of Object.entries(checks)) {
    const value = given.get(name);
    if (value !== undefined && !accepts(value)) throw new InvalidOptionError(name, `must be ${expected}`);
  }
  if (operation && !operation.media?.resumable && (options.chunkSize ?? options.resumeFrom) !== undefined)
    throw new InvalidOptionError('chunkSize', `cannot be used with ${operation.id}, which has no resumable upload`);
}

function checkResponse(response: unknown, { middleware }: Pick<Settings, 'middleware'>) {
  // Not `instanceof`: undici and polyfills have a `Response` class of their own.
  const { headers, ok, body } = Object(response);
  const wrong = headers ? ok && body?.locked && 'a `Response` that was already read: clone it' : 'no `Response`';
  if (wrong) throw new InvalidOptionError(middleware[0] ? 'middleware' : 'fetch', `returned ${wrong}`);
}

function isAmount(value: unknown) {
  return typeof value === 'number' && value >= 0;
}

function isRule(value: unknown) {
  return value === undefined || isFunction(value) || isAmount(value);
}
