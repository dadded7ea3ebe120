import { expandParameters } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import { readOwn, isAbsent } from '../params/values.js';
import type { ApiPromise } from './api-promise.js';
import type { Core } from './core.js';

/** Calls an operation whose response, `R`, depends on the parts that the params ask for. */
export function callParts<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): ApiPromise<R, Reason> {
  // Its caller declares R: from the same spec as the descriptor, for the parts that the params ask for.
  return core.call(operation, withParts(operation, params), options) as ApiPromise<R, Reason>;
}

/**
 * Params that name parts: where the caller names none, the default or the parts that the body holds; a text with commas
 * as a list.
 */
export function withParts<P extends object>(operation: Operation<P, unknown>, params: P): P {
  const changes: Record<string, unknown> = {};
  for (const { name, property = name, default: all, bodyKeys } of expandParameters(operation)) {
    if (!all && !bodyKeys) continue;
    const given = readOwn(params, property);
    if (typeof given === 'string') changes[property] = given.split(',');
    if (!isAbsent(given)) continue;
    const body = Object(readOwn(params, 'body'));
    const held = bodyKeys?.filter((key) => readOwn(body, key) !== undefined) ?? all;
    if (held?.length !== 0) changes[property] = held;
  }
  return { ...params, ...changes };
}
