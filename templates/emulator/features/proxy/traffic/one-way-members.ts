import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { accepts, follow } from '@speccast/runtime/requests';
import { type DocumentPart, listMediaTypes, partAt } from '../../../plan/operations/document-parts.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';

/** Most schemas that are looked at for one body, and most violations that are told of it. */
const mostVisited = 20_000;
const mostTold = 20;

/** Deepest member that is looked at. */
const deepest = 100;

const oneWay = {
  request: { keyword: 'readOnly', code: 'read-only-member', message: 'Only the service writes this: it is `readOnly`' },
  response: { keyword: 'writeOnly', code: 'write-only-member', message: 'No response has this: it is `writeOnly`' },
} as const;

/** Finds what travels the wrong way in a body: `readOnly` members of a request, and `writeOnly` ones of a response. */
export function findOneWayMembers(
  document: JsonObject,
  message: DocumentPart | undefined,
  { of, type, value }: { readonly of: Violation['of']; readonly type: string; readonly value: Json },
): readonly Violation[] {
  const declared = message && listMediaTypes(message).find((one) => accepts(one, type));
  if (message === undefined || declared === undefined) return [];
  const schema = partAt(document, `${message.pointer}/content${pointerStep(declared)}/schema`);
  const walk = new Walk(document, of);
  if (schema !== undefined) walk.visit([schema.pointer], value, []);
  return walk.found;
}

class Walk {
  readonly found: Violation[] = [];
  readonly #document: JsonObject;
  readonly #of: Violation['of'];
  #left = mostVisited;

  constructor(document: JsonObject, of: Violation['of']) {
    this.#document = document;
    this.#of = of;
  }

  /** Visits a value by all schemas that are about it. */
  visit(pointers: readonly string[], value: Json, path: readonly (string | number)[]): void {
    const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(isJsonObject(value) ? value : {});
    if (pointers.length === 0 || path.length > deepest) return;
    const parts = this.#parts(pointers);
    const isThere = (pointer: string): boolean => isJsonObject(follow(this.#document, pointer));
    for (const [name, inner] of entries) {
      if (this.#left < 0 || this.found.length >= mostTold) return;
      const step = typeof name === 'number' ? '/items' : `/properties${pointerStep(name)}`;
      const named = parts.map((part) => part + step).filter(isThere);
      const own = named.length > 0 ? named : parts.map((part) => `${part}/additionalProperties`).filter(isThere);
      // Alternatives may declare a member differently.
      const isWrong = own.length > 0 && own.every((one) => this.#isOneWay(one));
      if (isWrong) this.#tell(own[0], [...path, name]);
      else this.visit(own, inner, [...path, name]);
    }
  }

  /** Pointers of schemas, with those that they refer to, combine or choose from. */
  #parts(pointers: readonly string[]): readonly string[] {
    const all = new Set(pointers);
    for (const pointer of all) {
      this.#left -= 1;
      if (this.#left < 0) break;
      const schema = follow(this.#document, pointer);
      if (!isJsonObject(schema)) continue;
      if (typeof schema['$ref'] === 'string') all.add(schema['$ref']);
      for (const name of ['allOf', 'oneOf', 'anyOf']) {
        const list = schema[name];
        if (Array.isArray(list)) for (const index of list.keys()) all.add(`${pointer}/${name}/${index}`);
      }
    }
    return [...all];
  }

  /** Whether a schema, or one that it refers to or combines, says so. */
  #isOneWay(pointer: string): boolean {
    const { keyword } = oneWay[this.#of];
    return this.#parts([pointer]).some((one) => {
      const schema = follow(this.#document, one);
      return isJsonObject(schema) && schema[keyword] === true;
    });
  }

  #tell(pointer: string | undefined, path: readonly (string | number)[]): void {
    const { code, message } = oneWay[this.#of];
    this.found.push({
      severity: 'error',
      code,
      of: this.#of,
      message,
      location: `body ${path.join('.')}`,
      ...(pointer !== undefined && { pointer }),
    });
  }
}
