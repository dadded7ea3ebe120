import type { Operation } from '../../operation.js';
import { findContent } from '../body/media.js';
import type { AcceptOptions } from '../options/options.js';
import type { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';
import { list } from './page-promise.js';

/** Returns the same call, with the type for the media type in the option `accept`. */
export function asAccepted<Call>(call: object): Call {
  // `as`: generated code declares Call for that media type, from the same spec as the descriptor.
  return call as Call;
}

/** Calls an operation that returns a list: as pages, or, if `accept` is text or bytes, as one response. */
export function listAccepted<P extends object>(
  core: Core,
  operation: Operation<P, unknown>,
  params: P,
  options: AcceptOptions = {},
): ApiPromise<unknown> {
  const contents = (operation.responses ?? []).flatMap((one) => one.contents ?? []);
  const { kind = 'json' } = findContent(contents, options.accept ?? '') ?? {};
  const isPage = kind === 'json' || kind === 'xml';
  return isPage ? list(core, operation, params, options) : core.call(operation, params, options);
}
