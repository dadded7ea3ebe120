import { expect, test } from 'vitest';
import { bearer, type CallOptions } from '@speccast/runtime/client';
import { readRows } from '../../../rows.js';
import { catchError, createTestClock } from '../support.js';
import { createBytes, createUploadServer, hashBytes, createErrorResponse, type Fault, type Kind } from './upload-server.js';
import { createSource, createStream, unit, uploadTo } from './upload-support.js';

/** What goes wrong with a request; `keep` counts units of 256 KiB. */
interface FaultRow {
  readonly keep?: number;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: object;
  readonly lose?: true;
  readonly hang?: true;
}

/** An upload to a server some of whose requests fail, and what comes of it. */
interface Row {
  readonly name: string;
  /** Units of 256 KiB, and bytes beside them. */
  readonly size: readonly [units: number, bytes: number];
  /** By itself: bytes; `marked`: a source with the fingerprint `a`. */
  readonly media?: 'stream' | 'source' | 'marked';
  /** Units of a chunk. By itself: 1. */
  readonly chunk?: number;
  /** By the number of the request, which counts from 1, or by its kind. */
  readonly faults?: Readonly<Record<number | Kind, FaultRow>>;
  readonly options?: CallOptions;
  readonly token?: string;
  readonly baseUrl?: string;
  /** Where the session is said to be. */
  readonly sessionBase?: string;
  readonly want: {
    /** `start`, or the range of a chunk or a probe, in units where it is whole ones. */
    readonly requests: readonly string[];
    readonly arrives?: false;
    readonly error?: string;
    readonly sent?: number;
    readonly pauses?: readonly number[];
    /** Address and credential of each request. */
    readonly addresses?: readonly (readonly [url: string, authorization: string | null])[];
  };
}

function toFault({ keep, status, headers, json, lose, hang }: FaultRow): Fault {
  const answer = (): Response =>
    json || status === undefined || status === 308
      ? new Response(json ? JSON.stringify(json) : null, { status: status ?? 200, headers: headers ?? {} })
      : createErrorResponse(status, 'refused', headers);
  return {
    ...(keep !== undefined && { keep: keep * unit }),
    ...((status !== undefined || headers || json) && { answer }),
    ...(lose && { lose }),
    ...(hang && { hang }),
  };
}

/** `bytes 262144-524287/524289` becomes `1u-2u/2u+1`: units of 256 KiB, ends counted as the byte after them. */
function shortenRange(range: string | null): string {
  if (range === null) return 'start';
  const short = (text: string): string => {
    const [units, rest] = [Math.floor(Number(text) / unit), Number(text) % unit];
    return units === 0 ? `${rest}` : `${units}u${rest === 0 ? '' : `+${rest}`}`;
  };
  return range
    .replace('bytes ', '')
    .replace(/-(\d+)/, (_, end: string) => `-${Number(end) + 1}`)
    .replaceAll(/\d+/g, short);
}

test.each(readRows(import.meta.url).rows<Row>('uploads'))('$name', async (row) => {
  const { size, media, chunk = 1, faults = {}, options, token, sessionBase, want } = row;
  const failing: Readonly<Record<string, FaultRow>> = faults;
  const server = createUploadServer({
    ...(sessionBase && { sessionBase }),
    fault: (kind, number) => {
      const fault = failing[number] ?? failing[kind];
      return fault && toFault(fault);
    },
  });
  const bytes = createBytes(size[0] * unit + size[1]);
  const clock = createTestClock();
  const sources = {
    stream: () => createStream(bytes),
    source: () => createSource(bytes),
    marked: () => createSource(bytes, { fingerprint: 'a' }),
  };
  const client = { clock, baseUrl: row.baseUrl, auth: token === undefined ? undefined : bearer(token) };
  const up = uploadTo(server, media ? sources[media]() : bytes, { chunkSize: chunk * unit, ...options }, client);
  const error = want.error === undefined ? undefined : await catchError(up);
  if (error === undefined) await up;
  expect({
    requests: server.requests.map(({ range }) => shortenRange(range)),
    ...(error && { error: `${error.name}: ${error.message}` }),
    ...(want.sent !== undefined && { sent: up.state?.sent }),
    ...(want.addresses && { addresses: server.requests.map(({ url, authorization }) => [url, authorization]) }),
    ...(clock.pauses.length > 0 && want.pauses && { pauses: clock.pauses }),
  }).toEqual(want);
  expect(server.completed.map(hashBytes)).toEqual(error ? [] : [hashBytes(bytes)]);
});
