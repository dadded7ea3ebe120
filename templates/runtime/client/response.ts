import type { Operation, OperationContent } from '../operation.js';
import type { Answer } from './api-promise.js';
import { UnexpectedContentError } from './errors.js';
import { accepts, type Bytes } from './media.js';

const snippetLength = 200;
const snippetBytes = 65_536;
const noBody: readonly number[] = [204, 205, 304];
const json = 'application/json';
const jsonAlone: readonly OperationContent[] = [{ mediaType: json }];
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** What an answer came with. */
export type Received = Pick<Answer<unknown>, 'response' | 'redactor' | 'meta'>;

/** The `Accept` header that fits the declared answers. */
export function acceptOf({ responses }: Operation<never, unknown>): string {
  if (!responses) return json;
  const types = responses.flatMap(({ status, contents = [] }) =>
    status.startsWith('2') ? contents.map((one) => one.mediaType) : [],
  );
  return [...new Set(types)].join(', ') || '*/*';
}

/** The body of a successful answer as its declared type, or `undefined` where no body is declared; as bytes if asked for. */
export function readData(
  operation: Operation<never, unknown>,
  bytes: Bytes,
  received: Received,
  asBytes: boolean,
): unknown {
  const { status, headers } = received.response;
  const type = headers.get('content-type') ?? '';
  const contents = declaredContents(operation, status);
  const content = (contents[1] && contents.find((one) => accepts(one.mediaType, type))) ?? contents[0];
  const kind = content && (content.kind ?? 'json');
  const fail = unexpectedContent(operation.id, received, bytes);
  // What answers in place of a service, from a hotel's network to a proxy, answers with a page.
  if (
    kind !== 'json' &&
    bytes.length > 0 &&
    accepts('text/html', type) &&
    !(content && accepts(content.mediaType, type))
  )
    throw fail('the answer is a page, which is not declared');
  if (asBytes) return bytes;
  if (kind === undefined || operation.method === 'HEAD' || noBody.includes(status)) return undefined;
  if (kind === 'binary') return bytes;
  const isJson = kind === 'json';
  if (isJson && bytes.length === 0) throw fail('the answer is empty where JSON is declared');
  let text: string | undefined;
  try {
    text = utf8.decode(bytes);
    if (isJson) return JSON.parse(text);
  } catch {
    const what = text === undefined ? 'UTF-8' : 'the JSON that is declared';
    throw fail(`the answer is not ${what}`);
  }
  const splitter = kind === 'text' || content === undefined ? undefined : operation.split?.(content, fail);
  return splitter === undefined ? text : [...splitter.push(text), ...splitter.end()];
}

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

/** Makes errors for an answer that is not what is declared; its bytes may be the beginning alone. */
export function unexpectedContent(
  operation: string,
  received: Received,
  bytes: Bytes,
): (message: string) => UnexpectedContentError {
  return (message) => {
    const { redactor, response, meta } = received;
    const { status, headers } = response;
    const contentType = redactor.text(headers.get('content-type') ?? '') || undefined;
    // Cut after redacting: half a secret would not be found.
    const snippet = redactor.text(new TextDecoder().decode(bytes.subarray(0, snippetBytes))).slice(0, snippetLength);
    const found = { status, contentType, snippet, meta };
    const text = `${message} (status ${status}, ${contentType ?? 'no content type'})`;
    return new UnexpectedContentError(operation, text, found);
  };
}
