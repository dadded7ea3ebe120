import type { Operation } from '../../operation.js';
import { findContent } from '../body/media.js';
import type { AcceptOptions } from '../options/options.js';
import type { ApiPromise } from '../core/api-promise.js';
import type { Core } from '../core/core.js';
import { list } from './page-promise.js';

/** Gives a call the type of the media type that its option `accept` asks for. */
export function asAccepted<Call>(call: object): Call {
  // Its caller declares Call: from the same spec as the descriptor, for the media type that the options name.
  return call as Call;
}

/** Calls an operation that returns a list: as pages, or where `accept` asks for text or bytes, as a whole. */
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
