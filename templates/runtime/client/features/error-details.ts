import { isJsonObject, type JsonObject } from '../../json.js';
import { oneLine } from '../../printable.js';
import type { ApiErrorDetail, ErrorBody } from '../errors/api-error.js';
import type { CoreFeature } from '../options/options.js';

/** Reads the reason and the message of an error: `{ error: { message: 'm', status: 'NOT_FOUND' } }`. */
export function readReason(body: unknown): ErrorBody {
  const outer = Object(body);
  const { message, errors, status, code } = Object(outer.error ?? outer);
  const find = (...values: readonly unknown[]): string | undefined =>
    values.find((one): one is string => typeof one === 'string' && one !== '');
  return {
    reason: find(errors?.[0]?.reason, status, code),
    texts: [find(message, outer.error)].filter((one) => one !== undefined),
  };
}

/** The feature that reads all details of errors, in the forms of Google's APIs, RFC 9457 and OAuth. */
export const withErrorDetails: CoreFeature<never> & Required<Pick<CoreFeature, 'readErrorBody'>> = { readErrorBody };

function readErrorBody(body: unknown): ErrorBody {
  // Services may also put the error of an operation that returns an array into an array.
  const outer = Object(Array.isArray(body) ? body[0] : body);
  const envelope: JsonObject = isJsonObject(outer.error) ? outer.error : outer;
  const find = (...names: readonly string[]): string | undefined =>
    names.map((name) => envelope[name]).find((one): one is string => typeof one === 'string' && one !== '');
  const error = find('error');
  const isSentence = error?.includes(' ');
  const errors = listDetails(envelope['errors']);
  const code = find('status', 'code', 'Code') ?? (isSentence ? undefined : error);
  const message = find('message', 'detail', 'title') ?? (isSentence ? error : undefined);
  const texts = [message, ...errors.map((one) => one.message)].filter((one) => one !== undefined).slice(0, 4);
  return {
    reason: [...errors, ...listDetails(envelope['details'])].find((one) => one.reason)?.reason ?? code,
    code,
    errors,
    texts: [...new Set(texts.map((one) => oneLine(one)))],
  };
}

/** Lists the objects in a list, each with only its members that are strings. */
function listDetails(list: unknown): readonly ApiErrorDetail[] {
  return Array.isArray(list)
    ? list
        .filter(isJsonObject)
        .map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value === 'string')))
    : [];
}
