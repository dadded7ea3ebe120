import { HttpError } from '@speccast/runtime/requests';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  createMedia,
  type ReceivedMedia,
  type MediaStore,
  type MediaWriter,
  StoredBytes,
  type StoredFile,
} from '../../store/media.js';
import type { OpenMedia, FindStretches } from '../../store/world-changes.js';
import type { World } from '../../store/world.js';
import { createQueue, type Disk, readCode, readMessage, syncFolder, writeFully } from './disk.js';

/** Options of `MediaFiles`. */
export interface MediaOptions {
  readonly disk: Disk;
  /** Writes files to disk before they are used. */
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
  /** Names of the files that are being written. */
  readonly #written = new Set<string>();
  /** Renames and removes files one after the other. */
  readonly #inTurn = createQueue();

  constructor(folder: string, options: MediaOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async begin(): Promise<MediaWriter> {
    const { disk, sync } = this.#options;
    const name = `${randomUUID()}.part`;
    const path = join(this.#folder, name);
    const file = await withServiceErrors(async () => {
      await disk.mkdir(this.#folder, { recursive: true, mode: 0o700 });
      return disk.open(path, 'wx', 0o600);
    });
    this.#written.add(name);
    const hasher = createHash('sha256');
    let size = 0;
    const discard = async () => {
      this.#written.delete(name);
      await file.close().catch(() => {});
      await disk.rm(path, { force: true }).catch(() => {});
    };
    return {
      write: (chunk) =>
        withServiceErrors(async () => {
          hasher.update(chunk);
          await writeFully(file, chunk, size);
          size += chunk.length;
        }),
      finish: () =>
        withServiceErrors(async () => {
          try {
            if (sync) await file.datasync();
            await file.close();
            return await this.#inTurn(async () => {
              const hash = hasher.digest('hex');
              const stored = this.#findFile(hash, size);
              await disk.rename(path, join(this.#folder, hash));
              this.#written.delete(name);
              if (sync) await syncFolder(disk, this.#folder);
              return new StoredBytes(size === 0 ? [] : [{ file: stored, from: 0, to: size }]);
            });
          } catch (error) {
            await discard();
            throw error;
          }
        }),
      discard,
    };
  }

  /** Stores media that are in memory only. */
  async keep(all: Iterable<ReceivedMedia>): Promise<void> {
    for (const { stored, bytes } of all) {
      if (stored || this.#kept.has(bytes)) continue;
      const writer = await this.begin();
      await writer.write(bytes);
      this.#kept.set(bytes, await writer.finish());
    }
  }

  /** Returns the stored bytes of media that were kept. */
  readonly listStretches: FindStretches = (media) => {
    const stored = media.stored ?? this.#kept.get(media.bytes);
    if (!stored) throw new Error('The bytes were not stored.');
    return stored.stretches.map(({ file, from, to }) => [file.hash, file.size, from, to]);
  };

  /** Returns media with stored bytes, which are not read yet. */
  readonly open: OpenMedia = (stretches, about) => {
    const found = stretches.map(([hash, size, from, to]) => ({ file: this.#findFile(hash, size), from, to }));
    return createMedia(new StoredBytes(found), about);
  };

  /** Returns the path of a file that a world needs and that is not there, or has another size; undefined if there is none. */
  async missing({ blobs }: World): Promise<string | undefined> {
    const files = [...blobs.values()].flatMap(({ stored }) => stored?.stretches ?? []).map(({ file }) => file);
    for (const { hash, size } of new Set(files)) {
      const path = join(this.#folder, hash);
      const found = await this.#options.disk.stat(path).catch(() => undefined);
      if (found?.size !== size) return path;
    }
    return undefined;
  }

  /** Removes unused files, after `sync` has written to disk that they are not used. */
  async collect(sync: () => Promise<void>): Promise<void> {
    const { disk } = this.#options;
    const names = await disk.readdir(this.#folder).catch((error: unknown) => {
      if (readCode(error) === 'ENOENT') return [];
      throw error;
    });
    const unused = names.filter((name) => this.#isUnused(name));
    if (unused.length === 0) return;
    await sync();
    for (const name of unused)
      await this.#inTurn(async () => {
        // It may have been uploaded again.
        if (!this.#isUnused(name)) return;
        this.#files.delete(name);
        await disk.rm(join(this.#folder, name), { force: true });
      });
  }

  #isUnused(name: string): boolean {
    if (/^[\da-f-]{36}\.part$/.test(name)) return !this.#written.has(name);
    return /^[\da-f]{64}$/.test(name) && this.#files.get(name)?.deref() === undefined;
  }

  #findFile(hash: string, size: number): StoredFile {
    const known = this.#files.get(hash)?.deref();
    if (known) return known;
    const path = join(this.#folder, hash);
    const file: StoredFile = { hash, size, read: (from, to) => readBytes(path, from, to) };
    this.#files.set(hash, new WeakRef(file));
    return file;
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

/** Converts an error of the system to one of the service (507). */
async function withServiceErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (readCode(error) === undefined) throw error;
    throw new HttpError(507, 'insufficientStorage', `The bytes could not be kept: ${readMessage(error)}.`);
  }
}
