import { createCore } from '@speccast/runtime/client';
import type { CallOptions, ClientOptions, Media } from '@speccast/runtime/client';
import { toRelated, sendResumable, upload, writeAnyBody } from '@speccast/runtime';
import type { MediaSource, Upload, Operation } from '@speccast/runtime';
import { service, createTestClock } from '../support.js';
import type { UploadServer } from './upload-server.js';

/** 256 KiB: the size of a chunk has to be a multiple of it. */
export const unit = 262_144;

/** Params of `insertFilm`. */
export interface FilmsInsertParams {
  readonly body?: { readonly title: string };
  readonly media: Media;
}

/** The response of `insertFilm`. */
export interface Film {
  readonly id: string;
  readonly size: number;
}

/** An operation that takes bytes in each possible way. */
export const insertFilm: Operation<FilmsInsertParams, Film> = {
  id: 'films.insert',
  method: 'POST',
  path: '/films',
  media: {
    required: true,
    mediaTypes: ['video/*', 'application/octet-stream'],
    metadata: true,
    upload: '/upload',
    resumable: sendResumable,
  },
  writeBody: writeAnyBody,
  bodyWriters: { related: toRelated },
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  auth: [[], 'oauth2'],
};

/** Uploads to a server, without waiting between attempts. */
export function uploadTo(
  server: Pick<UploadServer, 'fetch'>,
  media: Media,
  options: CallOptions = {},
  client: ClientOptions = {},
): Upload<Film> {
  const core = createCore(service, { fetch: server.fetch, clock: createTestClock(), ...client });
  return upload(core, insertFilm, { media, body: { title: 'Talk' } }, { chunkSize: unit, ...options });
}

/** Returns a stream of pieces, whose size differs from that of chunks. */
export function createStream(bytes: Uint8Array, piece: number = 100_000): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

/** Returns a source that can be opened at any offset; `opened` lists these offsets. */
export function createSource(
  bytes: Uint8Array,
  facts: Partial<MediaSource> = {},
): MediaSource & { readonly opened: number[] } {
  const opened: number[] = [];
  const open = (offset: number): ReadableStream<Uint8Array> => {
    opened.push(offset);
    return createStream(bytes.subarray(offset));
  };
  return { size: bytes.length, opened, open, ...facts };
}
