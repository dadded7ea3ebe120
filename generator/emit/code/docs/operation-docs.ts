import type { Api, Operation } from '../../../api/api.js';
import { differenceNotes, extensionNotes } from '../../../api/docs/extension-notes.js';
import { lowerFirst } from '../../../api/docs/sentence.js';
import { commentCode, credentialSentence, operationSentences } from './operation-sentences.js';
import type { DocLine } from '../syntax/doc-comments.js';
import { docLines } from './doc-lines.js';

/** `` `POST /playlists` `` */
export function requestLine(operation: Operation): string {
  return `\`${operation.method} ${operation.path}\``;
}

/** Doc of the free function: `` `POST /playlists`: creates … `` and `@deprecated`. */
export function shortOperationDocs(operation: Operation): readonly DocLine[] {
  const { summary, description, deprecated } = operation.doc;
  const [first = ''] = (summary ?? description ?? '').trim().split('\n', 1);
  const line = first === '' ? requestLine(operation) : `${requestLine(operation)}: ${lowerFirst(first)}`;
  return docLines(deprecated === true ? { summary: line, deprecated } : { summary: line });
}

/** Doc of the method: texts of the spec, further facts, request line and credentials; then a list of limits and errors. */
export function fullOperationDocs(api: Api, operation: Operation): readonly DocLine[] {
  return docLines(operation.doc, [requestSentence(api, operation)], {
    facts: extensionNotes(operation.extensions),
    items: [...operationSentences(api, operation, commentCode), ...differenceNotes(operation.extensions['x-differs'])],
  });
}

/** `` `POST /playlists`, needs an OAuth 2.0 token. `` */
function requestSentence(api: Api, operation: Operation): string {
  const need = credentialSentence(api, operation, commentCode);
  return need === undefined ? `${requestLine(operation)}.` : `${requestLine(operation)}, ${lowerFirst(need)}`;
}
