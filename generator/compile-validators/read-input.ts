import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Diagnostics, Position } from '../diagnostics.js';
import type { Json, JsonObject } from '../spec/json.js';
import { isJsonObject } from '../spec/json.js';

/** Schemas to compile and documents they may refer to. */
export interface CompileInput {
  readonly schemas: JsonObject;
  readonly remotes: JsonObject;
  /** Place of a value in the file, by the keys and indices that lead to it; the nearest outer one where it is absent. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}

/** Reads `{"schemas": {…}, "remotes": {…}}`; reports what is wrong with it. */
export function readInput(file: string, text: string, diagnostics: Diagnostics): CompileInput | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const place = (offset: number): Position => positionOf(file, text, offset);
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const reason = first === undefined ? 'the file is empty' : printParseErrorCode(first.error);
    diagnostics.error('invalid-json', `The file is not JSON: ${reason}`, place(first?.offset ?? 0));
    return undefined;
  }
  const locate = (path: readonly (string | number)[]): Position => place(nearest(tree, path).offset);
  return checkInput(JSON.parse(text), locate, diagnostics);
}

function checkInput(value: Json, locate: CompileInput['locate'], diagnostics: Diagnostics): CompileInput | undefined {
  const members = isJsonObject(value) ? value : {};
  const schemas = Object.hasOwn(members, 'schemas') ? members['schemas'] : undefined;
  const remotes = Object.hasOwn(members, 'remotes') ? members['remotes'] : {};
  if (!isJsonObject(schemas))
    diagnostics.error(
      'missing-schemas',
      'The file needs an object "schemas" with a JSON Schema under each name',
      locate(['schemas']),
    );
  if (!isJsonObject(remotes))
    diagnostics.error(
      'invalid-remotes',
      '"remotes" must be an object with a JSON Schema under each URI',
      locate(['remotes']),
    );
  return isJsonObject(schemas) && isJsonObject(remotes) ? { schemas, remotes, locate } : undefined;
}

function nearest(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length).map(String).map(toSegment(tree, path)));
    if (node !== undefined) return node;
  }
  return tree;
}

/** An index of an array has to be a number for the parser; a key that looks like one has not. */
function toSegment(tree: Node, path: readonly (string | number)[]): (token: string, index: number) => string | number {
  return (token, index) => {
    const parent =
      index === 0 ? tree : findNodeAtLocation(tree, path.slice(0, index).map(String).map(toSegment(tree, path)));
    return parent?.type === 'array' ? Number(token) : token;
  };
}

function positionOf(file: string, text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: offset - before.lastIndexOf('\n') };
}
