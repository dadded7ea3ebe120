import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { accepts, type MediaSource, type NamedMedia } from '../../client/body/media.js';
import type { CallOptions } from '../../client/options/options.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';
import { mediaTypeByEnding } from '../../tools/media-types.js';
import { readPrivate, writePrivate } from '../../tools/private-file.js';
import { settingsFolder } from '../../tools/sign-in-path.js';
import { write } from '../cli-io.js';
import { openFile } from '../options/read-files.js';
import { printable } from '../text/printable.js';
import { progressBar } from './progress.js';
import type { CallJob } from './call-job.js';
import type { Session } from './session.js';
import type { UploadState } from '../../client/options/option-types.js';

/** The bytes that go with a call, if any do. */
export interface UploadJob {
  readonly params: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** Name of the file, or `stdin`. */
  readonly media: string | undefined;
  /** The call is over, whatever came of it. */
  readonly end: () => void;
  /** The upload is complete: there is nothing to go on with. */
  readonly done: () => Promise<void>;
}

const unit = 262_144;
/** Bytes of a chunk at most: 8 MiB. */
const largestChunk = 32 * unit;
/** How long the state of an upload is kept, in milliseconds: services keep the upload for about a week. */
const keptMs = 7 * 24 * 3_600_000;

/** Opens the file of `--media`; an upload that was interrupted goes on where the same command is run again. */
export async function openUpload(
  job: CallJob,
  session: Session,
  params: Readonly<Record<string, unknown>>,
): Promise<UploadJob> {
  const { tool, given, io } = job;
  const nothing = { options: {}, end: () => {}, done: async () => {} };
  const path = given.common.get('media')?.at(-1);
  if (path === undefined || tool.media === undefined) return { ...nothing, params, media: undefined };
  const stated = given.common.get('media-type')?.at(-1);
  if (path === '-') {
    const media: NamedMedia = { data: streamOf(io.stdin), ...(stated !== undefined && { type: stated }) };
    return { ...nothing, params: { ...params, media }, media: 'stdin' };
  }
  const file = resolve(io.cwd, path);
  const type = stated ?? typeOf(file, tool.media.mediaTypes);
  const source = openFile(file, { option: 'media', path, type });
  const named: NamedMedia = { data: source, name: basename(file), ...(type !== undefined && { type }) };
  const bar = progressBar(io.stderr, 'Uploading');
  const common = { params: { ...params, media: named }, media: path, end: bar.end };
  const onProgress = ({ sent, total }: { readonly sent: number; readonly total?: number | undefined }): void =>
    bar.show(sent, total ?? source.size);
  const size = source.size ?? 0;
  const isLong = tool.media.resumable !== undefined && size > unit;
  if (!isLong) return { ...nothing, ...common, options: { onProgress } };
  const chunkSize = Math.min(largestChunk, Math.ceil(size / 20 / unit) * unit);
  // The emulator of this process is gone with it.
  if (session.isEmulated || given.common.has('dry-run'))
    return { ...common, options: { onProgress, chunkSize }, done: async () => {} };
  const state = await openState(job, session, { params, file, source });
  return { ...common, options: { onProgress, chunkSize, ...state.options }, done: state.remove };
}

interface Identity {
  readonly params: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly source: MediaSource;
}

/** The file that keeps how far an upload is: of this call, of this file as it is now, at this address. */
async function openState(
  { tools, tool, io }: CallJob,
  { baseUrl }: Session,
  { params, file, source }: Identity,
): Promise<{ readonly options: CallOptions; readonly remove: () => Promise<void> }> {
  const folder = settingsFolder(tools, io.env);
  if (folder === undefined) return { options: {}, remove: async () => {} };
  const key = [tool.name, baseUrl, file, source.fingerprint, stringifyExact(params)].join('\n');
  const name = `${await digestOf(key)}.json`;
  const path = join(folder, 'uploads', name);
  await removeOld(join(folder, 'uploads'));
  const resumeFrom = readState(await readPrivate(path), tool.operation.id);
  if (resumeFrom !== undefined) {
    const { sent, total } = resumeFrom;
    await write(
      io.stderr,
      `Going on with the upload of ${printable(file)}: ${sent} of ${total ?? source.size} bytes.\n`,
    );
  }
  let isComplete = false;
  return {
    options: {
      ...(resumeFrom && { resumeFrom }),
      onState: async (state) => {
        if (!isComplete) await writePrivate(path, JSON.stringify(state)).catch(() => undefined);
      },
    },
    remove: async () => {
      isComplete = true;
      await rm(path, { force: true });
    },
  };
}

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readState(text: string | undefined, operation: string): UploadState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value['version'] !== 1 || value['operation'] !== operation) return undefined;
  const { url, sent, type } = value;
  if (typeof url !== 'string' || typeof sent !== 'number' || typeof type !== 'string') return undefined;
  // `as`: what is needed was checked right above; this module wrote it.
  return value as unknown as UploadState;
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > keptMs) await rm(path, { force: true });
  }
}

function streamOf(input: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
    },
  });
}

/** The media type that the name of a file tells, where the operation takes it. */
function typeOf(file: string, accepted: readonly string[]): string | undefined {
  const type = mediaTypeByEnding(file);
  return type !== undefined && accepted.some((range) => accepts(range, type)) ? type : undefined;
}
