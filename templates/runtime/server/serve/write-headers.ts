import type { OperationHeader } from '../../operation.js';
import type { ServedOperation } from './served-operation.js';

/** Writes the headers of a response, in the style that the operation declares, or else as text. Throws errors of `fail`. */
export function writeHeaders({ operation }: ServedOperation, sent: object, fail: (message: string) => Error): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    const lower = name.toLowerCase();
    const declared = operation.headers?.find((one) => one.name.toLowerCase() === lower);
    try {
      if (lower === 'set-cookie' && Array.isArray(value)) for (const one of value) headers.append(name, String(one));
      else if (value !== undefined && value !== null) headers.set(name, headerText(value, declared));
    } catch {
      throw fail(`has a header ${JSON.stringify(name)} that cannot be sent`);
    }
  }
  return headers;
}

/** Writes the value of a header, in style `simple`: `['a', 'b']` → `a,b`, `{ width: 100 }` → `width,100`, exploded `width=100`. */
export function headerText(value: unknown, { json = false, explode = false }: Partial<OperationHeader> = {}): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((one: unknown) => headerText(one)).join(',');
  if (value instanceof Date) return value.toISOString();
  // Values of `Temporal` are objects with a text of their own.
  if (Object(value) !== value || String(value) !== '[object Object]') return String(value);
  return Object.entries(Object(value))
    .map(([name, one]) => `${name}${explode ? '=' : ','}${headerText(one)}`)
    .join(',');
}
