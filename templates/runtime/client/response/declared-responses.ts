import type { Operation, OperationContent, Receiver } from '../../operation.js';
import { accepts, findContent } from '../body/media.js';
import { isEmpty, readJson, readText, readsJson, unexpectedContent } from './response.js';

const jsonAlone: readonly OperationContent[] = [{ mediaType: 'application/json' }];

/** Reads responses as their declared types, and as `undefined` where there is no body. */
export const declaredResponses: Receiver = {
  accept: (operation) => {
    const { responses } = operation;
    if (!responses) return readsJson.accept(operation);
    const types = responses.flatMap(({ status, contents = [] }) =>
      status.startsWith('2') ? contents.map((one) => one.mediaType) : [],
    );
    return [...new Set(types)].join(', ') || '*/*';
  },
  read: (operation, bytes, received, asBytes) => {
    const { status, headers } = received.response;
    const type = headers.get('content-type') ?? '';
    const contents = declaredContents(operation, status);
    const content = (contents[1] && findContent(contents, type)) ?? contents[0];
    const kind = content && (content.kind ?? 'json');
    const fail = unexpectedContent(operation.id, received, bytes);
    const isPage = bytes.length > 0 && accepts('text/html', type);
    // Whatever responds instead of the service, such as a proxy or a hotel network, sends an HTML page.
    if (kind !== 'json' && isPage && !(content && accepts(content.mediaType, type)))
      throw fail('the response is a page, which is not declared');
    if (asBytes) return bytes;
    if (content === undefined || isEmpty(operation.method, received)) return undefined;
    if (kind === 'binary') return bytes;
    if (kind === 'json') return readJson(bytes, fail);
    const text = readText(bytes, fail);
    if (content.xml) return operation.xml?.read(text, content, fail);
    const splitter = kind === 'text' ? undefined : operation.split?.(content, fail, operation.wire?.convert.parse);
    return splitter === undefined ? text : [...splitter.push(text), ...splitter.end()];
  },
};

/** The media types that are declared for a status, else for success. */
export function declaredContents(
  { responses }: Operation<never, unknown>,
  status: number,
): readonly OperationContent[] {
  if (!responses) return jsonAlone;
  const [declared] = [String(status), `${String(status)[0]}xx`, '2', 'default'].flatMap((wanted) =>
    responses.filter((one) => one.status.toLowerCase().startsWith(wanted)),
  );
  return declared?.contents ?? [];
}
