import { isJsonObject } from '../../json.js';
import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import type { Operation } from '../../operation.js';
import { openScope } from '../options/scope.js';
import { defaultTimeoutMs } from './attempt.js';
import { BodyReader } from './track-body.js';
import type { CallMeta } from '../errors/call-meta.js';
import type { Hooks, Call } from '../options/options.js';

/** The parts of a call that its error is made of. */
export interface ErrorContext extends Pick<Call, 'redactor'> {
  readonly operation: Operation<never, unknown>;
  readonly settings: {
    readonly hooks: Pick<Hooks, 'readErrorBody' | 'readErrorTexts' | 'toError'>;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
  };
  readonly options?: Pick<Call['options'], 'idleTimeoutMs'>;
}

/** The error that an unsuccessful response reports; reads only the beginning of its body. */
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

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date); `undefined` where it is absent or nonsense. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text && /^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  // Date.parse alone takes far more than dates: `-5`, `1.5`.
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

/** Reads the beginning of a body as text; an unreadable one counts as absent, since the status says enough. */
async function readBeginning({ body }: Response, call: ErrorContext) {
  // Of a body that a middleware has read or is reading, nothing is left.
  if (body?.locked !== false) return '';
  const scope = openScope();
  scope.limit(call.options?.idleTimeoutMs ?? defaultTimeoutMs);
  const reader = new BodyReader(body, { call, scope, idleTimeoutMs: 0 });
  const bytes = await reader.readAll(65_536);
  void reader.cancel();
  return new TextDecoder().decode(bytes);
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
