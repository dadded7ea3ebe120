import { splitBlocks, makeCue, printClock, readClock, textLines, type CaptionCodec, type Cue } from './cue.js';
import { withoutTags } from './markup.js';

/** SubRip: numbered blocks with `hh:mm:ss,mmm --> hh:mm:ss,mmm`. */
export const srt: CaptionCodec = { mediaType: 'application/x-subrip', parse, print };

function parse(text: string): readonly Cue[] | undefined {
  const cues: Cue[] = [];
  for (const block of splitBlocks(text)) {
    const cue = readBlock(block);
    if (cue === undefined) return undefined;
    cues.push(cue);
  }
  return cues;
}

function readBlock(block: readonly string[]): Cue | undefined {
  const at = /^\s*\d+\s*$/.test(block[0] ?? '') && block[1]?.includes('-->') === true ? 1 : 0;
  const [from, to, ...more] = (block[at] ?? '').split('-->');
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  const end = to.trim().split(/\s/)[0] ?? '';
  return makeCue(readClock(from), readClock(end), withoutTags(block.slice(at + 1).join('\n')));
}

function print(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) =>
      [String(index + 1), `${printClock(cue.start, ',')} --> ${printClock(cue.end, ',')}`, ...textLines(cue), ''].join(
        '\n',
      ),
    )
    .join('\n');
}
