import type { Json } from '../../spec/read/json.js';
import { isJsonObject } from '../../spec/read/json.js';
import { literal, propertyKey } from './literals.js';

/** Members of every object: the compiler gives a value under such a key the type it has there, not that of the map's values. */
const objectMembers: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('__')),
);

/** Source text of a JSON value whose texts keep their types under every key, also under `toString`; TypeScript only. */
export function typedLiteral(value: Json): string {
  if (!hasObjectMember(value)) return literal(value);
  if (Array.isArray(value)) return `[${value.map(typedLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return literal(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const kept = objectMembers.has(key) && holdsText(item) ? ' as const' : '';
    return `${propertyKey(key)}: ${typedLiteral(item)}${kept}`;
  });
  return `{ ${entries.join(', ')} }`;
}

function hasObjectMember(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasObjectMember);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => objectMembers.has(key) || hasObjectMember(item));
}

function holdsText(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string';
  return Object.values(value).some(holdsText);
}
