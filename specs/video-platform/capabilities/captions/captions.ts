import { captionFormats, type CaptionCodec, type CaptionFormat, type Cue } from './cue.js';
import { sbv } from './sbv.js';
import { scc } from './scc.js';
import { srt } from './srt.js';
import { ttml } from './ttml.js';
import { vtt } from './vtt.js';

export { captionFormats, type CaptionFormat, type Cue } from './cue.js';

const codecs: Readonly<Record<CaptionFormat, CaptionCodec>> = { srt, vtt, sbv, ttml, scc };

/** Tried in this order: the formats with a signature first. */
const detectable: readonly CaptionFormat[] = ['vtt', 'scc', 'ttml', 'srt', 'sbv'];

/** Tells whether a text names a format of caption files. */
export function isCaptionFormat(name: string): name is CaptionFormat {
  return captionFormats.some((format) => format === name);
}

/** Media type of files of a format. */
export function captionMediaType(format: CaptionFormat): string {
  return codecs[format].mediaType;
}

/** The text of a caption file in UTF-8 or, with a byte order mark, UTF-16; undefined where it is not text. */
export function decodeCaptions(bytes: Uint8Array): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The format of a caption file by its content; undefined where it is none or holds no cue. */
export function detectCaptionFormat(bytes: Uint8Array): CaptionFormat | undefined {
  const text = decodeCaptions(bytes);
  if (text === undefined) return undefined;
  return detectable.find((format) => (parseCaptions(text, format)?.length ?? 0) > 0);
}

/** The cues of a caption file; undefined where it is not of the format. */
export function parseCaptions(text: string, format: CaptionFormat): readonly Cue[] | undefined {
  return codecs[format].parse(text);
}

/** A caption file with the cues given. */
export function printCaptions(cues: readonly Cue[], format: CaptionFormat): string {
  return codecs[format].print(cues);
}

/** The file in another format; the same text where the format stays, undefined where it cannot be read. */
export function convertCaptions(text: string, from: CaptionFormat, to: CaptionFormat): string | undefined {
  if (from === to) return text;
  const cues = parseCaptions(text, from);
  return cues === undefined ? undefined : printCaptions(cues, to);
}

/** Tells whether a text looks like a language tag: `fr`, `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

/**
 * A stand-in for a translation: the same cues and times, each text with the language in front
 * (`[fr] Hello`). Undefined where the file cannot be read or the language is no language tag.
 */
export function translateCaptions(text: string, format: CaptionFormat, language: string): string | undefined {
  const cues = isLanguageTag(language) ? parseCaptions(text, format) : undefined;
  if (cues === undefined) return undefined;
  return printCaptions(
    cues.map((cue) => ({ ...cue, text: `[${language}] ${cue.text}` })),
    format,
  );
}
