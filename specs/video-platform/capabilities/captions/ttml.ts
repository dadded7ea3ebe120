import { makeCue, printClock, textLines, type CaptionCodec, type Cue } from './cue.js';
import { escapeMarkup, withoutEntities, withoutTags } from './markup.js';

/** Timed Text Markup Language: the `p` elements with their own times; times of containers and styles are dropped. */
export const ttml: CaptionCodec = { mediaType: 'application/ttml+xml', parse, print };

function parse(text: string): readonly Cue[] | undefined {
  const root = /<(?:\w{1,20}:)?tt[\s>]/.exec(text);
  if (root === null) return undefined;
  const attributes = text.slice(root.index, endOfTag(text, root.index));
  const rates = { frames: rate(attributes, 'frameRate', 30), ticks: rate(attributes, 'tickRate', 1) };
  const cues: Cue[] = [];
  const opening = /<((?:\w{1,20}:)?p)[\s>/]/g;
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const end = endOfTag(text, open.index);
    const cue = readParagraph(text, { name: open[1] ?? 'p', start: open.index, end }, rates);
    if (cue === undefined) return undefined;
    cues.push(cue);
    opening.lastIndex = end;
  }
  return cues;
}

interface Rates {
  readonly frames: number;
  readonly ticks: number;
}

interface Tag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function readParagraph(text: string, tag: Tag, rates: Rates): Cue | undefined {
  const head = text.slice(tag.start, tag.end);
  const close = head.endsWith('/>') ? tag.end : text.indexOf(`</${tag.name}>`, tag.end);
  if (close < 0) return undefined;
  const begin = time(attribute(head, 'begin'), rates);
  const duration = time(attribute(head, 'dur'), rates);
  const end =
    time(attribute(head, 'end'), rates) ??
    (begin === undefined || duration === undefined ? undefined : begin + duration);
  return makeCue(begin, end, plain(text.slice(tag.end, close)));
}

/** Returns the text of a paragraph: white space collapses as in XML, and `br` is a line break. */
function plain(content: string): string {
  // A no-break space is no white space in XML.
  const lines = content.replace(/[ \t\r\n]+/g, ' ').split(/<(?:\w{1,20}:)?br ?\/?>/);
  return lines.map((line) => withoutEntities(withoutTags(line)).replace(/^ | $/g, '')).join('\n');
}

function endOfTag(text: string, from: number): number {
  const end = text.indexOf('>', from);
  return end < 0 ? text.length : end + 1;
}

function attribute(head: string, name: string): string | undefined {
  return new RegExp(`[\\s:]${name}\\s*=\\s*["']([^"']{0,40})["']`).exec(head)?.[1];
}

function rate(head: string, name: string, fallback: number): number {
  const value = Number(attribute(head, name) ?? fallback);
  return Number.isFinite(value) && value > 0 ? value : fallback;
}

/** Reads a clock time (`00:00:01.5`, `00:00:01:12`) or an offset (`1.5s`, `90f`) as milliseconds. */
function time(text: string | undefined, rates: Rates): number | undefined {
  const offset = /^(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(text ?? '');
  if (offset !== null) {
    const units: Readonly<Record<string, number>> = {
      h: 3_600_000,
      m: 60_000,
      s: 1000,
      ms: 1,
      f: 1000 / rates.frames,
      t: 1000 / rates.ticks,
    };
    return Math.round(Number(offset[1]) * (units[offset[2] ?? ''] ?? 0));
  }
  const clock = /^(\d{2,4}):(\d{2}):(\d{2})(?:(\.\d{1,9})|:(\d{2,3}))?$/.exec(text ?? '');
  if (clock === null) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0', frames = '0'] = clock;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return Math.round(whole * 1000 + Number(fraction) * 1000 + (Number(frames) * 1000) / rates.frames);
}

/** Escapes a text for XML, and removes control characters that XML does not allow. */
function escapeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the expression removes control characters
  return escapeMarkup(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

function print(cues: readonly Cue[]): string {
  const lines = cues.map(
    (cue) =>
      `      <p begin="${printClock(cue.start, '.')}" end="${printClock(cue.end, '.')}">${textLines(cue).map(escapeText).join('<br/>')}</p>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tt xmlns="http://www.w3.org/ns/ttml">',
    '  <body>',
    '    <div>',
    ...lines,
    '    </div>',
    '  </body>',
    '</tt>',
    '',
  ].join('\n');
}
