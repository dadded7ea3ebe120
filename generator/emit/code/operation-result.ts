import type { Content, Operation, Response } from '../../api/api.js';
import type { Shape } from '../../api/shape.js';
import { unionOf } from './operation-params.js';

/** Responses that mean success: 2xx; where the spec names none, `default`. */
export function successResponses(operation: Operation): readonly Response[] {
  const successes = operation.responses.filter((response) => response.status.startsWith('2'));
  return successes.length > 0 ? successes : operation.responses.filter((response) => response.status === 'default');
}

/** Whether an operation answers with bytes and nothing else. */
export function isDownload(operation: Operation): boolean {
  const contents = successContents(operation);
  return contents.length > 0 && contents.every((content) => content.kind === 'binary');
}

/** What a successful call gives: the shape of its body; `empty` says that there may be none. */
export function resultOf(operation: Operation): { readonly shape: Shape | undefined; readonly empty: boolean } {
  const contents = successContents(operation);
  const shape = contents.length === 0 ? undefined : unionOf(contents.map((content) => content.shape));
  return { shape, empty: successResponses(operation).some((response) => response.contents.length === 0) };
}

function successContents(operation: Operation): readonly Content[] {
  return successResponses(operation).flatMap((response) => response.contents);
}
