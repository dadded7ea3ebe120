import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { accepts, type MediaSource } from '../../client/body/media.js';
import type { CallOptions } from '../../client/options/options.js';
import { stringifyExact } from '../../codecs/exact-json.js';
import { toStream } from '../../node/file-source.js';
import { mediaTypeByEnding } from '../../tools/media-types.js';
import { readPrivate, writePrivate } from '../../tools/private-file.js';
import { settingsFolder } from '../../tools/sign-in-path.js';
import { write } from '../cli-io.js';
import { openFile } from '../options/read-files.js';
import { printable } from '../text/printable.js';
import { openProgressBar } from './progress.js';
import type { CallJob, Session } from './session.js';
import type { UploadState } from '../../client/options/option-types.js';

/** A call with the bytes that it sends, if any. */
export interface UploadJob {
  readonly params: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** Name of the file, or `stdin`. */
  readonly media?: string;
  /** Removes the progress bar; to be called also when the call failed. */
  readonly end?: () => void;
  /** Deletes the saved state of an upload that is complete. */
  readonly done?: () => Promise<void>;
}

/** Bytes that the size of a chunk has to be a multiple of. */
const unit = 262_144;

/** Opens the file of `--media`. An upload that was interrupted continues when the same command is run again. */
export async function openUpload(job: CallJob, session: Session, params: UploadJob['params']): Promise<UploadJob> {
  const { tool, parsed, io } = job;
  const path = parsed.last('media');
  const stated = parsed.last('media-type');
  if (path === undefined || !tool.media) return { params, options: {} };
  if (path === '-') {
    const data = toStream(io.stdin[Symbol.asyncIterator]());
    return { params: { ...params, media: { data, type: stated } }, options: {}, media: 'stdin' };
  }
  const file = resolve(io.cwd, path);
  const known = mediaTypeByEnding(file);
  const type = stated ?? (known && tool.media.mediaTypes.some((range) => accepts(range, known)) ? known : undefined);
  const source = openFile(file, '--media', path, type);
  const { size = 0 } = source;
  const bar = openProgressBar(io.stderr, 'Uploading');
  const upload = {
    params: { ...params, media: { data: source, name: basename(file), type } },
    options: { onProgress: ({ sent, total = size }) => bar.show(sent, total) } satisfies CallOptions,
    media: path,
    end: bar.end,
  };
  if (!tool.media.resumable || size <= unit) return upload;
  const chunkSize = Math.min(32 * unit, Math.ceil(size / 20 / unit) * unit);
  // The emulator of this process forgets its uploads when the process ends.
  const isKept = session.found !== undefined && !parsed.has('dry-run');
  const state = isKept ? await openState(job, params, { file, ...source }) : undefined;
  return { ...upload, ...state, options: { ...upload.options, chunkSize, ...state?.options } };
}

/** Reads the saved state of an upload, and keeps it up to date. It is found by the call, the address, and the file with its fingerprint. */
async function openState(
  { tools, tool, parsed, io }: CallJob,
  params: UploadJob['params'],
  { file, fingerprint, size }: MediaSource & { readonly file: string },
): Promise<Pick<UploadJob, 'options' | 'done'> | undefined> {
  const settings = settingsFolder(tools, io.env);
  if (settings === undefined) return undefined;
  const folder = join(settings, 'uploads');
  for (const name of await readdir(folder).catch(() => [])) {
    const old = join(folder, name);
    const stats = await stat(old).catch(() => undefined);
    // Services keep an upload for about a week.
    if (stats && Date.now() - stats.mtimeMs > 7 * 24 * 3_600_000) await rm(old, { force: true });
  }
  const baseUrl = parsed.last('base-url') ?? tools.service.baseUrl;
  const key = [tool.name, baseUrl, file, fingerprint, stringifyExact(params)].join('\n');
  const path = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  const resumeFrom = readState(await readPrivate(path), tool.operation.id);
  if (resumeFrom) {
    const { sent, total = size } = resumeFrom;
    await write(io.stderr, `Continuing the upload of ${printable(file)}: ${sent} of ${total} bytes are sent.\n`);
  }
  let isComplete = false;
  return {
    options: {
      resumeFrom,
      onState: async (state) => {
        if (!isComplete) await writePrivate(path, JSON.stringify(state)).catch(() => undefined);
      },
    },
    done: async () => {
      isComplete = true;
      await rm(path, { force: true });
    },
  };
}

function readState(text: string | undefined, operation: string): UploadState | undefined {
  try {
    const state = Object(JSON.parse(text ?? ''));
    const isWhole = typeof state.url === 'string' && typeof state.sent === 'number' && typeof state.type === 'string';
    return isWhole && state.version === 1 && state.operation === operation ? state : undefined;
  } catch {
    return undefined;
  }
}
