import type { Json } from '@speccast/runtime';
import { pointerToken, readMember, toJsonObject } from '@speccast/runtime/requests';
import type { Received } from '../../plan/plan.js';
import { isToken } from '../../plan/operations/header-issue.js';

/** The request and the response that runtime expressions of OpenAPI read. */
interface Called {
  readonly received: Pick<Received, 'request' | 'url' | 'params' | 'body' | 'responseBody'>;
  readonly response: Pick<Response, 'status' | 'headers'>;
}

/**
 * Evaluates the address of a callback: `{$request.body#/callbackUrl}`, also within a longer string. Undefined if a value is
 * missing.
 */
export function evaluateExpression(expression: string, call: Called): string | undefined {
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
function readValue(expression: string, { received, response }: Called): string | undefined {
  const { request, url, params, body, responseBody } = received;
  if (expression === '$url') return url.href;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return String(response.status);
  const form = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/s;
  const [all, side, part, name = '', pointer = ''] = form.exec(expression) ?? [];
  const isRequest = side === 'request';
  if (part === 'header' && isToken.test(name)) return (isRequest ? request : response).headers.get(name) ?? undefined;
  if (all === undefined || part === 'header' || (part !== undefined && !isRequest)) return undefined;
  if (part === 'query') return url.searchParams.get(name) ?? undefined;
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
