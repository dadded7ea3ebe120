import { expandParameters } from '../../expand-parameters.js';
import type { Operation } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import { readOwn, isAbsent } from '../params/values.js';
import type { ApiPromise } from './api-promise.js';
import type { Core } from './core.js';

/** Calls an operation whose response, `R`, depends on the parts that its params select: `{ part: ['id', 'snippet'] }`. */
export function callParts<P extends object, R, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): ApiPromise<R, Reason> {
  // `as`: generated code declares R for the selected parts, from the same spec as the descriptor.
  return core.call(operation, withParts(operation, params), options) as ApiPromise<R, Reason>;
}

/**
 * Completes the parameters that select parts: with the default, or with the parts that the request body has, if the caller selects
 * none. Splits text at commas: `{ part: 'id,snippet' }` → `{ part: ['id', 'snippet'] }`.
 */
export function withParts<P extends object>(operation: Operation<P, unknown>, params: P): P {
  const changes: Record<string, unknown> = {};
  for (const { name, property = name, default: all, bodyKeys } of expandParameters(operation)) {
    if (!all && !bodyKeys) continue;
    const given = readOwn(params, property);
    if (typeof given === 'string') changes[property] = given.split(',');
    if (!isAbsent(given)) continue;
    const body = Object(readOwn(params, 'body'));
    const parts = bodyKeys?.filter((key) => readOwn(body, key) !== undefined) ?? all;
    if (parts?.length !== 0) changes[property] = parts;
  }
  return { ...params, ...changes };
}
