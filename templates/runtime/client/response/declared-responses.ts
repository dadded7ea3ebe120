import type { Operation, OperationContent, Receiver } from '../../operation.js';
import { accepts, findContent } from '../body/media.js';
import { InvalidOptionError } from '../errors/errors.js';
import { isEmpty, readJson, readText, readsJson, unexpectedContent } from './response.js';

/** Reads responses by their declared media types; `undefined` for a response without a body. */
export const declaredResponses: Receiver = {
  accept: (call) => {
    const { responses } = call.operation;
    const { accept } = call.options;
    if (!responses) return readsJson.accept(call);
    const contents = responses.flatMap(({ status, contents = [] }) => (status.startsWith('2') ? contents : []));
    const types = [...new Set(contents.map((one) => one.mediaType))].join(', ');
    if (accept !== undefined && !findContent(contents, accept))
      throw new InvalidOptionError('accept', `must be a media type of ${call.operation.id}: ${types || 'it has none'}`);
    return (accept ?? types) || '*/*';
  },
  read: ({ operation, asBytes, options: { accept } }, bytes, received) => {
    const type = received.response.headers.get('content-type') ?? '';
    const contents = declaredContents(operation, received.response.status);
    const found = contents[1] && findContent(contents, type);
    const chosen = accept === undefined ? found : findContent(contents, accept);
    const content = chosen ?? found ?? contents[0];
    const kind = content && (content.kind ?? 'json');
    const fail = unexpectedContent(operation.id, received, bytes);
    if (found && chosen && found !== chosen)
      throw fail(`the response is not ${accept}, as the option \`accept\` states`);
    // A proxy or a login page of a Wi-Fi network may respond instead of the service, with an HTML page.
    const isPage = bytes.length && accepts('text/html', type) && !(content && accepts(content.mediaType, type));
    if (kind !== 'json' && isPage) throw fail('the response is an HTML page, which is not declared');
    if (asBytes) return bytes;
    if (!content || isEmpty(operation.method, received)) return undefined;
    if (kind === 'binary') return bytes;
    if (kind === 'json') return readJson(bytes, fail);
    const text = readText(bytes, fail);
    if (content.xml) return operation.xml?.read(text, content, fail);
    const splitter = kind !== 'text' && operation.split?.(content, fail, operation.wire?.convert.parse);
    return splitter ? [...splitter.push(text), ...splitter.end()] : text;
  },
};

/** Returns the declared contents of a status, of its range (`2XX`), or else of the first response. */
export function declaredContents({ responses }: Operation, status: number): readonly OperationContent[] {
  if (!responses) return [{ mediaType: 'application/json' }];
  const starts = [`${status}`, `${status}`[0] + 'xx', ''];
  const declared = starts.flatMap((start) => responses.filter((one) => one.status.toLowerCase().startsWith(start)));
  return declared[0]?.contents ?? [];
}
