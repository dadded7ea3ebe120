import { expect, test } from 'vitest';
import { bearer, type CallOptions } from '@speccast/runtime/client';
import { readRows } from '../../../rows.js';
import { catchError, createTestClock } from '../support.js';
import {
  createBytes,
  createUploadServer,
  hashBytes,
  createErrorResponse,
  type Fault,
  type RequestKind,
} from './upload-server.js';
import { createSource, createStream, unit, uploadTo } from './upload-support.js';

/** The failure of a request; `keep` is in units of 256 KiB. */
interface FaultRow {
  readonly keep?: number;
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: object;
  readonly lose?: true;
  readonly hang?: true;
}

/** An upload to a server with faults, and the expected requests and result. */
interface Row {
  readonly name: string;
  /** Size in units of 256 KiB, plus bytes. */
  readonly size: readonly [units: number, bytes: number];
  /** Default: bytes. `marked` is a source with the fingerprint `a`. */
  readonly media?: 'stream' | 'source' | 'marked';
  /** Size of a chunk in units. Default: 1. */
  readonly chunk?: number;
  /** Faults by the number of the request, from 1, or by its kind. */
  readonly faults?: Readonly<Record<number | RequestKind, FaultRow>>;
  readonly options?: CallOptions;
  readonly token?: string;
  readonly baseUrl?: string;
  /** Origin of the address of sessions. */
  readonly sessionBase?: string;
  readonly want: {
    /** `start`, or the range of a chunk or a probe, as of `shortenRange()`. */
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
  const respond = (): Response =>
    json || status === undefined || status === 308
      ? new Response(json ? JSON.stringify(json) : null, { status: status ?? 200, headers: headers ?? {} })
      : createErrorResponse(status, 'refused', headers);
  return {
    ...(keep !== undefined && { keep: keep * unit }),
    ...((status !== undefined || headers || json) && { respond }),
    ...(lose && { lose }),
    ...(hang && { hang }),
  };
}

/** Shortens a range to units of 256 KiB, with exclusive ends: `bytes 262144-524287/524289` → `1u-2u/2u+1`. */
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
