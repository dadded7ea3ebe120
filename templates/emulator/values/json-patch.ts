import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, memberAt, writeExactly } from '@speccast/runtime/requests';

/** Applies a JSON Patch (RFC 6902). Rejects (400) an invalid one, and (409) one whose `test` fails; then nothing has changed. */
export function applyPatch(value: Json, patch: Json): Json {
  const operations = Array.isArray(patch) ? patch : [patch];
  return operations.reduce<Json>((before, operation: Json, index) => {
    try {
      return applyOne(before, operation);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new HttpError(400, 'invalidBody', `The patch cannot be applied: ${why}`, {
        location: `/${index}`,
        locationType: 'body',
      });
    }
  }, value);
}

function applyOne(value: Json, operation: Json): Json {
  if (!isJsonObject(operation)) throw new Error('an operation has to be an object.');
  const path = pointer(operation['path']);
  const from = (): readonly string[] => pointer(operation['from']);
  switch (operation['op']) {
    case 'add':
      return added(value, path, required(operation['value']));
    case 'remove':
      return removed(value, path);
    case 'replace':
      return added(removed(value, path), path, required(operation['value']));
    case 'move':
      if (path.join('/').startsWith(`${from().join('/')}/`)) throw new Error('a value cannot move into itself.');
      return added(removed(value, from()), path, existing(value, from()));
    case 'copy':
      return added(value, path, existing(value, from()));
    case 'test':
      if (writeExactly(sorted(existing(value, path))) === writeExactly(sorted(operation['value'] ?? null)))
        return value;
      throw new HttpError(409, 'testFailed', `The value at ${String(operation['path'])} is another one.`, {
        location: String(operation['path']),
        locationType: 'body',
      });
    default:
      throw new Error(`there is no operation ${JSON.stringify(operation['op'] ?? null)}.`);
  }
}

function required(value: Json | undefined): Json {
  if (value === undefined) throw new Error('an operation has no value.');
  return value;
}

/** The names in a JSON Pointer (RFC 6901). */
function pointer(text: Json | undefined): readonly string[] {
  if (text === '') return [];
  if (typeof text !== 'string' || !text.startsWith('/'))
    throw new Error(`${JSON.stringify(text ?? null)} is no JSON Pointer.`);
  return text
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function existing(value: Json, path: readonly string[]): Json {
  let current: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(current)) current = memberAt(current, [indexIn(current, name)]);
    else current = isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
    if (current === undefined) throw new Error(`there is nothing at /${path.join('/')}.`);
  }
  return current;
}

function indexIn(list: readonly Json[], name: string): number {
  const index = /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
  if (!(index < list.length)) throw new Error(`the list has no item ${name}.`);
  return index;
}

function added(value: Json, [name, ...rest]: readonly string[], change: Json): Json {
  if (name === undefined) return change;
  if (Array.isArray(value)) {
    if (rest.length > 0) {
      const at = indexIn(value, name);
      return value.map((one: Json, index) => (index === at ? added(one, rest, change) : one));
    }
    const at = name === '-' || name === String(value.length) ? value.length : indexIn(value, name);
    return value.toSpliced(at, 0, change);
  }
  if (!isJsonObject(value)) throw new Error(`nothing can be added at ${name}.`);
  if (rest.length === 0) return { ...value, ...Object.fromEntries([[name, change]]) };
  return { ...value, ...Object.fromEntries([[name, added(existing(value, [name]), rest, change)]]) };
}

function removed(value: Json, path: readonly string[]): Json {
  existing(value, path);
  const [name, ...rest] = path;
  if (name === undefined) return null;
  if (Array.isArray(value)) {
    const at = indexIn(value, name);
    return rest.length === 0
      ? value.toSpliced(at, 1)
      : value.map((one: Json, index) => (index === at ? removed(one, rest) : one));
  }
  const entries = Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, one]): [string, Json][] => {
    if (key !== name) return [[key, one]];
    return rest.length === 0 ? [] : [[key, removed(one, rest)]];
  });
  return Object.fromEntries(entries);
}

/** The value with the members of objects in order, so that equal values have equal texts. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => sorted(one));
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}
