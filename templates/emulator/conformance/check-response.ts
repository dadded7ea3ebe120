import { writeCanonical } from '../values/canonical-json.js';
import { readImage } from '../values/pictures/image-size.js';
import {
  type ConformanceKit,
  cornerColours,
  type Expectation,
  type ImageExpectation,
  type ReceivedResponse,
} from './check.js';
import { readPath, show } from './values.js';

/** Describes how a response differs from the expectation; empty if it matches. Errors must have the kit's format. */
export async function checkResponse(
  response: ReceivedResponse,
  expect: Expectation,
  kit: ConformanceKit,
  method?: string,
): Promise<readonly string[]> {
  const { status, headers, body, text } = response;
  const { status: wanted = '2xx' } = expect;
  if (!isStatus(status, wanted)) {
    // Services confirm a deletion with 204, or with 200 and a description of the row. Either passes.
    if (method === 'DELETE' && isStatus(status, '2xx') && expectsSuccess(expect)) return [];
    // Other issues would only hide that the status is wrong.
    const statuses = [wanted].flat().map(String).join(' or ');
    return [`the status: expected ${statuses}, got ${status}`, `the body is ${show(body ?? text)}`];
  }
  return [
    ...checkError(response, expect, kit),
    ...match(headers, expect.headers ?? {}).map((issue) => `header ${issue}`),
    ...(expect.body === undefined ? [] : match(body, expect.body)),
    ...(expect.text === undefined ? [] : match(text, expect.text, 'the text')),
    ...checkBytes(response, expect.bytes),
    ...(expect.image ? await checkImage(response, expect.image) : []),
  ];
}

/** Returns whether a status matches the expected one: `200`, `'4xx'` or a list of these. */
export function isStatus(status: number, wanted: unknown): boolean {
  return [wanted].flat().some((one) => {
    const prefix = String(one).replace(/x/gi, '');
    return String(status).slice(0, prefix.length) === prefix;
  });
}

/** Returns whether a status of 2xx is expected. */
export function expectsSuccess({ status = '2xx' }: Expectation): boolean {
  return [status].flat().some((one) => String(one).startsWith('2'));
}

function checkError({ status, body }: ReceivedResponse, { reason }: Expectation, { refusal }: ConformanceKit) {
  if (status < 400 || !refusal) return [];
  const issues = refusal.body === undefined ? [] : match(body, refusal.body);
  const got = readPath(body, refusal.reason ?? '');
  const allowed = [reason ?? []].flat();
  if (reason === undefined || allowed.some((one) => one === got)) return issues;
  return [...issues, `the reason: expected ${allowed.join(' or ')}, got ${show(got)}`];
}

function checkBytes({ bytes }: ReceivedResponse, wanted: unknown) {
  if (wanted === undefined) return [];
  if (!(wanted instanceof Uint8Array)) return ['the bytes: no step kept bytes to compare them with'];
  const isSame = bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
  return isSame ? [] : [`the bytes: expected the ${wanted.length} that were sent, got ${bytes.length} that differ`];
}

/** Describes how an image differs from the expectation; empty if it matches. Throws a `Skip` for formats that cannot be decoded. */
async function checkImage({ headers, bytes }: ReceivedResponse, wanted: ImageExpectation) {
  const { decodeImage } = await import('../images/decode-image.js');
  const image = readImage(bytes)?.type === 'image/png' ? await decodeImage(bytes) : undefined;
  if (!image) {
    const type = headers['content-type'] ?? 'of no type';
    if (type.startsWith('image/') && type !== 'image/png')
      throw new Skip(`the image is ${type}; only PNG can be checked`);
    return [`the image: expected a PNG, got ${bytes.length} bytes of ${type}`];
  }
  const { width, height, black: { rows = [], columns = [] } = {}, corners } = wanted;
  if (image.width !== width || image.height !== height)
    return [`the image: expected ${width} x ${height}, got ${image.width} x ${image.height}`];
  const { left = 0, right = 0, top = 0, bottom = 0 } = corners ?? {};
  const centres = corners ? [top, bottom].flatMap((y) => [left, right].map((x) => [x, y] as const)) : [];
  const points = [
    ...rows.flatMap((y) => Array.from({ length: width }, (_, x) => [`row ${y} of the image`, x, y, black] as const)),
    ...columns.flatMap((x) =>
      Array.from({ length: height }, (_, y) => [`column ${x} of the image`, x, y, black] as const),
    ),
    ...centres.map(([x, y], index) => [`the image at ${x}, ${y}`, x, y, cornerColours[index] ?? black] as const),
  ];
  const issues = new Map<string, string>();
  for (const [place, x, y, colour] of points) {
    const at = (y * width + x) * 4;
    const got = Array.from(image.pixels.subarray(at, at + 3));
    const isNear = colour.every((value, index) => Math.abs(value - (got[index] ?? -tolerance)) <= tolerance);
    if (isNear || issues.has(place)) continue;
    issues.set(place, `${place}: expected ${colour === black ? 'black' : show(colour)}, got ${show(got)}`);
  }
  return [...issues.values()];
}

/** Tolerance of colours, out of 255: scaling and compression change them. */
const tolerance = 24;

const black: readonly number[] = [0, 0, 0];

/** Thrown to skip a check that cannot be applied. */
export class Skip extends Error {}

/**
 * Describes an unexpected response without quoted words, ids and numbers, so that failures with the same cause have the same text:
 * `403 instead of a success: The user … is suspended`.
 */
export function generalize(
  { status, body, text }: ReceivedResponse,
  expect: Expectation,
  [issue = '']: readonly string[],
): string {
  if (isStatus(status, expect.status ?? '2xx')) return maskDetails(issue);
  const error = status < 400 ? 'an error' : 'another error';
  const said = readPath(body, 'error.message') ?? readPath(body, 'message') ?? readPath(body, 'title') ?? text;
  const message = maskDetails(typeof said === 'string' ? said : show(said));
  return `${status} instead of ${expectsSuccess(expect) ? 'a success' : error}${message && `: ${message}`}`;
}

