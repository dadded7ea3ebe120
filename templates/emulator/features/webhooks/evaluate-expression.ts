import type { Json, JsonObject } from '@speccast/runtime';
import { pointerToken, readMember, toJsonObject } from '@speccast/runtime/requests';
import { isToken } from '../../plan/operations/header-issue.js';

/** A call of an operation, as runtime expressions of OpenAPI see it. */
export interface EvaluatedCall {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly requestHeaders: Headers;
  readonly responseHeaders: Headers;
  /** Values of the path template by name. */
  readonly params: JsonObject;
  readonly body: Json | undefined;
  readonly responseBody: Json | undefined;
}

/**
 * Evaluates the address of a callback: `{$request.body#/callbackUrl}`, also within a longer string. Undefined where a value is
 * missing.
 */
export function evaluateExpression(expression: string, call: EvaluatedCall): string | undefined {
  // Without braces it is one expression, or a plain address.
  if (expression.startsWith('$')) return readValue(expression, call);
  let isWhole = true;
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_all, inner: string) => {
    const value = readValue(inner, call);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

/** Reads the value of one expression: `$request.header.x-url`. Objects and lists have none. */
function readValue(expression: string, call: EvaluatedCall): string | undefined {
  if (expression === '$url') return call.url;
  if (expression === '$method') return call.method;
  if (expression === '$statusCode') return String(call.status);
  const form = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/s;
  const [all, side, part, name = '', pointer = ''] = form.exec(expression) ?? [];
  const isRequest = side === 'request';
  const { requestHeaders, responseHeaders, params, body, responseBody } = call;
  if (part === 'header' && isToken.test(name))
    return (isRequest ? requestHeaders : responseHeaders).get(name) ?? undefined;
  if (all === undefined || part === 'header' || (part !== undefined && !isRequest)) return undefined;
  if (part === 'query') return new URL(call.url).searchParams.get(name) ?? undefined;
  const value = part === 'path' ? readMember(params, name) : readPointer(isRequest ? body : responseBody, pointer);
  return value !== null && typeof value !== 'object' ? value?.toString() : undefined;
}

/** Reads the value at a JSON pointer: `/links/0/url`. References in it are not followed. */
function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  let found = value;
  for (const step of pointer.split('/').slice(1).map(pointerToken)) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(step) ? found[Number(step)] : undefined;
    else found = readMember(toJsonObject(found), step);
  }
  return found;
}
