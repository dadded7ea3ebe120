import { isJsonObject, type JsonObject } from '../../json.js';
import { oneLine } from '../../printable.js';
import { ApiError, type ApiErrorDetail, type ApiErrorFields } from '../errors/api-error.js';
import type { Operation, Service } from '../../operation.js';
import type { Call } from '../options/options.js';
import type { CallMeta } from './call-response.js';
import { readRetryAfter } from './retry.js';
import { openScope } from './scope.js';
import { BodyReader } from './track-body.js';

const longestErrorBody = 65_536;
const longestErrorText = 1_000;
const mostTexts = 4;
const defaultLimitMs = 60_000;

/** What an error says of the call that failed. */
export interface ErrorContext extends Pick<Call, 'redactor'> {
  readonly operation: Operation<never, unknown>;
  /** Absent: `Retry-After` and budgets do not count. */
  readonly settings?: Pick<Call['settings'], 'service'> & { readonly clock: Pick<Call['settings']['clock'], 'now'> };
  readonly options?: Pick<Call['options'], 'idleTimeoutMs'>;
}

/** The error that an unsuccessful response reports; reads only the beginning of its body. */
export async function readApiError(call: ErrorContext, response: Response, meta: CallMeta): Promise<ApiError> {
  const { operation, redactor, settings } = call;
  const { id } = operation;
  const { status, statusText, headers } = response;
  const now = settings?.clock.now() ?? 0;
  const body = parse(await readBeginning(response, call), response, call);
  const { texts, reason, ...found } = readEnvelope(body, settings?.service);
  const [first = redactor.text(statusText), ...more] = texts;
  const text = [`${id}: ${status}${reason ? ` ${reason}` : ''}${first && `: ${first}`}`, ...more].join('\n');
  const fields: ApiErrorFields = {
    status,
    reason,
    ...found,
    requestId: meta.requestId,
    body,
    retryAfterMs: readRetryAfter(headers.get('retry-after'), now),
    meta,
  };
  return settings?.service.quota?.toError(id, text, fields, now) ?? new ApiError(id, text, fields);
}

/** What the body of an error says: its texts, in the form of Google's APIs or as the service reads them, and its reason. */
function readEnvelope(
  body: unknown,
  service: Pick<Service, 'readErrorTexts'> | undefined,
): Pick<ApiErrorFields, 'reason' | 'code' | 'errors'> & { readonly texts: readonly string[] } {
  // An operation that returns an array may put its error into one.
  const outer = Object(Array.isArray(body) ? body[0] : body);
  const envelope: JsonObject = isJsonObject(outer.error) ? outer.error : outer;
  const find = (...names: readonly string[]): string | undefined =>
    names.map((name) => envelope[name]).find((one): one is string => typeof one === 'string' && one !== '');
  const said = find('error');
  const isSentence = said?.includes(' ');
  const errors = detailsOf(envelope['errors']);
  const code = find('status', 'code', 'Code') ?? (isSentence ? undefined : said);
  const message = find('message', 'detail', 'title') ?? (isSentence ? said : undefined);
  const texts = [message, ...errors.map((one) => one.message)].filter((one) => one !== undefined).slice(0, mostTexts);
  return {
    reason: [...errors, ...detailsOf(envelope['details'])].find((one) => one.reason)?.reason ?? code,
    code,
    errors,
    texts: service?.readErrorTexts?.(body) ?? [...new Set(texts.map((one) => oneLine(one)))],
  };
}

/** The objects of a list with what is text in them. */
function detailsOf(list: unknown): readonly ApiErrorDetail[] {
  return Array.isArray(list)
    ? list
        .filter(isJsonObject)
        .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value === 'string')))
    : [];
}

function parse(text: string, response: Response, { operation, redactor }: ErrorContext): unknown {
  try {
    return redactor.json(text);
  } catch {
    const plain = redactor.text(text);
    return operation.xml?.readError(plain, response, operation) ?? (plain.slice(0, longestErrorText) || undefined);
  }
}

/** The beginning of a body as text; what cannot be read counts as absent, the status says enough. */
async function readBeginning({ body }: Response, call: ErrorContext): Promise<string> {
  // Of a body that was read or is being read, by a middleware for one, nothing is left.
  if (body?.locked !== false) return '';
  const scope = openScope();
  scope.limit(call.options?.idleTimeoutMs ?? defaultLimitMs);
  const reader = new BodyReader(body, { call, scope, idleTimeoutMs: 0 });
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < longestErrorBody) {
      const bytes = await reader.read();
      if (!bytes) break;
      text += decoder.decode(bytes, { stream: true });
    }
  } catch {
    // A broken body still leaves a status.
  }
  void reader.cancel();
  return text;
}

/** The statuses that a gRPC gateway sends for the codes of gRPC: 404 for 5, `NOT_FOUND`. */
const gatewayStatuses = [500, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401];

/**
 * The status of an error that replaces an item: `{ error: { code: 403 } }`; `undefined` of all other items. In the lines of a
 * gRPC gateway each `error` is one, and its `code` is one of gRPC.
 */
export function statusOfError(item: unknown, { responses = [] }: Operation<never, unknown>): number | undefined {
  const error = isJsonObject(item) ? item['error'] : undefined;
  if (!isJsonObject(error)) return undefined;
  const code = Number(error['http_code'] ?? error['code']);
  if (code >= 400 && code < 600) return code;
  const isGateway = responses.some(({ contents = [] }) => contents.some(({ items }) => items === 'result'));
  return isGateway ? (gatewayStatuses[code] ?? 500) : undefined;
}
