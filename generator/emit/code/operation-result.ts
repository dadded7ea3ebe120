import type { Content, Operation } from '../../api/api.js';
import type { Shape } from '../../api/shape.js';
import { successResponses } from '../../api/success-responses.js';
import { unionOf } from './operation-params.js';

/** Whether an operation answers with bytes and nothing else. */
export function isDownload(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every((content) => content.kind === 'binary');
}

/** Whether an operation answers with an array that is sent piece by piece. */
export function isStream(operation: Operation): boolean {
  return successContents(operation).some((content) => content.stream === true);
}

/** Whether a call is an upload that can be resumed, and its answer nothing else that is special. */
export function isUpload(operation: Operation): boolean {
  if (operation.body?.media?.resumable !== true || operation.paging !== undefined) return false;
  return !isDownload(operation) && !isStream(operation);
}

/** What a successful call gives: the shape of its body; `empty` says that there may be none. */
export function resultOf(operation: Operation): { readonly shape: Shape | undefined; readonly empty: boolean } {
  const contents = successContents(operation);
  const shape = contents.length === 0 ? undefined : unionOf(contents.map((content) => content.shape));
  return { shape, empty: successResponses(operation.responses).some((response) => response.contents.length === 0) };
}

function successContents(operation: Operation): readonly Content[] {
  return successResponses(operation.responses).flatMap((response) => response.contents);
}
