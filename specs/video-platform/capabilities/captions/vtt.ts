import { splitBlocks, makeCue, printClock, readClock, textLines, type CaptionCodec, type Cue } from './cue.js';
import { escapeMarkup, withoutEntities, withoutTags } from './markup.js';

/** WebVTT: a `WEBVTT` line, then blocks with `hh:mm:ss.mmm --> hh:mm:ss.mmm`. Notes, styles and settings are dropped. */
export const vtt: CaptionCodec = { mediaType: 'text/vtt', parse, print };

function parse(text: string): readonly Cue[] | undefined {
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return undefined;
  const cues: Cue[] = [];
  for (const block of splitBlocks(text)) {
    const at = block.findIndex((line) => line.includes('-->'));
    if (at < 0 || at > 1 || /^NOTE(\s|$)/.test(block[0] ?? '')) continue;
    const cue = readBlock(block[at] ?? '', block.slice(at + 1));
    if (cue === undefined) return undefined;
    cues.push(cue);
  }
  return cues;
}

function readBlock(times: string, lines: readonly string[]): Cue | undefined {
  const [from = '', to = ''] = times.split('-->');
  const end = to.trim().split(/\s/)[0] ?? '';
  return makeCue(readClock(from), readClock(end), withoutEntities(withoutTags(lines.join('\n'))));
}

function print(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) =>
    [`${printClock(cue.start, '.')} --> ${printClock(cue.end, '.')}`, ...textLines(cue).map(escapeMarkup), ''].join(
      '\n',
    ),
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}
