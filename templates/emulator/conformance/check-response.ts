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
  wanted: Expectation,
  { kit, method }: { readonly kit: ConformanceKit; readonly method?: string | undefined },
): Promise<readonly string[]> {
  const status = checkStatus(response, wanted.status ?? '2xx');
  // Any success says that something was deleted, and may describe it.
  if (status.length > 0 && method === 'DELETE' && isStatus(response.status, '2xx') && expectsSuccess(wanted)) return [];
  // Other issues would only hide that the status is wrong.
  if (status.length > 0) return [...status, `the body is ${show(response.body ?? response.text)}`];
  return [
    ...checkError(response, wanted, kit),
    ...match(response.headers, wanted.headers ?? {}).map((issue) => `header ${issue}`),
    ...(wanted.body === undefined ? [] : match(response.body, wanted.body)),
    ...(wanted.text === undefined ? [] : match(response.text, wanted.text, 'the text')),
    ...checkBytes(response, wanted.bytes),
    ...(wanted.image === undefined ? [] : await checkImage(response, wanted.image)),
  ];
}

/** Whether a status matches `200` or `4xx`. */
export function isStatus(status: number, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isStatus(status, one));
  return (
    String(wanted).toLowerCase().replace('xx', '') === String(status).slice(0, String(wanted).replace(/x/gi, '').length)
  );
}

/** Whether a success would match. */
export function expectsSuccess({ status = '2xx' }: Expectation): boolean {
  return [status].flat().some((one) => String(one).startsWith('2'));
}

function checkStatus({ status }: ReceivedResponse, wanted: unknown): readonly string[] {
  if (isStatus(status, wanted)) return [];
  return [`the status: wanted ${Array.isArray(wanted) ? wanted.join(' or ') : String(wanted)}, got ${status}`];
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
  const { width, height, black = {} } = wanted;
  if (image.width !== width || image.height !== height)
    return [`the image: wanted ${width} x ${height}, got ${image.width} x ${image.height}`];
  return [
    ...(black.rows ?? []).flatMap((y) => checkBlack(image, `row ${y}`, (index) => [index, y], width)),
    ...(black.columns ?? []).flatMap((x) => checkBlack(image, `column ${x}`, (index) => [x, index], height)),
    ...checkCorners(image, wanted),
  ];
}

type Point = readonly [x: number, y: number];

function checkBlack(image: Raster, name: string, pointAt: (index: number) => Point, length: number): readonly string[] {
  const odd = Array.from({ length }, (_, index) => colourAt(image, pointAt(index))).find(
    (one) => !isNear(one, [0, 0, 0]),
  );
  return odd === undefined ? [] : [`${name} of the image: wanted black, got ${show(odd)}`];
}

function checkCorners(image: Raster, { corners }: ImageExpectation): readonly string[] {
  if (corners === undefined) return [];
  const { left, top, right, bottom } = corners;
  const points: readonly Point[] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
  return points.flatMap(([x, y], index) => {
    const [got, colour] = [colourAt(image, [x, y]), cornerColours[index] ?? []];
    return isNear(got, colour) ? [] : [`the image at ${x}, ${y}: wanted ${show(colour)}, got ${show(got)}`];
  });
}

function colourAt({ pixels, width }: Raster, [x, y]: Point): readonly number[] {
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

/** What an unexpected response has in common with others that were unexpected for the same cause. */
export function causeOf(
  { status, body, text }: ReceivedResponse,
  wanted: Expectation,
  [issue = '']: readonly string[],
): string {
  if (isStatus(status, wanted.status ?? '2xx')) return general(issue);
  const instead = expectsSuccess(wanted) ? 'a success' : status < 400 ? 'an error' : 'another error';
  const said = readPath(body, 'error.message') ?? readPath(body, 'message') ?? readPath(body, 'title') ?? text;
  const message = general(typeof said === 'string' ? said : show(said));
  return `${status} instead of ${instead}${message === '' ? '' : `: ${message}`}`;
}

const longestCause = 160;

/** A text without what differs from call to call: quoted words, ids and numbers. */
function general(text: string): string {
  return text
    .slice(0, 4 * longestCause)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/[\w-]*\d[\w-]*/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestCause);
}
