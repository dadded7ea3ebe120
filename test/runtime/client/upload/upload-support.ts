import {
  createCore,
  type CallOptions,
  type ClientOptions,
  type Media,
} from '../../../../templates/runtime/client/index.js';
import type { MediaSource } from '../../../../templates/runtime/client/body/media.js';
import { toRelated } from '../../../../templates/runtime/client/body/forms.js';
import { sendResumable } from '../../../../templates/runtime/client/upload/send-resumable.js';
import { upload, type Upload } from '../../../../templates/runtime/client/upload/upload.js';
import { writeAnyBody } from '../../../../templates/runtime/client/body/write-any-body.js';
import type { Operation } from '../../../../templates/runtime/operation.js';
import { service, testClock } from '../support.js';
import type { UploadServer } from './upload-server.js';

/** 256 KiB */
export const unit = 262_144;

/** What an upload of these tests is called with. */
export interface FilmsInsertParams {
  readonly body?: { readonly title: string };
  readonly media: Media;
}

/** What it responses. */
export interface Film {
  readonly id: string;
  readonly size: number;
}

/** An operation that takes bytes in any way. */
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

/** Uploads to a server of these tests, without waiting between attempts. */
export function uploadTo(
  server: Pick<UploadServer, 'fetch'>,
  media: Media,
  options: CallOptions = {},
  client: ClientOptions = {},
): Upload<Film> {
  const core = createCore(service, { fetch: server.fetch, clock: testClock(), ...client });
  return upload(core, insertFilm, { media, body: { title: 'Talk' } }, { chunkSize: unit, ...options });
}

/** A stream of pieces of a size that has nothing to do with that of chunks. */
export function streamOf(bytes: Uint8Array, piece: number = 100_000): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + piece));
      at += piece;
    },
  });
}

/** A source that can be opened anywhere; `opened` lists where it was. */
export function sourceOf(
  bytes: Uint8Array,
  facts: Partial<MediaSource> = {},
): MediaSource & { readonly opened: number[] } {
  const opened: number[] = [];
  const open = (offset: number): ReadableStream<Uint8Array> => {
    opened.push(offset);
    return streamOf(bytes.subarray(offset));
  };
  return { size: bytes.length, opened, open, ...facts };
}
