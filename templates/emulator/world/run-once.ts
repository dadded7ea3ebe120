import { expandParameters, type JsonObject } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails, writeExactly } from '@speccast/runtime/requests';
import type { Engine } from './engine.js';
import type { Call, CallResponse, Valid } from '../plan/plan.js';
import { countBytes } from '../store/media.js';
import type { Row } from '../store/table.js';
import { stringsOf } from '../values/json-path.js';

/** The table of the responses to calls with an idempotency key, which belongs to the state of a world. */
const table = '~idempotent';

const mostKept = 10_000;

/** Errors after which a key may come with another body: nothing was tried yet. */
const untried: readonly number[] = [400, 422, 429];

/**
 * Runs a call, or repeats the response to an earlier one of the same caller with the same `Idempotency-Key`, where the operation
 * declares that header. Rejects (422) a key that came with another request. Failures of the service are not kept.
 */
export function runOnce(engine: Engine, input: Valid, run: () => CallResponse): CallResponse {
  const {
    notes,
    request,
    plan: { operation },
  } = input;
  const declared = expandParameters(operation).find(
    (one) => one.in === 'header' && /^(?:x-)?idempotency-key$/i.test(one.name),
  );
  const key = declared === undefined ? null : request.headers.get(declared.name);
  if (declared === undefined || key === null || key === '' || operation.method === 'GET') return run();
  const { [declared.property ?? declared.name]: _key, ...params } = input.params;
  const { media, body = null } = input;
  const sent = writeExactly([params, body, media === undefined ? null : [media.mediaType, countBytes(media)]]);
  const id = writeExactly([operation.id, input.token ?? null, key]);
  const known = engine.findRow(table, id);
  if (known !== undefined) {
    if (known['sent'] === sent) return repeat(known, notes);
    throw new HttpError(422, 'idempotencyKeyReused', `${declared.name} was sent with another request before.`, {
      location: declared.name,
      locationType: 'header',
    });
  }
  const keep = (outcome: JsonObject): void => {
    engine.change((tables) => {
      tables.put(table, { id, sent, ...outcome });
      const oldest = tables.size(table) > mostKept ? tables.first(table) : undefined;
      if (oldest !== undefined) tables.remove(table, String(oldest['id']));
    });
  };
  try {
    const response = run();
    // `as`: these kinds hold JSON alone.
    if (response.kind === 'json' || response.kind === 'empty')
      keep({ response: { ...response } as JsonObject, ignored: notes.ignored, sampled: notes.sampled === true });
    return response;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500 && !untried.includes(error.status)) {
      const { status, reason, message, details } = error;
      // `as`: details are JSON.
      keep({ error: { status, reason, message, details: { ...details } as JsonObject } });
    }
    throw error;
  }
}

function repeat({ response, error, ignored, sampled }: Row, notes: Call['notes']): CallResponse {
  notes.ignored.push(...stringsOf(ignored));
  if (sampled === true) notes.sampled = true;
  // `as`: the row was written above.
  if (error === undefined) return response as CallResponse;
  // `as`: so was this one.
  const { status, reason, message, details } = error as JsonObject;
  // `as`: details are JSON.
  throw new HttpError(Number(status), String(reason), String(message), details as HttpErrorDetails);
}
