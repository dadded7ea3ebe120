import type { Operation, OperationContent } from '../../operation.js';
import { readOwn } from '../params/read-own.js';
import { refuser } from '../params/refuser.js';

/** The media type of a call's body: what its `contentType` says, else what fits the value by its class, else what the spec prefers. */
export function chooseContent(operation: Operation<never, unknown>, params: object): OperationContent {
  const { body: contents = [] } = operation;
  const stated = contents.length > 1 ? readOwn(params, 'contentType') : undefined;
  if (stated !== undefined) {
    const found = contents.find((one) => one.mediaType === stated);
    if (found === undefined)
      throw refuser(operation, 'contentType')(`must be one of ${contents.map((one) => one.mediaType).join(', ')}`);
    return found;
  }
  const kind = kindOf(readOwn(params, 'body'));
  return (
    contents.find((one) => kind !== undefined && one.kind === kind) ?? contents[0] ?? { mediaType: 'application/json' }
  );
}

function kindOf(body: unknown): OperationContent['kind'] {
  if (body instanceof FormData) return 'multipart';
  if (body instanceof URLSearchParams) return 'form';
  return typeof body === 'string' ? 'text' : undefined;
}
