import type { OperationObject, PathItemObject } from '../../spec/openapi/openapi.js';
import type { HttpMethod } from '../api.js';
import { dereference } from '../lowering.js';
import type { Lowering } from '../lowering.js';
import { itemOperations } from '../../spec/openapi/item-operations.js';

/** One `{variable}` of a path, with its Google template: `{name=accounts/*}`, `{+name}`. */
export interface PathVariable {
  readonly name: string;
  /** `accounts/*`; `**` for `{+name}`. */
  readonly template?: string;
}

/** A path without its templates: literal text and variables in turn. */
export type PathPart =
  { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'variable' } & PathVariable);

const variable = /\{(\+?)([^{}=]+)(?:=([^{}]*))?\}/g;

/** Takes a path apart: `/v1/{name=accounts/*}` -> the text `/v1/` and the variable `name`. */
export function pathParts(path: string): readonly PathPart[] {
  const parts: PathPart[] = [];
  let end = 0;
  for (const match of path.matchAll(variable)) {
    if (match.index > end) parts.push({ kind: 'text', text: path.slice(end, match.index) });
    parts.push(variablePart(match));
    end = match.index + match[0].length;
  }
  return end < path.length ? [...parts, { kind: 'text', text: path.slice(end) }] : parts;
}

/** The variables of a path, in its order. */
export function pathVariables(path: string): readonly PathVariable[] {
  return pathParts(path).flatMap((part) => (part.kind === 'variable' ? [part] : []));
}

/** The path with these templates at its variables: `/v1/{+name}` and `accounts/*` give `/v1/{name=accounts/*}`. */
export function withTemplates(path: string, templates: ReadonlyMap<string, string>): string {
  return path.replace(variable, (found, plus: string, name: string, stated: string | undefined) => {
    const template = templates.get(name);
    return template === undefined || template === (stated ?? (plus === '' ? '' : '**'))
      ? found
      : `{${name}=${template}}`;
  });
}

function variablePart([, plus, name = '', stated]: RegExpExecArray): PathPart {
  const template = stated ?? (plus === '+' ? '**' : undefined);
  return { kind: 'variable', name, ...(template !== undefined && { template }) };
}

/** An operation in its path item. */
export interface OperationEntry {
  readonly method: HttpMethod;
  readonly node: OperationObject;
  /** Its path in the item: `['get']`. */
  readonly steps: readonly string[];
}

/** A path item whose `$ref` is followed; fields beside the `$ref` win. */
export function pathItem(lowering: Lowering, item: PathItemObject): PathItemObject {
  if (item.$ref === undefined) return item;
  return { ...dereference<PathItemObject>(lowering, item), ...item };
}

/** The operations of a path item with their methods. */
export function operationEntries(item: PathItemObject): readonly OperationEntry[] {
  return itemOperations(item).map(({ method, operation, steps }) => ({
    method,
    // Under a method is an operation: the check stage has seen to it.
    node: operation as OperationObject,
    steps,
  }));
}
