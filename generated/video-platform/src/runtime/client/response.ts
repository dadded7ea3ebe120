import type { Operation, OperationContent } from '../operation.js';
import { ApiError, type ApiErrorDetail, type ApiErrorFields } from './api-error.js';
import { UnexpectedContentError } from './errors.js';
import { accepts, type Bytes } from './media.js';
import { isJsonObject } from '../json.js';
import type { Redactor } from './redact.js';
import { readRetryAfter } from './retry.js';

const longestErrorBody = 65_536;
const longestErrorText = 1_000;
const snippetLength = 200;
const noBody: readonly number[] = [204, 205, 304];

/** A whole answer. */
export interface Received {
  readonly operation: Operation<never, unknown>;
  readonly response: Response;
  readonly bytes: Bytes;
  readonly redactor: Redactor;
}

/** The `Accept` header that fits the declared answers. */
export function acceptOf(operation: Operation<never, unknown>): string {
  const types = operation.responses.filter((one) => one.status.startsWith('2')).flatMap((one) => one.contents ?? []);
  return [...new Set(types.map((one) => one.mediaType))].join(', ') || '*/*';
}

/** The body of a successful answer as its declared type: JSON, text, bytes, or `undefined` where no body is declared. */
export function readData(received: Received): unknown {
  const { operation, response, bytes } = received;
  const type = response.headers.get('content-type') ?? '';
  const content = declaredContent(operation, response.status, type);
  if (content === undefined || operation.method === 'HEAD' || noBody.includes(response.status)) return undefined;
  if (content.kind === 'binary') return bytes;
  if (content.kind === 'json' || content.kind === undefined) return readJson(received);
  return decode(received);
}

function declaredContent(
  operation: Operation<never, unknown>,
  status: number,
  type: string,
): OperationContent | undefined {
  const { responses } = operation;
  const exact =
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status.toUpperCase() === `${String(status)[0]}XX`);
  const success =
    responses.find((one) => one.status.startsWith('2')) ?? responses.find((one) => one.status === 'default');
  const contents = (exact ?? success)?.contents ?? [];
  return contents.find((one) => accepts(one.mediaType, type)) ?? contents[0];
}

function readJson(received: Received): unknown {
  if (received.bytes.length === 0) throw unexpectedContent(received, 'the answer is empty where JSON is declared');
  try {
    return JSON.parse(decode(received));
  } catch (error) {
    throw error instanceof UnexpectedContentError
      ? error
      : unexpectedContent(received, 'the answer is not the JSON that is declared');
  }
}

function decode(received: Received): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(received.bytes);
  } catch {
    throw unexpectedContent(received, 'the answer is not UTF-8');
  }
}

/** The error for an answer that is not what is declared; its bytes may be the beginning alone. */
export function unexpectedContent(
  { operation, response, bytes, redactor }: Received,
  message: string,
): UnexpectedContentError {
  const contentType = redactor.text(response.headers.get('content-type') ?? '') || undefined;
  // Cut after redacting: half a secret would not be found.
  const snippet = redactor.text(new TextDecoder().decode(bytes.subarray(0, longestErrorBody))).slice(0, snippetLength);
  return new UnexpectedContentError(
    operation.id,
    `${message} (status ${response.status}, ${contentType ?? 'no content type'})`,
    { status: response.status, contentType, snippet },
  );
}

/** The error that an unsuccessful answer stands for; reads only the beginning of its body. */
export async function readApiError(
  operation: string,
  response: Response,
  context: { readonly redactor: Redactor; readonly now: number },
): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const { redactor, now } = context;
  const body = parse(await readBeginning(response), redactor);
  const { message, ...found } = readEnvelope(body);
  const said = message ?? redactor.text(statusText);
  const text = `${operation}: ${status}${found.reason === undefined ? '' : ` ${found.reason}`}${said === '' ? '' : `: ${said}`}`;
  const requestId = headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-goog-request-id');
  return new ApiError(operation, text, {
    status,
    ...found,
    requestId: requestId === null ? undefined : redactor.text(requestId),
    body,
    retryAfterMs: readRetryAfter(headers.get('retry-after'), now),
  });
}

/** What the body of an error says, in any of the usual forms: Google's, problem details, OAuth's `error` as a text. */
function readEnvelope(
  body: unknown,
): Pick<ApiErrorFields, 'reason' | 'code' | 'errors'> & { message?: string | undefined } {
  // An operation that answers with an array may put its error into one.
  const whole: unknown = Array.isArray(body) ? body[0] : body;
  const envelope = isJsonObject(whole) ? (isJsonObject(whole['error']) ? whole['error'] : whole) : {};
  const text = wordOf(envelope['error']);
  const [word, sentence] = text?.includes(' ') ? [undefined, text] : [text, undefined];
  const errors = detailsOf(envelope['errors']);
  const code = wordOf(envelope['status']) ?? wordOf(envelope['code']) ?? word;
  const detail = [errors[0], ...detailsOf(envelope['details'])].find((one) => one?.reason !== undefined);
  const messages = ['message', 'detail', 'title', 'error_description'].map((name) => wordOf(envelope[name]));
  return {
    code,
    errors,
    reason: detail?.reason ?? code,
    message: messages.find((one) => one !== undefined) ?? sentence,
  };
}

function parse(text: string, redactor: Redactor): unknown {
  try {
    return redactor.value(JSON.parse(text));
  } catch {
    return text === '' ? undefined : redactor.text(text).slice(0, longestErrorText);
  }
}

function detailsOf(value: unknown): readonly ApiErrorDetail[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((one) => {
    const fields = ['reason', 'domain', 'message', 'location', 'locationType'].flatMap((name) =>
      typeof one[name] === 'string' ? [[name, one[name]]] : [],
    );
    return Object.fromEntries(fields);
  });
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The beginning of a body as text; what cannot be read counts as absent, the status says enough. */
async function readBeginning({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
      if (text.length > longestErrorBody) break;
    }
  } catch {
    // A broken body still leaves a status.
  }
  reader.cancel().catch(() => undefined);
  return text;
}
