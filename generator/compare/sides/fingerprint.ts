import type { Json } from '../../json.js';
import { keywords } from '../../keywords/keywords.js';

/** Names of schemas by their ids. */
type NameOf = (id: string) => string;

/** Keys that only people read, or that are compared by themselves. */
const annotations: ReadonlySet<string> = new Set(['at', 'default', 'doc', 'examples', 'extensions', 'notes', 'title']);

/** Lists whose order means nothing. */
const unordered: ReadonlySet<string> = new Set([
  ...[...keywords.values()].filter(({ isUnordered }) => isUnordered).map(({ name }) => name),
  'mapping',
  'members',
  'of',
  'requiredOnly',
  'types',
  'values',
]);

/** Text that is the same for two schemas, or parts of some, with the same assertions, written alike. */
export function fingerprint(schema: object, nameOf: NameOf): string {
  return print(schema, '', nameOf);
}

function print(value: unknown, key: string, nameOf: NameOf): string {
  if (Array.isArray(value)) return `[${printItems(value, key, nameOf).join()}]`;
  if (typeof value !== 'object' || value === null)
    return (key === 'ref' || key === 'model') && typeof value === 'string'
      ? JSON.stringify(nameOf(value))
      : JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([name, one]) => one !== undefined && !(isSchemaLike(value) && annotations.has(name)))
    .map(([name, one]) => `${JSON.stringify(name)}:${print(one, name, nameOf)}`);
  return `{${entries.toSorted().join()}}`;
}

function printItems(items: readonly unknown[], key: string, nameOf: NameOf): readonly string[] {
  const printed = items.map((item) => print(item, '', nameOf));
  return unordered.has(key) ? printed.toSorted() : printed;
}

/** Values of enums may have keys of any name; schemas know their location, and members of types their notes. */
function isSchemaLike(value: object): boolean {
  return 'doc' in value && ('at' in value || 'notes' in value);
}

/** Text that is the same for equal values, whatever the order of their keys. */
export function valueKey(value: Json): string {
  return print(value, '', (id) => id);
}
