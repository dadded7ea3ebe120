/** Formats of caption files that are understood. */
export const captionFormats = ['srt', 'vtt', 'sbv', 'ttml', 'scc'] as const;

/** A format of caption files. */
export type CaptionFormat = (typeof captionFormats)[number];

/** One text on screen for some time. */
export interface Cue {
  /** Milliseconds from the start of the video. */
  readonly start: number;
  readonly end: number;
  /** Plain text, lines separated by `\n`, without markup. */
  readonly text: string;
}

/** The reader and the writer of one format. */
export interface CaptionCodec {
  readonly mediaType: string;
  /** The cues of a file, in its order; undefined where it is not of the format. */
  readonly parse: (text: string) => readonly Cue[] | undefined;
  readonly print: (cues: readonly Cue[]) => string;
}

/** The lines of a text, whatever its line breaks are. */
export function splitLines(text: string): readonly string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
}

/** Groups of lines that empty lines separate. */
export function splitBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const line of splitLines(text)) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

/** The text of a cue in lines, without empty ones, which would end the cue. */
export function textLines(cue: Cue): readonly string[] {
  return splitLines(cue.text).filter((line) => line.trim() !== '');
}

/** Milliseconds of a time of hours (may be absent), minutes, seconds and thousandths; undefined where it is none. */
export function readClock(text: string): number | undefined {
  const match = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(text.trim());
  if (match === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** `hh:mm:ss` and thousandths, with the separator given. */
export function printClock(milliseconds: number, separator: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(h)}:${two(m)}:${two(s)}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** A number with at least two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The cue, or undefined where its times are missing or run backwards. */
export function makeCue(start: number | undefined, end: number | undefined, text: string): Cue | undefined {
  if (start === undefined || end === undefined || end < start) return undefined;
  return { start, end, text };
}
