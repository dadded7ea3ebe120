import * as fc from 'fast-check';
import { drawPng } from '../images.js';
import { writeRelated, srt } from './platform.js';
import { arbitraryText, type Known, type Template, type Vocabulary } from './vocabulary.js';

/** The body of a generated request and its media type. */
export interface WildBody {
  readonly bytes?: Uint8Array;
  readonly type?: string;
}

const encoder = new TextEncoder();

const files: readonly (readonly [Uint8Array, string])[] = [
  [encoder.encode(srt), 'text/plain'],
  [drawPng(64, 36), 'image/png'],
  [drawPng(2048, 1152), 'image/png'],
  [encoder.encode('film'), 'video/mp4'],
];

/**
 * Generates bodies of a template. Each value is replaced by an odd one with the probability `oddity / 30`, and the body is malformed with the
 * probability `oddity / 12`. With 0 all bodies are valid.
 */
export function arbitraryBody(vocabulary: Vocabulary, template: Template, oddity: number): fc.Arbitrary<WildBody> {
  const json = arbitraryJson(vocabulary, template, oddity);
  const valid = fc.tuple(json, fc.constantFrom(...files)).map(([value, [bytes, type]]): WildBody => {
    if (template.media === true) return value === undefined ? { bytes, type } : writeRelated(value, bytes, type);
    return value === undefined ? {} : { bytes: encoder.encode(JSON.stringify(value) ?? ''), type: 'application/json' };
  });
  if (oddity === 0) return valid;
  return fc.oneof({ weight: 12 - oddity, arbitrary: valid }, { weight: oddity, arbitrary: brokenBody(json) });
}

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'image/png',
  'video/mp4',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/related; boundary=edge',
  'multipart/form-data; boundary=edge',
  'multipart/form-data',
  'multipart/related; boundary=""',
  'application/',
  '/',
  'a/b/c',
  'application/json;;=',
  '*/*',
];

/** Generates bodies that may be cut, nested deeply or binary, with any media type or none. */
function brokenBody(json: fc.Arbitrary<unknown>): fc.Arbitrary<WildBody> {
  const text = json.map((value) => encoder.encode(JSON.stringify(value) ?? ''));
  const cut = fc.tuple(text, fc.nat()).map(([bytes, at]) => bytes.slice(0, bytes.length === 0 ? 0 : at % bytes.length));
  const parts = fc
    .array(fc.oneof(text, fc.uint8Array({ maxLength: 40 })), { maxLength: 3 })
    .chain((contents) => brokenMultipart(contents));
  const deep = fc
    .integer({ min: 1, max: 20_000 })
    .map((depth) => encoder.encode('{"snippet":'.repeat(depth) + '1' + '}'.repeat(depth)));
  const bytes = fc.oneof(
    { weight: 3, arbitrary: text },
    cut,
    parts,
    deep,
    fc.uint8Array({ maxLength: 60 }),
    fc.constant(undefined),
  );
  const type = fc.oneof(
    { weight: 2, arbitrary: fc.constant('application/json') },
    { weight: 4, arbitrary: fc.constantFrom(...mediaTypes) },
    fc.constant(undefined),
  );
  return fc.tuple(bytes, type).map(([content, name]) => ({
    ...(content === undefined ? {} : { bytes: content }),
    ...(name === undefined ? {} : { type: name }),
  }));
}

/** Generates multipart bodies whose headers, line ends or end may be wrong. */
function brokenMultipart(contents: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const heads = [
    'content-type: application/json',
    'content-type: video/mp4',
    'content-disposition: form-data; name="metadata"',
    'content-disposition: form-data; name="file"; filename="a"',
    'no colon',
    '',
  ];
  const frame = fc.record({
    head: fc.constantFrom(...heads),
    end: fc.constantFrom('--edge--', '--edge', '', '--edge--\r\n'),
    line: fc.constantFrom('\r\n', '\n'),
  });
  return frame.map(({ head, end, line }) => {
    const pieces = contents.flatMap((content) => [
      Buffer.from(`--edge${line}${head}${line}${line}`),
      Buffer.from(content),
      Buffer.from(line),
    ]);
    return new Uint8Array(Buffer.concat([...pieces, Buffer.from(end)]));
  });
}

/** Random choices for one value of a body. */
interface Change {
  /** Replaces the value if `dice` is below `oddity`. */
  readonly odd: unknown;
  /** Index of the known value for a placeholder. */
  readonly pick: number;
  readonly dice: number;
}

/** Generates the JSON of a template, with known values for its placeholders; `undefined` for a template without JSON. */
function arbitraryJson(vocabulary: Vocabulary, { body }: Template, oddity: number): fc.Arbitrary<unknown> {
  if (body === undefined)
    return oddity === 0
      ? fc.constant(undefined)
      : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.jsonValue({ maxDepth: 3 }));
  const odd = fc.oneof(
    arbitraryText(vocabulary),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(null, -1, 0, 1, 1.5, 1e21, true, [], {}),
  );
  const change = fc.record({ odd, pick: fc.nat(), dice: fc.integer({ min: 0, max: 29 }) });
  return fc.infiniteStream(change).map((changes) => fill(body, { changes, oddity, known: vocabulary.known }));
}

interface Filling {
  readonly changes: Iterator<Change>;
  readonly oddity: number;
  readonly known: Known;
}

function fill(part: unknown, filling: Filling): unknown {
  const { odd, pick, dice }: Change = filling.changes.next().value;
  if (dice < filling.oddity) return odd;
  if (typeof part === 'string' && part.startsWith('?')) {
    const values = filling.known[part.slice(1)] ?? [];
    return values[pick % values.length];
  }
  if (Array.isArray(part)) return part.map((one) => fill(one, filling));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, fill(one, filling)]));
}
