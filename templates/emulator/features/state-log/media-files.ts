import { HttpError } from '@speccast/runtime/requests';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createMedia } from '../../store/media.js';
import { type MediaStore, type MediaWriter, StoredBytes, type StoredFile } from '../../store/stored-bytes.js';
import type { ReceivedMedia } from '../../store/tables.js';
import type { SavedStretch } from '../../store/world-changes.js';
import type { World } from '../../store/world.js';
import { codeOf, type Disk, messageOf, syncFolder, writeFully } from './disk.js';

/** How media are written. */
export interface MediaOptions {
  readonly disk: Disk;
  /** Whether files are written to disk before they are used. */
  readonly sync: boolean;
}

/** The bytes of a state: files that are named after the SHA-256 of their content. */
export class MediaFiles implements MediaStore {
  readonly #folder: string;
  readonly #options: MediaOptions;
  /** All files in use. A world, also one that may be restored, holds its files. */
  readonly #files = new Map<string, WeakRef<StoredFile>>();
  /** Stored bytes of media in memory. */
  readonly #kept = new WeakMap<Uint8Array, StoredBytes>();
  readonly #written = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, options: MediaOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async begin(): Promise<MediaWriter> {
    const path = join(this.#folder, `${randomUUID()}.part`);
    const file = await kept(async () => {
      await this.#options.disk.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      return this.#options.disk.open(path, 'wx', 0o600);
    });
    this.#written.add(path);
    return this.#writer(path, file);
  }

  /** Stores media that are in memory only. */
  async keep(all: Iterable<ReceivedMedia>): Promise<void> {
    for (const media of all) {
      if (media.stored !== undefined || this.#kept.has(media.bytes)) continue;
      const writer = await this.begin();
      await writer.write(media.bytes);
      this.#kept.set(media.bytes, await writer.finish());
    }
  }

  /** The stored bytes of media that were kept. */
  readonly stretchesOf = (media: ReceivedMedia): readonly SavedStretch[] => {
    const stored = media.stored ?? this.#kept.get(media.bytes);
    if (stored === undefined) throw new Error('The bytes were not stored.');
    return stored.stretches.map(({ file, from, to }) => [file.hash, file.size, from, to]);
  };

  /** Media with stored bytes, which are not read yet. */
  readonly open = (
    stretches: readonly SavedStretch[],
    about: Pick<ReceivedMedia, 'mediaType' | 'fileName'>,
  ): ReceivedMedia => {
    const found = stretches.map(([hash, size, from, to]) => ({ file: this.#fileOf(hash, size), from, to }));
    return createMedia(new StoredBytes(found), about);
  };

  /** The path of a file that a world needs and that is not there, or is shorter; undefined if there is none. */
  async missing({ blobs }: World): Promise<string | undefined> {
    const needed = new Map<string, number>();
    for (const { stored } of blobs.values())
      for (const { file } of stored?.stretches ?? []) needed.set(file.hash, file.size);
    for (const [hash, size] of needed) {
      const path = join(this.#folder, hash);
      const found = await this.#options.disk.stat(path).catch(() => undefined);
      if (found?.size !== size) return path;
    }
    return undefined;
  }

  /** Removes the files that nothing uses any more, after `sync` has written to disk that they are not used. */
  async collect(sync: () => Promise<void>): Promise<void> {
    const names = await this.#options.disk.readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const unused = names.filter((name) => this.#isUnused(name));
    if (unused.length === 0) return;
    await sync();
    for (const name of unused) await this.#inTurn(() => this.#removeUnused(name));
  }

  async #removeUnused(name: string): Promise<void> {
    // It may have been uploaded again.
    if (!this.#isUnused(name)) return;
    this.#files.delete(name);
    await this.#options.disk.rm(join(this.#folder, name), { force: true });
  }

  #isUnused(name: string): boolean {
    if (/^[\da-f-]{36}\.part$/.test(name)) return !this.#written.has(join(this.#folder, name));
    return /^[\da-f]{64}$/.test(name) && this.#files.get(name)?.deref() === undefined;
  }

  #writer(path: string, file: FileHandle): MediaWriter {
    const hash = createHash('sha256');
    let size = 0;
    const discard = async (): Promise<void> => {
      this.#written.delete(path);
      await file.close().catch(() => {});
      await this.#options.disk.rm(path, { force: true }).catch(() => {});
    };
    return {
      write: (chunk) =>
        kept(async () => {
          hash.update(chunk);
          await writeFully(file, chunk, size);
          size += chunk.length;
        }),
      finish: () =>
        kept(async () => {
          try {
            if (this.#options.sync) await file.datasync();
            await file.close();
            return await this.#inTurn(() => this.#take(path, hash.digest('hex'), size));
          } catch (error) {
            await discard();
            throw error;
          }
        }),
      discard,
    };
  }

  async #take(path: string, hash: string, size: number): Promise<StoredBytes> {
    const { disk, sync } = this.#options;
    const file = this.#fileOf(hash, size);
    await disk.rename(path, join(this.#folder, hash));
    this.#written.delete(path);
    if (sync) await syncFolder(disk, this.#folder);
    return new StoredBytes(size === 0 ? [] : [{ file, from: 0, to: size }]);
  }

  #fileOf(hash: string, size: number): StoredFile {
    const known = this.#files.get(hash)?.deref();
    if (known !== undefined) return known;
    const path = join(this.#folder, hash);
    const file: StoredFile = { hash, size, read: (from, to) => readBytes(path, from, to) };
    this.#files.set(hash, new WeakRef(file));
    return file;
  }

  /** Files get and lose their names one after the other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }
}

function readBytes(path: string, from: number, to: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(to - from);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, from + done);
      if (read === 0) throw new Error(`${path} is shorter than it was.`);
      done += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Makes an error of the system one of the service (507). */
async function kept<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new HttpError(507, 'insufficientStorage', `The bytes could not be kept: ${messageOf(error)}.`);
  }
}
