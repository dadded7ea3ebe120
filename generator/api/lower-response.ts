import type { ResponseObject } from '../spec/openapi.js';
import type { Response } from './api.js';
import { lowerDoc } from './doc.js';
import type { ContentDraft } from './lower-content.js';
import { lowerContents } from './lower-content.js';
import type { OperationPlace } from './lower-parameter.js';
import type { Lowering } from './lowering.js';
import { dereference, namedEntries } from './lowering.js';

/** A response before shapes are made. */
export interface ResponseDraft extends Omit<Response, 'contents'> {
  readonly contents: readonly ContentDraft[];
}

/** The declared responses of an operation. */
export function lowerResponses(lowering: Lowering, { node }: OperationPlace): readonly ResponseDraft[] {
  return namedEntries(node.responses).map(([status, reference]) => {
    const response = dereference<ResponseObject>(lowering, reference);
    return {
      status,
      contents: lowerContents(lowering, response.content),
      headers: namedEntries(response.headers).map(([name]) => name),
      doc: lowerDoc(response, reference),
    };
  });
}
