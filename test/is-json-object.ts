import type { Json } from 'speccast/emitter';

/** Whether a value is a JSON object and not a list. */
export function isJsonObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