/** Masks quoted words, ids and numbers: `Video "a" has 3 errors` → `Video … has … errors`. */
function maskDetails(text: string) {
  return text
    .slice(0, 640)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[\w-]*\d[\w-]*/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}

/**
 * Describes how a value differs from the expected one; empty if it matches. An expected object lists members by path
 * (`items.*.id`), and allows others; members that begin with `$` are matchers. A list must have equal length and matching
 * items. Everything else must be equal.
 */
function match(got: unknown, wanted: unknown, at = 'the response'): readonly string[] {
  const differs = (expected: string) => [`${at}: expected ${expected}, got ${show(got)}`];
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got) || got.length !== wanted.length) return differs(show(wanted));
    return wanted.flatMap((item, index) => match(got[index], item, `${at}.${index}`));
  }
  if (typeof wanted !== 'object' || wanted === null) return Object.is(got, wanted) ? [] : differs(show(wanted));
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return match(readPath(got, name), value, at === 'the response' ? name : `${at}.${name}`);
    if (name === '$length') {
      const hasLength = Array.isArray(got) || typeof got === 'string' || got instanceof Uint8Array;
      return match(hasLength ? got.length : undefined, value, `the length of ${at}`);
    }
    if (name === '$keys') return match(Object.keys(Object(got)), value, `the names in ${at}`);
    if (name === '$sum') {
      const sum = toList(got).reduce((total: number, one) => total + Number(one), 0);
      return match(sum, Number(value), `the sum of ${at}`);
    }
    if (name === '$each' && Array.isArray(got))
      return got.flatMap((item, index) => match(item, value, `${at}.${index}`)).slice(0, 5);
    const matcher = matchers[name];
    if (!matcher) throw new Error(`there is no matcher ${name}`);
    const [fits, expected] = matcher(got, value);
    return fits ? [] : differs(expected);
  });
}

/** Tests a value. Returns whether it fits, and the expectation for messages: `at least 3`. */
type Matcher = (got: unknown, wanted: unknown) => readonly [fits: boolean, expected: string];

/** Matchers by name. `match` itself implements `$length`, `$keys`, `$sum`, and `$each` of lists. */
const matchers: Readonly<Record<string, Matcher>> = {
  $type: (got, wanted) => {
    const type = Array.isArray(got) ? 'array' : typeof got;
    return [(got === null ? 'null' : type) === wanted, `of type ${String(wanted)}`];
  },
  $absent: (got, wanted) => [(got === undefined) === wanted, wanted === true ? 'nothing' : 'something'],
  $equals: (got, wanted) => [isSame(got, wanted), `exactly ${show(wanted)}`],
  $matches: (got, wanted) => [
    typeof got === 'string' && new RegExp(String(wanted), 'u').test(got),
    `text that matches /${String(wanted)}/`,
  ],
  $oneOf: (got, wanted) => [toList(wanted).some((one) => matches(got, one)), `one of ${show(wanted)}`],
  $not: (got, wanted) => [!matches(got, wanted), `other than ${show(wanted)}`],
  $min: (got, wanted) => [typeof got === typeof wanted && compare(got, wanted) >= 0, `at least ${show(wanted)}`],
  $max: (got, wanted) => [typeof got === typeof wanted && compare(got, wanted) <= 0, `at most ${show(wanted)}`],
  $more: (got, wanted) => [compare(got, wanted) > 0, `more than ${show(wanted)}`],
  $each: () => [false, 'a list'],
  $contains: (got, wanted) =>
    typeof got === 'string'
      ? [got.includes(String(wanted)), `text with ${show(wanted)}`]
      : [toList(got).some((item) => matches(item, wanted)), `a list with ${show(wanted)}`],
  $lacks: (got, wanted) => [!toList(got).some((item) => matches(item, wanted)), `a list without ${show(wanted)}`],
  $includes: (got, wanted) => [isWithin(toList(wanted), got), `a list with all of ${show(wanted)}`],
  $within: (got, wanted) => [isWithin(got, wanted), `a list of items from ${show(wanted)}`],
  $set: (got, wanted) => [isSame(sort(got), sort(wanted)), `${show(wanted)} in any order`],
  $distinct: (got, wanted) => [
    (new Set(toList(got).map(writeCanonical)).size === toList(got).length) === wanted,
    'no repeats',
  ],
  $sorted: (got, wanted) => {
    const sign = wanted === 'descending' ? -1 : 1;
    const fits = toList(got).every((one, at, list) => at === 0 || sign * compare(list[at - 1], one) <= 0);
    return [Array.isArray(got) && fits, `${String(wanted)} order`];
  },
  $counting: (got, wanted) => [
    Array.isArray(got) && got.every((one, index) => one === index + Number(wanted)),
    `numbers that count up from ${show(wanted)}`,
  ],
};

function matches(got: unknown, wanted: unknown) {
  return match(got, wanted).length === 0;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns whether a value is a list whose items are all in another list. */
function isWithin(list: unknown, other: unknown) {
  return Array.isArray(list) && list.every((one) => toList(other).some((item) => isSame(item, one)));
}

function isSame(left: unknown, right: unknown) {
  return writeCanonical(left) === writeCanonical(right);
}

function sort(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(writeCanonical).sort() : undefined;
}

/** Compares two values; `NaN` if they cannot be compared. Strings of digits, the format of int64, count as numbers. */
function compare(left: unknown, right: unknown) {
  const [a, b] = [Number(left), Number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return NaN;
  return left < right ? -1 : Number(left > right);
}
