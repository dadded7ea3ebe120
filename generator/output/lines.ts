/** A line of code, and the same line with what stands in quotes or comments made harmless. */
export interface Line {
  readonly line: string;
  readonly code: string;
}

/** Where a broken line begins, and how long it may get. */
export interface Room {
  /** Levels of indentation. */
  readonly depth: number;
  readonly width: number;
}

/** Spaces before a line. */
export function indent(depth: number): string {
  return '  '.repeat(depth);
}

/** A part of a line. */
export function cut({ line, code }: Line, start: number, end?: number): Line {
  return { line: line.slice(start, end), code: code.slice(start, end) };
}

/** A line with harmless text around it. */
export function wrap(before: string, { line, code }: Line, after: string): Line {
  return { line: before + line + after, code: before + code + after };
}

/** The line in its place where that is wide enough. */
export function placeWhole({ line }: Line, { depth, width }: Room): string | undefined {
  const placed = indent(depth) + line;
  return placed.length <= width ? placed : undefined;
}

/** What stands between the commas of a list, outside of inner brackets. */
export function itemsOf(whole: Line): readonly Line[] {
  const { code } = whole;
  const items: Line[] = [];
  let [open, start] = [0, 0];
  for (let index = 0; index <= code.length; index++) {
    const character = code[index] ?? ',';
    if ('([{<'.includes(character)) open++;
    else if (')]}>'.includes(character)) open--;
    else if (character === ',' && open === 0) {
      items.push(trimmed(cut(whole, start, index)));
      start = index + 1;
    }
  }
  return items.filter((item) => item.code !== '');
}

/** What stands between the operators of one kind, each with a space on both sides, outside of brackets. */
export function operandsOf(whole: Line, operator: string): readonly Line[] {
  const operands: Line[] = [];
  const between = ` ${operator} `;
  let [open, start] = [0, 0];
  for (let index = 0; index < whole.code.length; index++) {
    const character = whole.code[index] ?? '';
    if ('([{'.includes(character)) open++;
    else if (')]}'.includes(character)) open--;
    else if (open === 0 && whole.code.startsWith(between, index)) {
      operands.push(cut(whole, start, index));
      start = index + between.length;
    }
  }
  return [...operands, cut(whole, start)];
}

/** Index of the bracket that closes the one at an index; past the end where none does. */
export function closingOf(code: string, opening: number): number {
  let open = 0;
  for (let index = Math.max(opening, 0); index < code.length; index++) {
    if ('([{'.includes(code[index] ?? '')) open++;
    if (')]}'.includes(code[index] ?? '') && --open === 0) return index;
  }
  return code.length;
}

function trimmed({ line, code }: Line): Line {
  return { line: line.trim(), code: code.trim() };
}
