/** Supported formats of caption files. */
export const captionFormats = ['srt', 'vtt', 'sbv', 'ttml', 'scc'] as const;

/** A format of caption files. */
export type CaptionFormat = (typeof captionFormats)[number];

/** A text that is on the screen for some time. */
export interface Cue {
  /** Milliseconds from the start of the video. */
  readonly start: number;
  readonly end: number;
  /** Plain text without markup; lines are separated by `\n`. */
  readonly text: string;
}

/** The reader and the writer of one format. */
export interface CaptionCodec {
  readonly mediaType: string;
  /** Reads the cues of a file in its order; undefined if it does not have the format. */
  readonly parse: (text: string) => readonly Cue[] | undefined;
  readonly print: (cues: readonly Cue[]) => string;
}

/** Splits a text into lines with any kind of line breaks. */
export function splitLines(text: string): readonly string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
}

/** Splits lines into groups that are separated by empty lines. */
export function splitBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [[]];
  for (const line of splitLines(text)) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

/** Returns the lines of a cue without empty ones, which would end the cue in a file. */
export function textLines(cue: Cue): readonly string[] {
  return splitLines(cue.text).filter((line) => line.trim() !== '');
}

/** Reads a time of hours (optional), minutes, seconds and thousandths as milliseconds; undefined if it is invalid. */
export function readClock(text: string): number | undefined {
  const match = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(text.trim());
  if (match === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** Prints `hh:mm:ss`, a separator, and thousandths. */
export function printClock(milliseconds: number, separator: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(h)}:${two(m)}:${two(s)}${separator}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** Prints a number with at least two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Creates a cue; undefined if a time is missing or the end is before the start. */
export function makeCue(start: number | undefined, end: number | undefined, text: string): Cue | undefined {
  if (start === undefined || end === undefined || end < start) return undefined;
  return { start, end, text };
}
