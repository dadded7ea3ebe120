import type { ResponseObject } from '../../spec/openapi/openapi.js';
import type { Response } from '../api.js';
import { lowerDoc } from '../docs/doc.js';
import type { ContentDraft } from '../bodies/lower-content.js';
import { lowerContents } from '../bodies/lower-content.js';
import { lowerHeaders, type HeaderDraft } from './lower-headers.js';
import type { OperationPlace } from './lower-parameter.js';
import type { Lowering } from '../lowering.js';
import { dereference, namedEntries } from '../lowering.js';

/** A response before shapes are made. */
export interface ResponseDraft extends Omit<Response, 'contents' | 'typedHeaders'> {
  readonly contents: readonly ContentDraft[];
  readonly typedHeaders?: readonly HeaderDraft[];
}

/** The declared responses of an operation. */
export function lowerResponses(lowering: Lowering, { node }: OperationPlace): readonly ResponseDraft[] {
  return namedEntries(node.responses).map(([status, reference]) => {
    const response = dereference<ResponseObject>(lowering, reference);
    const typed = status.startsWith('2') ? lowerHeaders(lowering, response) : [];
    return {
      status,
      contents: lowerContents(lowering, response.content, 'response'),
      // Names of headers, of which many begin like an extension.
      headers: Object.keys(response.headers ?? {}),
      ...(typed.length > 0 && { typedHeaders: typed }),
      doc: lowerDoc(response, reference),
    };
  });
}
