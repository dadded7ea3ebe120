import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';

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
  // Without braces it is one expression, or an address as it is.
  if (expression.startsWith('$')) return valueOf(expression, call);
  let isWhole = true;
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_all, inner: string) => {
    const value = valueOf(inner, call);
    isWhole &&= value !== undefined;
    return value ?? '';
  });
  return isWhole ? text : undefined;
}

function valueOf(expression: string, call: EvaluatedCall): string | undefined {
  if (expression === '$url') return call.url;
  if (expression === '$method') return call.method;
  if (expression === '$statusCode') return String(call.status);
  const [, side, source = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  const isRequest = side === 'request';
  const [, part, name = ''] = /^(header|query|path)\.(.+)$/s.exec(source) ?? [];
  if (part === 'header') return headerIn(isRequest ? call.requestHeaders : call.responseHeaders, name);
  if (part === 'query' && isRequest) return new URL(call.url).searchParams.get(name) ?? undefined;
  if (part === 'path' && isRequest) return textOf(Object.hasOwn(call.params, name) ? call.params[name] : undefined);
  const [, pointer] = /^body(?:#(.*))?$/s.exec(source) ?? [];
  if (!source.startsWith('body')) return undefined;
  return textOf(valueAtPointer(isRequest ? call.body : call.responseBody, pointer ?? ''));
}

function headerIn(headers: Headers, name: string): string | undefined {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? (headers.get(name) ?? undefined) : undefined;
}

function valueAtPointer(value: Json | undefined, pointer: string): Json | undefined {
  if (pointer === '') return value;
  let found = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(key) ? found[Number(key)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
