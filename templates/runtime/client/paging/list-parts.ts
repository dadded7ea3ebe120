import type { Operation } from '../../operation.js';
import type { CallOptions } from '../options/options.js';
import { withParts } from '../params/call-parts.js';
import type { Core } from '../transport/core.js';
import { list, type PagePromise } from './page-promise.js';

/** Calls an operation that answers a list, `Page`, the items of which depend on the parts that the params ask for. */
export function listParts<P extends object, Page, Key extends PropertyKey, Reason extends string>(
  core: Core,
  operation: Operation<P, unknown, Reason>,
  params: P,
  options?: CallOptions,
): PagePromise<Page, Key, Reason> {
  // Its caller declares Page: from the same spec as the descriptor, for the parts that the params ask for.
  return list(core, operation as Operation<P, Page, Reason>, withParts(operation, params), options);
}
