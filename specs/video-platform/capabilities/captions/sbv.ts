import { splitBlocks, makeCue, printClock, readClock, textLines, type CaptionCodec, type Cue } from './cue.js';

/** SubViewer in the variant of video platforms: blocks that begin with `h:mm:ss.mmm,h:mm:ss.mmm`. */
export const sbv: CaptionCodec = { mediaType: 'text/x-sbv', parse, print };

function parse(text: string): readonly Cue[] | undefined {
  const cues: Cue[] = [];
  for (const [times = '', ...lines] of splitBlocks(text)) {
    const [from = '', to = '', ...more] = times.split(',');
    const cue = more.length > 0 ? undefined : makeCue(readClock(from), readClock(to), lines.join('\n'));
    if (cue === undefined) return undefined;
    cues.push(cue);
  }
  return cues;
}

function print(cues: readonly Cue[]): string {
  return cues.map((cue) => [`${clock(cue.start)},${clock(cue.end)}`, ...textLines(cue), ''].join('\n')).join('\n');
}

function clock(milliseconds: number): string {
  return printClock(milliseconds, '.').replace(/^0(?=\d:)/, '');
}
