import { decodePng } from '../values/pictures/png.js';
import type { ConformanceKit, Expectation, ImageExpectation, ReceivedResponse } from './check.js';
import { match } from './match.js';
import { readPath, show } from './values.js';
import { cornerColours } from './write-media.js';

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
    ...(expect.image ? await checkImage(response, expect.image) : []),
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

function checkError({ status, body }: ReceivedResponse, { reason }: Expectation, { refusal }: ConformanceKit) {
  if (status < 400 || !refusal) return [];
  const issues = refusal.body === undefined ? [] : match(body, refusal.body);
  const got = readPath(body, refusal.reason ?? '');
  const allowed = [reason ?? []].flat();
  if (reason === undefined || allowed.some((one) => one === got)) return issues;
  return [...issues, `the reason: wanted ${allowed.join(' or ')}, got ${show(got)}`];
}

function checkBytes({ bytes }: ReceivedResponse, wanted: unknown) {
  if (wanted === undefined) return [];
  if (!(wanted instanceof Uint8Array)) return ['the bytes: there are none to compare them with'];
  const isSame = bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
  return isSame ? [] : [`the bytes: wanted the ${wanted.length} that were sent, got ${bytes.length} that differ`];
}

/** Describes how an image differs from the expectation; empty if it matches. Throws a `Skip` for formats that cannot be decoded. */
async function checkImage({ headers, bytes }: ReceivedResponse, wanted: ImageExpectation) {
  const image = await decodePng(bytes);
  if (!image) {
    const type = headers['content-type'] ?? 'of no type';
    if (type.startsWith('image/') && type !== 'image/png')
      throw new Skip(`the image is ${type}; only PNG can be looked into`);
    return [`the image: wanted a PNG, got ${bytes.length} bytes of ${type}`];
  }
  const { width, height, black: { rows = [], columns = [] } = {}, corners } = wanted;
  if (image.width !== width || image.height !== height)
    return [`the image: wanted ${width} x ${height}, got ${image.width} x ${image.height}`];
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
    issues.set(place, `${place}: wanted ${colour === black ? 'black' : show(colour)}, got ${show(got)}`);
  }
  return [...issues.values()];
}

/** Tolerance of colours, out of 255: scaling and compression change them. */
const tolerance = 24;

const black: readonly number[] = [0, 0, 0];

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
