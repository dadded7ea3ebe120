import type { ItemSplitter, OperationContent } from '../../operation.js';
import { splitLines } from './split-lines.js';

/** Takes apart JSON lines, of which empty ones do not count, and JSON text sequences (RFC 7464), whose items follow a control character. */
export function splitJsonLines({ mediaType }: OperationContent, fail: (message: string) => Error): ItemSplitter {
  // A record may hold line breaks.
  const lines = splitLines(fail, mediaType.includes('json-seq') ? '\u001e' : '\n');
  const read = (line: string): readonly unknown[] => (line.trim() === '' ? [] : [parse(line, fail)]);
  return {
    *push(text) {
      // Each as soon as it is there: what stands before a broken line is good.
      for (const line of lines.push(text)) yield* read(line);
    },
    end: () => read(lines.end()),
  };
}

function parse(line: string, fail: (message: string) => Error): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw fail('a line of the answer is not the JSON that is declared');
  }
}
