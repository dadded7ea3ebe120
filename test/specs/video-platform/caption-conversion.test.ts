import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  captionFormats,
  convertCaptions,
  decodeCaptions,
  detectCaptionFormat,
  parseCaptions,
  printCaptions,
  translateCaptions,
  type CaptionFormat,
  type Cue,
} from '../../../specs/video-platform/capabilities/captions/captions.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const pairs = captionFormats.flatMap((from) => captionFormats.map((to) => ({ from, to })));
const hour = 3_600_000;

/** Words, some of which have a meaning in markup, times or other formats. */
const word = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9,.!?]{1,8}$/),
  fc.constantFrom('&', '&amp;', '&lt;b&gt;', '<', '>', '-->', '"', "'", 'é', '漢字', '😀', 'NOTE', '7', '00:00:01.000'),
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const text = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

/** Cues that may overlap, and start within the first 200 hours. */
const anyCues = fc.array(
  fc
    .record({
      start: fc.integer({ min: 0, max: 200 * hour }),
      length: fc.integer({ min: 0, max: 20_000 }),
      text,
    })
    .map(({ start, length, ...cue }): Cue => ({
      start,
      end: start + length,
      ...cue,
    })),
  { minLength: 1, maxLength: 5 },
);

/** Cues that every format can represent: sorted, without overlaps, at whole tenths of a second, one line without markup each. */
const plainCues = fc
  .array(
    fc.tuple(fc.stringMatching(/^[a-zA-Z0-9,.!?]{1,8}( [a-zA-Z]{1,8}){0,2}$/), fc.integer({ min: 1, max: 36_000 })),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((given) => {
    let time = 0;
    return given.map(([plain, tenths]): Cue => {
      const start = time + tenths * 100;
      time = start + 2000;
      return { start, end: time, text: plain };
    });
  });

describe.each(pairs)('$from to $to', ({ from, to }) => {
  test('keeps plain cues when converted there and back', () => {
    fc.assert(
      fc.property(plainCues, (cues) => {
        const there = convertCaptions(printCaptions(cues, from), from, to) ?? '';
        expect(parseCaptions(there, to)).toEqual(cues);
        expect(convertCaptions(there, to, from)).toBe(printCaptions(cues, from));
      }),
      { numRuns: 30 },
    );
  });

  test('writes a valid file for any cues', () => {
    fc.assert(
      fc.property(anyCues, (cues) => {
        const there = convertCaptions(printCaptions(cues, from), from, to);
        expect(there).toBeDefined();
        expect(parseCaptions(there ?? '', to)?.every(({ start, end }) => start <= end)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe.each(['srt', 'vtt', 'sbv', 'ttml'] as const)('%s', (format) => {
  test('keeps overlapping cues, times up to 200 hours and any text without markup', () => {
    // srt has no escape for `<`: `<b>` in a text would be read as a tag.
    const carried =
      format === 'srt'
        ? anyCues.map((cues) => cues.map((cue) => ({ ...cue, text: cue.text.replaceAll('<', '[') })))
        : anyCues;
    fc.assert(
      fc.property(carried, (cues) => {
        expect(parseCaptions(printCaptions(cues, format), format)).toEqual(cues);
      }),
      { numRuns: 150 },
    );
  });

  test('is read with a byte order mark, with any line breaks, in UTF-8 and UTF-16', () => {
    const cues = [{ start: 100 * hour, end: 100 * hour + 1500, text: 'Señor 漢\nzwei' }];
    const file = printCaptions(cues, format).replaceAll('\n', '\r\n');
    const utf16 = Uint8Array.from(Buffer.from(`\ufeff${file}`, 'utf16le'));
    const swapped = utf16.map((_, at) => utf16[at ^ 1] ?? 0);
    for (const bytes of [new TextEncoder().encode(`\ufeff${file}`), utf16, swapped]) {
      expect(detectCaptionFormat(bytes)).toBe(format);
      expect(parseCaptions(decodeCaptions(bytes) ?? '', format)).toEqual(cues);
    }
  });
});

test.each(pairs)('a $from file without cues is converted to a $to file without cues', ({ from, to }) => {
  const converted = convertCaptions(printCaptions([], from), from, to) ?? '';
  expect(parseCaptions(converted, to)).toEqual([]);
});

test('scc rounds starts to frames of a thirtieth of a second, and ends a cue where the next one starts', () => {
  fc.assert(
    fc.property(anyCues, (cues) => {
      const starts = new Set(cues.map(({ start }) => Math.round((Math.round((start * 30) / 1000) * 1000) / 30)));
      const got = parseCaptions(printCaptions(cues, 'scc'), 'scc') ?? [];
      expect(got.every(({ start }) => starts.has(start))).toBe(true);
      expect(got.every(({ end }, index) => end <= (got[index + 1]?.start ?? end))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

table('decodes character references in %s', (format: CaptionFormat, given: string, want: string) => {
  expect(parseCaptions(given, format)?.[0]?.text).toBe(want);
});

test('ttml leaves out control characters, which XML does not allow', () => {
  const printed = printCaptions([{ start: 0, end: 1, text: 'a\u0000b\u000bc\ufffed' }], 'ttml');
  expect(printed).toContain('>abcd</p>');
});

test('a translation keeps times, is the same each time, and can be converted', () => {
  fc.assert(
    fc.property(
      plainCues,
      fc.constantFrom('srt', 'vtt', 'sbv', 'ttml'),
      fc.constantFrom(...captionFormats),
      (cues, from, to) => {
        const file = printCaptions(cues, from);
        const translated = translateCaptions(file, from, 'pt-BR') ?? '';
        expect(translateCaptions(file, from, 'pt-BR')).toBe(translated);
        const got = parseCaptions(convertCaptions(translated, from, to) ?? '', to);
        expect(got?.map(({ start, end }) => [start, end])).toEqual(cues.map(({ start, end }) => [start, end]));
        expect(got?.every((cue) => cue.text.startsWith('[pt-BR] '))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});
