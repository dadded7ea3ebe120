import type { ApiPromise } from '../client/core/api-promise.js';
import { callParts } from '../client/core/call-parts.js';
import type { Core } from '../client/core/core.js';
import type { CallOptions } from '../client/options/options.js';
import { listParts, type PagePromise } from '../client/paging/page-promise.js';
import { findNextPage } from '../client/paging/find-next-page.js';
import { download, type Download } from '../client/streams/download.js';
import { streamItems, type ApiStream } from '../client/streams/api-stream.js';
import { sendEither } from '../client/streams/either-stream.js';
import { uploadParts } from '../client/upload/upload.js';
import { convert } from '../codecs/convert-calls.js';
import type { Operation } from '../operation.js';
import type { GivenPage } from '../paging.js';
import type { Tool } from './catalogue.js';

/** A call of an operation by what it gives; nothing is sent before the call is awaited. */
export type OperationCall =
  | { readonly kind: 'value'; readonly call: ApiPromise<unknown> }
  | { readonly kind: 'list'; readonly call: PagePromise<unknown> }
  | { readonly kind: 'download'; readonly call: Download }
  | { readonly kind: 'stream'; readonly call: ApiStream<unknown> };

/** An operation whose values are JSON as it travels, with all digits of its numbers. */
export function withExactNumbers(tool: Tool): Tool {
  return Object.create(tool, { operation: { value: { ...tool.operation, wire: { convert } } } });
}

/** Calls an operation with params as they travel: one value, pages of a list, bytes, or items one after the other. */
export function callOperation(core: Core, tool: Tool, params: object, options?: CallOptions): OperationCall {
  const { operation } = tool;
  // A descriptor that is only known at run time takes whatever its validators and writers let pass.
  const given = params as never;
  if (tool.isDownload) return { kind: 'download', call: download(core, operation, given, options) };
  // `as`: that is what its media types say.
  if (tool.isStream)
    return {
      kind: 'stream',
      call: streamItems(core, operation as Operation<never, readonly unknown[]>, given, options),
    };
  if (tool.isList) return { kind: 'list', call: listParts(core, operation, given, options) };
  if (operation.media) return { kind: 'value', call: uploadParts(core, operation, given, options) };
  const comesEitherWay = operation.split !== undefined;
  const call = comesEitherWay
    ? sendEither(core, operation, given, options)
    : callParts(core, operation, given, options);
  return { kind: 'value', call };
}

/** The params that ask for the page after one, as changes of those that asked for this one; `undefined` after the last page. */
export function nextPageParams(
  { operation }: Tool,
  given: GivenPage,
): Readonly<Record<PropertyKey, unknown>> | undefined {
  const { params, further } = findNextPage(operation, given) ?? {};
  return params && { ...further, ...params };
}
