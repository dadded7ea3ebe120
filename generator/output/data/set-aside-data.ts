import { layOutConstant } from './lay-out-data.js';
import { readData } from './read-data.js';

/** A file whose data was set aside. */
export interface SetAside {
  /** The text with a list of the names in it in place of each literal; lines stay lines. */
  readonly text: string;
  /** The constants as they are to be written, by the offset in `text` where the literal was. */
  readonly constants: ReadonlyMap<number, string>;
}

const CONSTANT = /^export const \w+: [^=\n]* = (?=[[{])/gm;

/**
 * Sets the data of constants aside, which is most of what is generated and which the compiler is slow to read. `readData`
 * proves it to be data and nothing else; the names in it stay in the text, for the rest of the proof. Whoever
 * takes it back has to see that each list is the value of a constant: then the text up to it was code like any other.
 */
export function setAsideData(text: string): SetAside {
  const constants = new Map<number, string>();
  let [result, done] = ['', 0];
  for (const { 0: head, index } of text.matchAll(CONSTANT)) {
    const start = index + head.length;
    const read = start < done ? undefined : readData(text, start);
    if (read === undefined || text[read.end] !== ';') continue;
    const laidOut = layOutConstant(head, read.node);
    if (laidOut === undefined) continue;
    result += text.slice(done, start);
    constants.set(result.length, laidOut);
    result += `[${read.names.join(', ')}${'\n'.repeat(countLines(text, start, read.end))}]`;
    done = read.end;
  }
  return { text: result + text.slice(done), constants };
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
