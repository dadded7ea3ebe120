import { splitPointer } from './format.js';

/** The position of a value in a text: line and column, counted from 1, and the number of characters before it. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:]+/g;

/** Finds the value at a JSON pointer; the nearest value around it if there is none. The text has to be valid JSON. */
export function findPosition(text: string, pointer: string): TextPosition {
  const names = splitPointer(pointer);
  /** The name of the current member, or the index of the current item, of each object and list that is open. */
  const path: (string | number)[] = [];
  let isName = false;
  let offset = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const inner = path.at(-1);
    if (token === '}' || token === ']') path.pop();
    else if (token === ':') isName = false;
    else if (token === ',') {
      if (typeof inner === 'number') path[path.length - 1] = inner + 1;
      else isName = true;
    } else if (isName) path[path.length - 1] = JSON.parse(token);
    else {
      if (path.every((name, depth) => String(name) === names[depth])) offset = index;
      isName = token === '{';
      if (isName) path.push('');
      else if (token === '[') path.push(0);
    }
  }
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, offset };
}
