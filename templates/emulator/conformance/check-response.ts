import { decodePng } from '../values/pictures/png.js';
import type { Raster } from '../values/pictures/raster.js';
import type { ConformanceKit, Expectation, ImageExpectation } from './check.js';
import { match } from './match.js';
import type { ReceivedResponse } from './read-response.js';
import { readPath, show } from './values.js';
import { cornerColours } from './write-media.js';

/** Describes how a response differs from the expectation; empty if it matches. Errors must have the kit's format. */
export async function checkResponse(
  response: ReceivedResponse,
  expect: Expectation,
  { kit, method }: { readonly kit: ConformanceKit; readonly method?: string | undefined },
): Promise<readonly string[]> {
  const { status, headers, body, text } = response;
  const { status: wanted = '2xx' } = expect;
  if (!isStatus(status, wanted)) {
    // Any success says that a row was deleted, and may describe it.
    if (method === 'DELETE' && isStatus(status, '2xx') && expectsSuccess(expect)) return [];
    // Other issues would only hide that the status is wrong.
    const statuses = [wanted].flat().map(String).join(' or ');
    return [`the status: wanted ${statuses}, got ${status}`, `the body is ${show(body ?? text)}`];
  }
  return [
    ...checkError(response, expect, kit),
    ...match(headers, expect.headers ?? {}).map((issue) => `header ${issue}`),
    ...(expect.body === undefined ? [] : match(body, expect.body)),
    ...(expect.text === undefined ? [] : match(text, expect.text, 'the text')),
    ...checkBytes(response, expect.bytes),
    ...(expect.image === undefined ? [] : await checkImage(response, expect.image)),
  ];
}

/** Returns whether a status matches `200`, `4xx` or one of several. */
export function isStatus(status: number, wanted: unknown): boolean {
  return [wanted].flat().some((one) => {
    const prefix = String(one).replace(/x/gi, '');
    return String(status).slice(0, prefix.length) === prefix;
  });
}

/** Returns whether a success would match. */
export function expectsSuccess({ status = '2xx' }: Expectation): boolean {
  return [status].flat().some((one) => String(one).startsWith('2'));
}

function checkError(
  { status, body }: ReceivedResponse,
  { reason }: Expectation,
  { refusal }: ConformanceKit,
): readonly string[] {
  if (status < 400 || refusal === undefined) return [];
  const issues = refusal.body === undefined ? [] : match(body, refusal.body);
  if (reason === undefined) return issues;
  const got = readPath(body, refusal.reason ?? '');
  const allowed = [reason].flat();
  if (allowed.some((one) => one === got)) return issues;
  return [...issues, `the reason: wanted ${allowed.join(' or ')}, got ${show(got)}`];
}

function checkBytes({ bytes }: ReceivedResponse, wanted: unknown): readonly string[] {
  if (wanted === undefined) return [];
  if (!(wanted instanceof Uint8Array)) return ['the bytes: there are none to compare them with'];
  const isSame = bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
  return isSame ? [] : [`the bytes: wanted the ${wanted.length} that were sent, got ${bytes.length} that differ`];
}

/** Tolerance of colours, out of 255: scaling and compression change them. */
const tolerance = 24;

/** Describes how an image differs from the expectation; empty if it matches. Throws a `Skip` for formats that cannot be decoded. */
async function checkImage({ headers, bytes }: ReceivedResponse, wanted: ImageExpectation): Promise<readonly string[]> {
  const image = await decodePng(bytes);
  if (image === undefined) {
    const type = headers['content-type'] ?? 'of no type';
    if (type.startsWith('image/') && type !== 'image/png')
      throw new Skip(`the image is ${type}; only PNG can be looked into`);
    return [`the image: wanted a PNG, got ${bytes.length} bytes of ${type}`];
  }
  const { width, height, black = {}, corners } = wanted;
  if (image.width !== width || image.height !== height)
    return [`the image: wanted ${width} x ${height}, got ${image.width} x ${image.height}`];
  const blackLines = [
    ...(black.rows ?? []).map((y) =>
      checkBlack(
        image,
        `row ${y}`,
        listPoints(width, (x) => [x, y]),
      ),
    ),
    ...(black.columns ?? []).map((x) =>
      checkBlack(
        image,
        `column ${x}`,
        listPoints(height, (y) => [x, y]),
      ),
    ),
  ];
  return [...blackLines.flat(), ...(corners ? checkCorners(image, corners) : [])];
}

type Point = readonly [x: number, y: number];

function listPoints(length: number, pointAt: (index: number) => Point): readonly Point[] {
  return Array.from({ length }, (_, index) => pointAt(index));
}

function checkBlack(image: Raster, name: string, points: readonly Point[]): readonly string[] {
  const odd = points.map((point) => readColour(image, point)).find((colour) => !isNear(colour, [0, 0, 0]));
  return odd === undefined ? [] : [`${name} of the image: wanted black, got ${show(odd)}`];
}

function checkCorners(
  image: Raster,
  { left, top, right, bottom }: NonNullable<ImageExpectation['corners']>,
): readonly string[] {
  const points = [top, bottom].flatMap((y) => [left, right].map((x): Point => [x, y]));
  return points.flatMap(([x, y], index) => {
    const [got, colour] = [readColour(image, [x, y]), cornerColours[index] ?? []];
    return isNear(got, colour) ? [] : [`the image at ${x}, ${y}: wanted ${show(colour)}, got ${show(got)}`];
  });
}

function readColour({ pixels, width }: Raster, [x, y]: Point): readonly number[] {
  const at = (y * width + x) * 4;
  return Array.from(pixels.subarray(at, at + 3));
}

function isNear(got: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((value, index) => Math.abs(value - (got[index] ?? -tolerance)) <= tolerance);
}

/** Describes how the statuses of several responses differ from the expected numbers; empty if they match. */
export function checkOutcomes(
  statuses: readonly number[],
  wanted: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(wanted).flatMap(([status, count]) => {
    const got = statuses.filter((one) => isStatus(one, status)).length;
    return got === count ? [] : [`wanted ${count} responses with ${status}, got ${got} among ${statuses.length}`];
  });
}

/** Thrown if a check is not applicable. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/**
 * Describes an unexpected response without what differs from call to call, so that failures for one cause have the same text:
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

const longestCause = 160;

/** Masks quoted words, ids and numbers: `Video "a" has 3 errors` → `Video … has … errors`. */
function maskDetails(text: string): string {
  return text
    .slice(0, 4 * longestCause)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[\w-]*\d[\w-]*/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestCause);
}
