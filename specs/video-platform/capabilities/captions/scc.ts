import { splitLines, textLines, two, type CaptionCodec, type Cue } from './cue.js';
import { characterFor, codeFor, overwrites, type Code } from './scc-characters.js';

/**
 * Scenarist closed captions: CEA-608 codes with odd parity, in pop-on style. Times are whole frames
 * of 1/30 s, cues do not overlap, lines are at most 32 columns wide and characters that the format
 * lacks become `?`.
 */
export const scc: CaptionCodec = { mediaType: 'text/x-scc', parse, print };

const framesPerSecond = 30;
const columns = 32;
const rows = 15;
const load: Code = [0x14, 0x20];
const eraseShown: Code = [0x14, 0x2c];
const eraseLoaded: Code = [0x14, 0x2e];
const show: Code = [0x14, 0x2f];
/** Preambles of each row: white text from the first column on. */
const preambles: readonly Code[] = [
  [0x11, 0x50],
  [0x11, 0x70],
  [0x12, 0x50],
  [0x12, 0x70],
  [0x15, 0x50],
  [0x15, 0x70],
  [0x16, 0x50],
  [0x16, 0x70],
  [0x17, 0x50],
  [0x17, 0x70],
  [0x10, 0x50],
  [0x13, 0x50],
  [0x13, 0x70],
  [0x14, 0x50],
  [0x14, 0x70],
];

function parse(text: string): readonly Cue[] | undefined {
  const [header = '', ...lines] = splitLines(text);
  if (!header.startsWith('Scenarist_SCC V1.0')) return undefined;
  const screen = new Screen();
  for (const line of lines) {
    if (line.trim() === '') continue;
    const match = /^(\d{2,4}):(\d{2}):(\d{2})[:;](\d{2})\s+([0-9a-f\s]+)$/i.exec(line.trim());
    if (match === null) return undefined;
    const [, hours, minutes, seconds, frames, words = ''] = match;
    const time = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + frameTime(Number(frames));
    screen.take(time, words.split(/\s+/).map(toCode));
  }
  return screen.finish();
}

function frameTime(frames: number): number {
  return Math.round((frames * 1000) / framesPerSecond);
}

function toCode(word: string): Code {
  const value = Number.parseInt(word.slice(0, 4), 16);
  return [(value >> 8) & 0x7f, value & 0x7f];
}

/** The two texts of a decoder: the one on the screen, and the one that is being loaded. */
class Screen {
  readonly #cues: Cue[] = [];
  #loaded: string[] = [];
  #shown: { start: number; text: string } | undefined;

  take(time: number, codes: readonly Code[]): void {
    codes.forEach((code, index) => {
      const [first, second] = code;
      const before = codes[index - 1];
      const repeated =
        first >= 0x10 && first < 0x20 && before?.[0] === first && before[1] === second && isOdd(codes, index);
      if (!repeated) this.#obey(time, code);
    });
  }

  finish(): readonly Cue[] {
    if (this.#shown !== undefined) this.#hide(this.#shown.start + 3000);
    return this.#cues;
  }

  #obey(time: number, code: Code): void {
    const [first, second] = code;
    if (first >= 0x20) this.#write([0, first], [0, second]);
    else if (first === 0x14 && second === 0x2e) this.#loaded = [];
    else if (first === 0x14 && second === 0x2c) this.#hide(time);
    else if (first === 0x14 && second === 0x2f) this.#show(time);
    else if (first >= 0x10 && second >= 0x40) this.#loaded.push('');
    else if (characterFor(code) !== undefined && first >= 0x11) this.#writeWide(code);
  }

