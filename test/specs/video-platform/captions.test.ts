import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  captionFormats,
  convertCaptions,
  decodeCaptions,
  detectCaptionFormat,
  isCaptionFormat,
  parseCaptions,
  printCaptions,
  translateCaptions,
  type CaptionFormat,
  type Cue,
} from '../../../specs/video-platform/capabilities/captions/captions.js';
import { readRows } from '../../rows.js';

const { data, rows, table } = readRows(import.meta.url);

const cues = rows<Cue>('cues');

const files = data<Readonly<Record<CaptionFormat, string>>>('files');

describe.each(captionFormats)('%s', (format) => {
  test('prints cues', () => {
    expect(printCaptions(cues, format)).toBe(files[format]);
  });

  test('parses what it prints, with any line breaks', () => {
    expect(parseCaptions(files[format], format)).toEqual(cues);
    expect(parseCaptions(files[format].replaceAll('\n', '\r\n'), format)).toEqual(cues);
  });

  test('is detected', () => {
    expect(detectCaptionFormat(new TextEncoder().encode(files[format]))).toBe(format);
  });

  test('converts to every format with the same cues and times', () => {
    for (const to of captionFormats) {
      const got = convertCaptions(files[format], format, to);
      expect(parseCaptions(got ?? '', to)).toEqual(cues);
    }
  });

  test('marks translations with the language, deterministically, without changing times', () => {
    const got = translateCaptions(files[format], format, 'fr');
    expect(got).not.toBe(files[format]);
    expect(translateCaptions(files[format], format, 'fr')).toBe(got);
    expect(parseCaptions(got ?? '', format)?.map(({ start, end, text }) => [start, end, text.slice(0, 5)])).toEqual(
      cues.map(({ start, end }) => [start, end, '[fr] ']),
    );
  });

  test('never throws on damaged files', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(30), fc.string(), (from, length, insert) => {
        const damaged = files[format].slice(0, from) + insert + files[format].slice(from + length);
        const got = parseCaptions(damaged, format);
        expect(got === undefined || got.every((cue) => cue.end >= cue.start)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('parses any plain cues that it prints', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9,.!?]{1,8}$/);
    const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const list = fc.array(fc.tuple(text, fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(list, (given) => {
        let time = 0;
        const want = given.map(([line, wait, length]) => {
          const start = time + wait * 100;
          time = start + length * 100;
          return { start, end: time, text: line };
        });
        expect(parseCaptions(printCaptions(want, format), format)).toEqual(want);
      }),
    );
  });
});

describe('captions', () => {
  test('are unchanged if the format is the same', () => {
    const given = files.srt.replaceAll('\n', '\r\n');
    expect(convertCaptions(given, 'srt', 'srt')).toBe(given);
  });

  test('are parsed without markup, settings, notes and styles', () => {
    const given =
      'WEBVTT - title\n\nSTYLE\n::cue { color: red }\n\nNOTE 00:01 --> 00:02\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>a <b>b</b> 1 &lt; 2</v>\n';
    expect(parseCaptions(given, 'vtt')).toEqual([{ start: 1000, end: 2000, text: 'a b 1 < 2' }]);
    expect(parseCaptions('1\n00:00:01,000 --> 00:00:02,000 X1:1\n<i>a</i> < b\n', 'srt')).toEqual([
      { start: 1000, end: 2000, text: 'a < b' },
    ]);
  });

  test('are parsed with all forms of times of TTML', () => {
    const given =
      '<tt:tt ttp:frameRate="25" xmlns:tt="x"><tt:body><tt:p begin="1.5s" dur="500ms">a</tt:p><tt:p begin="00:00:03:05" end="100f"/></tt:body></tt:tt>';
    expect(parseCaptions(given, 'ttml')).toEqual([
      { start: 1500, end: 2000, text: 'a' },
      { start: 3200, end: 4000, text: '' },
    ]);
  });

  test('are wrapped at 32 columns in scc, with a question mark for unknown characters', () => {
    const given = [{ start: 0, end: 1000, text: `${'word '.repeat(8)}漢` }];
    expect(parseCaptions(printCaptions(given, 'scc'), 'scc')?.[0]?.text).toBe(
      'word word word word word word\nword word ?',
    );
  });

  table(
    'end the first of two overlapping cues early in scc',
    ({ given, want }: { given: readonly Cue[]; want: readonly Cue[] }) => {
      expect(parseCaptions(printCaptions(given, 'scc'), 'scc')).toEqual(want);
    },
  );

  test.each(['', 'hello', '{"a":1}', '<html></html>', 'WEBVTT'])('have no format in %j', (given) => {
    expect(detectCaptionFormat(new TextEncoder().encode(given))).toBeUndefined();
  });

  test('are decoded from UTF-8 and UTF-16 only', () => {
    expect(decodeCaptions(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
    expect(decodeCaptions(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe('a');
    expect(decodeCaptions(Uint8Array.of(0xc3, 0x28))).toBeUndefined();
  });

  test('are not translated into an invalid language', () => {
    expect(translateCaptions(files.srt, 'srt', 'fr-CA')).toContain('[fr-CA] Flour');
    expect(translateCaptions(files.srt, 'srt', '../x')).toBeUndefined();
  });

  test('have formats with names', () => {
    expect(['srt', 'doc', 'toString'].map(isCaptionFormat)).toEqual([true, false, false]);
  });
});
