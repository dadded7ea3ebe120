import { captionFormats, type CaptionCodec, type CaptionFormat, type Cue } from './cue.js';
import { sbv } from './sbv.js';
import { scc } from './scc.js';
import { srt } from './srt.js';
import { ttml } from './ttml.js';
import { vtt } from './vtt.js';

export { captionFormats, type CaptionFormat, type Cue } from './cue.js';

const codecs: Readonly<Record<CaptionFormat, CaptionCodec>> = { srt, vtt, sbv, ttml, scc };

/** Formats in the order of detection: those with a signature come first. */
const detectable: readonly CaptionFormat[] = ['vtt', 'scc', 'ttml', 'srt', 'sbv'];

/** Returns whether a text is the name of a format of caption files. */
export function isCaptionFormat(name: string): name is CaptionFormat {
  return captionFormats.some((format) => format === name);
}

/** Returns the media type of files of a format. */
export function captionMediaType(format: CaptionFormat): string {
  return codecs[format].mediaType;
}

/** Decodes a caption file in UTF-8 or, with a byte order mark, UTF-16; undefined if it is no text. */
export function decodeCaptions(bytes: Uint8Array): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Detects the format of a caption file by its content; undefined if it is unknown or there is no cue. */
export function detectCaptionFormat(bytes: Uint8Array): CaptionFormat | undefined {
  const text = decodeCaptions(bytes);
  if (text === undefined) return undefined;
  return detectable.find((format) => (parseCaptions(text, format)?.length ?? 0) > 0);
}

/** Reads the cues of a caption file; undefined if it does not have the format. */
export function parseCaptions(text: string, format: CaptionFormat): readonly Cue[] | undefined {
  return codecs[format].parse(text);
}

/** Writes cues as a caption file. */
export function printCaptions(cues: readonly Cue[], format: CaptionFormat): string {
  return codecs[format].print(cues);
}

/** Converts a file to another format; returns the same text if the formats are equal, and undefined if it cannot be read. */
export function convertCaptions(text: string, from: CaptionFormat, to: CaptionFormat): string | undefined {
  if (from === to) return text;
  const cues = parseCaptions(text, from);
  return cues === undefined ? undefined : printCaptions(cues, to);
}

/** Returns whether a text looks like a language tag: `fr`, `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

/**
 * Pretends to translate captions: the cues and times stay, and each text gets the language as a prefix (`[fr] Hello`). Undefined
 * if the file cannot be read or the language tag is invalid.
 */
export function translateCaptions(text: string, format: CaptionFormat, language: string): string | undefined {
  const cues = isLanguageTag(language) ? parseCaptions(text, format) : undefined;
  if (cues === undefined) return undefined;
  return printCaptions(
    cues.map((cue) => ({ ...cue, text: `[${language}] ${cue.text}` })),
    format,
  );
}