  #write(...codes: readonly Code[]): void {
    const text = codes.map((code) => characterFor(code) ?? '').join('');
    this.#loaded.push((this.#loaded.pop() ?? '') + text);
  }

  #writeWide(code: Code): void {
    const line = [...(this.#loaded.pop() ?? '')];
    if (overwrites(code)) line.pop();
    this.#loaded.push(line.join('') + (characterFor(code) ?? ''));
  }

  #show(time: number): void {
    this.#hide(time);
    const text = this.#loaded
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
    this.#shown = { start: time, text };
    this.#loaded = [];
  }

  #hide(time: number): void {
    const visible = this.#shown;
    this.#shown = undefined;
    if (visible !== undefined && visible.text !== '')
      this.#cues.push({ ...visible, end: Math.max(time, visible.start) });
  }
}

/** Returns whether an odd number of equal codes precedes directly. Control codes are sent twice. */
function isOdd(codes: readonly Code[], index: number): boolean {
  let equal = 0;
  while (codes[index - 1 - equal]?.join() === codes[index]?.join()) equal += 1;
  return equal % 2 === 1;
}

function print(cues: readonly Cue[]): string {
  const sorted = [...cues].sort((left, right) => left.start - right.start);
  const lines = sorted.flatMap((cue, index) => {
    const next = sorted[index + 1];
    const loading = codeLine(cue.start, [load, eraseLoaded, ...content(cue), show]);
    return next !== undefined && toFrame(next.start) <= toFrame(cue.end)
      ? [loading]
      : [loading, codeLine(cue.end, [eraseShown])];
  });
  return ['Scenarist_SCC V1.0', '', ...lines.flatMap((line) => [line, ''])].join('\n');
}

/** Returns the preambles and characters of a cue, with its last line in the lowest row. */
function content(cue: Cue): readonly Code[] {
  const lines = textLines(cue).flatMap(wrap).slice(0, rows);
  return lines.flatMap((line, index) => [preambles[rows - lines.length + index] ?? [0x14, 0x70], ...pairs(line)]);
}

function wrap(line: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.trim().split(/\s+/).flatMap(cut)) {
    const wider = current === '' ? word : `${current} ${word}`;
    if ([...wider].length <= columns) {
      current = wider;
      continue;
    }
    lines.push(current);
    current = word;
  }
  return [...lines, current];
}

function cut(word: string): readonly string[] {
  const characters = [...word];
  return Array.from({ length: Math.ceil(characters.length / columns) }, (_, index) =>
    characters.slice(index * columns, (index + 1) * columns).join(''),
  );
}

/** Encodes a line: two basic characters in one code, others alone. An extended one replaces a space before it. */
function pairs(line: string): readonly Code[] {
  const codes: Code[] = [];
  let waiting: number | undefined;
  const flush = (): void => {
    if (waiting !== undefined) codes.push([waiting, 0]);
    waiting = undefined;
  };
  const basic = (byte: number): void => {
    if (waiting === undefined) waiting = byte;
    else {
      codes.push([waiting, byte]);
      waiting = undefined;
    }
  };
  for (const character of line) {
    const code = codeFor(character);
    if (code[0] === 0) basic(code[1]);
    else {
      if (overwrites(code)) basic(0x20);
      flush();
      codes.push(code);
    }
  }
  flush();
  return codes;
}

function codeLine(time: number, codes: readonly Code[]): string {
  const words = codes.flatMap((code) => (code[0] >= 0x10 && code[0] < 0x20 ? [word(code), word(code)] : [word(code)]));
  return `${timecode(time)}\t${words.join(' ')}`;
}

function toFrame(time: number): number {
  return Math.round((time * framesPerSecond) / 1000);
}

function timecode(time: number): string {
  const frames = toFrame(time);
  const seconds = Math.floor(frames / framesPerSecond);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % framesPerSecond]
    .map(two)
    .join(':');
}

function word(code: Code): string {
  return code.map((byte) => withParity(byte).toString(16).padStart(2, '0')).join('');
}

/** Sets the eighth bit of a byte so that the number of ones is odd. */
function withParity(byte: number): number {
  let ones = 0;
  for (let bits = byte; bits > 0; bits >>= 1) ones += bits & 1;
  return ones % 2 === 0 ? byte | 0x80 : byte;
}
