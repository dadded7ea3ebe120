import { callOf, largestText, lengthOf, packTexts, type Around } from './in-parts.js';
import { namesIn } from './local-names.js';
import { stopWhenFull } from './print-issue.js';

/** The statements of a function that leaves early with `false`; where they are too many, further functions go on. */
export function cutTests(lines: readonly string[], around: Around): readonly string[] {
  return cut(lines, (part) => [`if (!${callOf([...part, 'return true;'], 'boolean', around)}) return false;`]);
}

/** The statements of a function that collects issues; where they are too many, further functions go on. */
export function cutIssues(lines: readonly string[], around: Around): readonly string[] {
  return cut(lines, (part) => [`${callOf(part, 'void', around)};`, stopWhenFull(around.scope)]);
}

function cut(lines: readonly string[], call: (part: readonly string[]) => readonly string[]): readonly string[] {
  if (lengthOf(lines) <= largestText) return lines;
  const packs = packTexts(groupStatements(lines), lengthOf);
  if (packs.length < 2) return lines;
  const calls = packs.flatMap((pack) => call(pack.flat()));
  return calls.length < lines.length ? cut(calls, call) : calls;
}

/** Groups of lines that stand together: blocks, and variables with everything that reads them. */
function groupStatements(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks = splitBlocks(lines);
  const lastReads = new Map(
    blocks.flatMap((block, index) => [...namesIn(block.join('\n'))].map((name) => [name, index])),
  );
  const groups: string[][] = [];
  let end = -1;
  for (const [index, block] of blocks.entries()) {
    if (index > end) groups.push([]);
    groups.at(-1)?.push(...block);
    const declared = /^(?:const|let) ([\w$]+)/.exec(block[0] ?? '')?.[1];
    end = Math.max(end, declared === undefined ? index : (lastReads.get(declared) ?? index));
  }
  return groups;
}

function splitBlocks(lines: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let depth = 0;
  for (const line of lines) {
    const isOpen = depth > 0;
    if (line.startsWith('}')) depth -= 1;
    if (line.endsWith('{')) depth += 1;
    if (isOpen) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
