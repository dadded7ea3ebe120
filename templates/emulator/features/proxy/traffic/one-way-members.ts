import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { accepts, follow } from '@speccast/runtime/requests';
import { type DocumentPart, listMediaTypes, partAt } from '../../../plan/operations/document-parts.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';

/** Most schemas that are read for one body, and most violations of it. */
const mostVisited = 20_000;
const mostFound = 20;

/** Deepest member that is checked. */
const deepest = 100;

const oneWay = {
  request: { keyword: 'readOnly', code: 'read-only-member', text: 'Only the service writes this: it is `readOnly`' },
  response: { keyword: 'writeOnly', code: 'write-only-member', text: 'No response has this: it is `writeOnly`' },
} as const;

/** Finds members that travel the wrong way in a body: `readOnly` ones in a request, and `writeOnly` ones in a response. */
export function findOneWayMembers(
  document: JsonObject,
  message: DocumentPart | undefined,
  { of, type, value: body }: { readonly of: Violation['of']; readonly type: string; readonly value: Json },
): readonly Violation[] {
  const declared = message && listMediaTypes(message).find((one) => accepts(one, type));
  const root =
    declared === undefined ? undefined : partAt(document, `${message?.pointer}/content${pointerStep(declared)}/schema`);
  if (!root) return [];
  const { keyword, code, text } = oneWay[of];
  const found: Violation[] = [];
  const budget = { left: mostVisited };
  const isThere = (pointer: string) => isJsonObject(follow(document, pointer));
  const isOneWay = (pointer: string) =>
    listParts(document, [pointer], budget).some((part) => Object(follow(document, part))[keyword] === true);
  const visit = (pointers: readonly string[], value: Json, path: readonly (string | number)[]) => {
    if (pointers.length === 0 || path.length > deepest || typeof value !== 'object') return;
    const parts = listParts(document, pointers, budget);
    for (const [name, inner] of Object.entries<Json>(Object(value))) {
      if (budget.left < 0 || found.length >= mostFound) return;
      const step = Array.isArray(value) ? '/items' : `/properties${pointerStep(name)}`;
      const named = parts.map((part) => part + step).filter(isThere);
      const own = named.length > 0 ? named : parts.map((part) => `${part}/additionalProperties`).filter(isThere);
      const [pointer] = own;
      // Alternatives may declare a member differently.
      if (pointer === undefined || !own.every(isOneWay)) visit(own, inner, [...path, name]);
      else
        found.push({
          severity: 'error',
          code,
          of,
          message: text,
          location: `body ${[...path, name].join('.')}`,
          pointer,
        });
    }
  };
  visit([root.pointer], body, []);
  return found;
}

/** Returns schemas with those that they refer to, combine or choose from, as pointers. */
function listParts(document: JsonObject, pointers: readonly string[], budget: { left: number }) {
  const all = new Set(pointers);
  for (const pointer of all) {
    budget.left -= 1;
    if (budget.left < 0) break;
    const schema: Readonly<Record<string, unknown>> = Object(follow(document, pointer));
    if (typeof schema['$ref'] === 'string') all.add(schema['$ref']);
    for (const name of ['allOf', 'oneOf', 'anyOf'])
      for (const index of Object.keys(Object(schema[name]))) all.add(`${pointer}/${name}/${index}`);
  }
  return [...all];
}
