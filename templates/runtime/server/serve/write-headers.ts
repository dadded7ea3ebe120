import type { OperationHeader } from '../../operation.js';
import type { ServedOperation } from './served-operation.js';

/** The headers of a response as text: those that the operation declares as it says, others as they are. */
export function writeHeaders({ operation }: ServedOperation, given: object, fail: (message: string) => Error): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const declared = operation.headers?.find((one) => one.name.toLowerCase() === name.toLowerCase());
    try {
      if (name.toLowerCase() === 'set-cookie' && Array.isArray(value))
        for (const one of value) headers.append(name, String(one));
      else headers.set(name, headerText(value, declared));
    } catch {
      throw fail(`has a header ${JSON.stringify(name)} that cannot be sent`);
    }
  }
  return headers;
}

/** Writes the value of a header: lists and objects in the style `simple`. */
export function headerText(value: unknown, { json = false, explode = false }: Partial<OperationHeader> = {}): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((one: unknown) => headerText(one)).join(',');
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return String(value);
  // A value of Temporal has text of its own.
  if (String(value) !== '[object Object]') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}${explode ? '=' : ','}${headerText(one)}`)
    .join(',');
}
