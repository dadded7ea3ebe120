import { isJsonObject } from '../../json.js';
import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import type { Operation } from '../../operation.js';
import { openScope } from '../options/scope.js';
import { defaultTimeoutMs } from './attempt.js';
import { BodyReader } from './track-body.js';
import type { CallMeta } from '../errors/call-meta.js';
import type { Hooks, Call } from '../options/options.js';

/** The parts of a call that are needed to create its error. */
export interface ErrorContext extends Pick<Call, 'redactor'> {
  readonly operation: Operation<never, unknown>;
  readonly settings: {
    readonly hooks: Pick<Hooks, 'readErrorBody' | 'readErrorTexts' | 'toError'>;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
  };
  readonly options?: Pick<Call['options'], 'idleTimeoutMs'>;
}

/** Creates the error for an unsuccessful response. Reads only the beginning of its body. */
export async function readApiError(call: ErrorContext, response: Response, meta: CallMeta): Promise<ApiError> {
  const { operation, redactor, settings } = call;
  const { id } = operation;
  const { status, statusText, headers } = response;
  const now = settings.now();
  const body = parse(await readBeginning(response, call), response, call);
  const { texts: own, reason, ...found } = settings.hooks.readErrorBody(body);
  const texts = settings.hooks.readErrorTexts?.(body) ?? own;
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
  return settings.hooks.toError?.(id, text, fields, now) ?? new ApiError(id, text, fields);
}

/** Converts a `Retry-After` header, seconds or an HTTP date, to milliseconds; `undefined` if it is absent or invalid. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text && /^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also accepts `-5` and `1.5`.
  const at = text && /^[A-Z][a-z]{2,8},? .*\d:\d\d:\d\d/.test(text) ? Date.parse(text) : -1;
  return at >= 0 ? Math.max(0, at - now) : undefined;
}

function parse(text: string, response: Response, { operation, redactor }: ErrorContext): unknown {
  try {
    return redactor.json(text);
  } catch {
    const plain = redactor.text(text);
    return operation.xml?.readError(plain, response, operation) ?? (plain.slice(0, 1_000) || undefined);
  }
}

/** Reads the beginning of a body as text; `''` if it cannot be read: the status alone is then the error. */
async function readBeginning({ body }: Response, call: ErrorContext) {
  // A middleware has read the body, or is reading it.
  if (body?.locked !== false) return '';
  const scope = openScope();
  scope.limit(call.options?.idleTimeoutMs ?? defaultTimeoutMs);
  const reader = new BodyReader(body, { call, scope, idleTimeoutMs: 0 });
  const bytes = await reader.readAll(65_536);
  void reader.cancel();
  return new TextDecoder().decode(bytes);
}

/** The HTTP statuses of a gRPC gateway, by gRPC code: 404 for 5, `NOT_FOUND`. */
const gatewayStatuses = [500, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401];

/**
 * Returns the status of an item that is an error, `{ error: { code: 403 } }` → 403; `undefined` for other items. In streams of gRPC
 * gateways, `code` is a gRPC code: `{ error: { code: 5 } }` → 404.
 */
export function readErrorStatus(item: unknown, { responses = [] }: Operation<never, unknown>): number | undefined {
  const error = isJsonObject(item) ? item['error'] : undefined;
  if (!isJsonObject(error)) return undefined;
  const code = Number(error['http_code'] ?? error['code']);
  if (code >= 400 && code < 600) return code;
  const isGateway = responses.some(({ contents = [] }) => contents.some(({ items }) => items === 'result'));
  return isGateway ? (gatewayStatuses[code] ?? 500) : undefined;
}
