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
import type { Operation } from '../operation.js';
import type { GivenPage, NextPage } from '../paging.js';
import type { Tool } from './catalogue.js';

/** A call of an operation, by the kind of its result. It is sent when it is awaited or iterated. */
export type OperationCall =
  | { readonly kind: 'value'; readonly call: ApiPromise<unknown> }
  | { readonly kind: 'list'; readonly call: PagePromise<unknown> }
  | { readonly kind: 'download'; readonly call: Download }
  | { readonly kind: 'stream'; readonly call: ApiStream<unknown> };

/** Calls an operation with params as they are on the wire: without codecs, and with the names of the spec. */
export function callOperation(core: Core, tool: Tool, params: object, options?: CallOptions): OperationCall {
  const { operation } = tool;
  // `as`: the validators check the params of an operation that is only known at run time.
  const checked = params as never;
  if (tool.isDownload) return { kind: 'download', call: download(core, operation, checked, options) };
  if (tool.isStream) {
    // `as`: all its media types are streams of items.
    const items = operation as Operation<never, readonly unknown[]>;
    return { kind: 'stream', call: streamItems(core, items, checked, options) };
  }
  if (tool.isList) return { kind: 'list', call: listParts(core, operation, checked, options) };
  if (operation.media) return { kind: 'value', call: uploadParts(core, operation, checked, options) };
  if (operation.split) return { kind: 'value', call: sendEither(core, operation, checked, options) };
  return { kind: 'value', call: callParts(core, operation, checked, options) };
}

/** Returns the params of the next page that differ from those of this page; `undefined` after the last page. */
export function nextPageParams({ operation }: Tool, page: GivenPage): NextPage['params'] | undefined {
  const { params, further } = findNextPage(operation, page) ?? {};
  return params && { ...further, ...params };
}
