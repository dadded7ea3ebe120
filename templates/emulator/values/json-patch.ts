import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, bodyError, memberAt, readMember, toJsonObject } from '@speccast/runtime/requests';
import { isOneOf } from '@speccast/runtime/validators';

/** Applies a JSON Patch (RFC 6902). Rejects (400) an invalid one, and (409) one whose `test` fails; then nothing has changed. */
export function applyPatch(value: Json, patch: Json): Json {
  let result = value;
  for (const [index, operation] of (Array.isArray(patch) ? patch : [patch]).entries()) {
    try {
      result = applyOperation(result, operation);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw bodyError('invalidBody', `The patch cannot be applied: ${why}`, { location: `/${index}` });
    }
  }
  return result;
}

function applyOperation(value: Json, operation: Json): Json {
  if (!isJsonObject(operation)) throw new Error('an operation has to be an object.');
  const { op, value: change } = operation;
  const path = readPointer(operation['path']);
  if ((op === 'add' || op === 'replace') && change === undefined) throw new Error('an operation has no value.');
  switch (op) {
    case 'add':
      return put(value, path, change);
    case 'remove':
      return remove(value, path);
    case 'replace':
      return put(remove(value, path), path, change);
    case 'move': {
      const from = readPointer(operation['from']);
      if (path.join('/').startsWith(`${from.join('/')}/`)) throw new Error('a value cannot move into itself.');
      return put(remove(value, from), path, find(value, from));
    }
    case 'copy':
      return put(value, path, find(value, readPointer(operation['from'])));
    case 'test':
      if (isOneOf(find(value, path), [change ?? null])) return value;
      throw new HttpError(409, 'testFailed', `The value at ${String(operation['path'])} is not the expected one.`, {
        location: String(operation['path']),
        locationType: 'body',
      });
    default:
      throw new Error(`there is no operation ${JSON.stringify(op ?? null)}.`);
  }
}

/** Reads the names in a JSON Pointer (RFC 6901): `/a~1b/0` → `['a/b', '0']`. */
function readPointer(text: Json | undefined): readonly string[] {
  if (text === '') return [];
  if (typeof text !== 'string' || !text.startsWith('/'))
    throw new Error(`${JSON.stringify(text ?? null)} is no JSON Pointer.`);
  const names = text.slice(1).split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a path. Throws if there is none. */
function find(value: Json, path: readonly string[]): Json {
  let current: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(current)) current = memberAt(current, [readIndex(current, name)]);
    else current = readMember(toJsonObject(current), name);
    if (current === undefined) throw new Error(`there is nothing at /${path.join('/')}.`);
  }
  return current;
}

function readIndex(list: readonly Json[], name: string): number {
  const index = /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : Number.NaN;
  if (!(index < list.length)) throw new Error(`the list has no item ${name}.`);
  return index;
}

function remove(value: Json, path: readonly string[]): Json {
  find(value, path);
  return put(value, path, undefined);
}

/** Copies a value with another one added at a path; `undefined` removes the one that is there. */
function put(value: Json, [name, ...rest]: readonly string[], change: Json | undefined): Json {
  if (name === undefined) return change ?? null;
  if (Array.isArray(value)) {
    const isEnd = rest.length === 0 && (name === '-' || name === String(value.length));
    const at = isEnd && change !== undefined ? value.length : readIndex(value, name);
    if (rest.length > 0) return value.with(at, put(find(value, [name]), rest, change));
    return change === undefined ? value.toSpliced(at, 1) : value.toSpliced(at, 0, change);
  }
  if (!isJsonObject(value)) throw new Error(`nothing can be added at ${name}.`);
  if (rest.length > 0) return { ...value, [name]: put(find(value, [name]), rest, change) };
  const { [name]: _before, ...others } = value;
  return change === undefined ? others : { ...value, [name]: change };
}
