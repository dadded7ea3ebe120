import { dirname } from 'node:path';
import type { Snapshot } from '../../emulator.js';
import { callers } from '../../world/seed-world.js';
import type { MediaStore } from '../../store/stored-bytes.js';
import { changesBetween, isReordered, newMedia } from '../../store/world-changes.js';
import { emptyWorld, type World } from '../../store/world.js';
import { isOldState, loadOldState } from './convert-state.js';
import { type Disk, freePath, messageOf, nodeDisk, syncFolder } from './disk.js';
import { type Lock, lockFile, type LockOptions } from './lock-file.js';
import type { LoggedChange, State } from './log-lines.js';
import { MediaFiles } from './media-files.js';
import { openLog } from './open-log.js';
import { DamagedState } from './state-errors.js';
import { LogWriter } from './write-log.js';

/** An emulator whose state can be kept. */
export interface KeptEmulator {
  readonly snapshot: () => Snapshot;
  readonly restore: (snapshot: Snapshot) => void;
  /** Loads the state that older versions kept. Throws for an invalid one. */
  readonly load: (saved: unknown) => void;
  readonly clock: {
    readonly offset: () => number;
    readonly reset: () => void;
    readonly advance: (milliseconds: number) => void;
  };
}

/** A request whose changes are to be kept. */
export interface KeptRequest {
  /** What `begin` returned before the request was handled. */
  readonly turn: number;
  /** Whether it is sent although its changes, such as page tokens, could not be kept. */
  readonly isRead: boolean;
}

/** Options of a state file. */
export interface StateOptions {
  /** Whether changes are written to disk, and not only given to the system, before they are acknowledged. Default: true. */
  readonly sync?: boolean;
  readonly disk?: Disk;
  readonly lock?: LockOptions;
  /** Number of bytes from which on the log is replaced by what is left of it. Default: 1 MiB. */
  readonly compactFrom?: number;
  /** Called with sentences about what the user should know. Default: they are written to stderr. */
  readonly tell?: (sentence: string) => void;
}

/** Requests that wait for the same write. */
interface Batch {
  /** Whether one of them is no read. */
  writes: boolean;
  /** Resolves to the reason of a failure. */
  readonly done: Promise<string | undefined>;
}

/** Locks a state file. `load` must follow. Throws `FileInUse`, and the errors of the system. */
export async function openStateFile(path: string, options: StateOptions = {}): Promise<StateFile> {
  const tell = options.tell ?? ((sentence: string) => void process.stderr.write(`${sentence}\n`));
  const lock = await lockFile(path, { tell, ...options.lock });
  return new StateFile(path, lock, {
    sync: true,
    disk: nodeDisk,
    compactFrom: 1024 * 1024,
    lock: {},
    ...options,
    tell,
  });
}

/** How many times as long as its first record a log may become. */
const mostGrowth = 4;

/**
 * A file with the state of an emulator: a log of changes, appended before they are acknowledged. Bytes are in files of their
 * own, in `<path>.media`.
 *
 * It needs no embedded database: `node:sqlite` is not part of Node 20, and better-sqlite3 and LMDB are compiled for each
 * platform when they are installed. A world is immutable, so what has changed is found without one.
 */
export class StateFile {
  /** Where the emulator keeps long uploads. */
  readonly media: MediaStore;
  readonly #files: MediaFiles;
  readonly #path: string;
  readonly #lock: Lock;
  readonly #options: Required<StateOptions>;
  #emulator: KeptEmulator | undefined;
  #log: LogWriter | undefined;
  #kept: State = { world: emptyWorld, offset: 0 };
  /** Number of the emulators that were followed and the changes that were undone. */
  #turn = 0;
  #pending: Batch | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #compacting: Promise<void> | undefined;
  #compactAt = Infinity;
  #fails = false;

  constructor(path: string, lock: Lock, options: Required<StateOptions>) {
    this.#path = path;
    this.#lock = lock;
    this.#options = options;
    this.#files = new MediaFiles(`${path}.media`, options);
    this.media = this.#files;
  }

  /** Loads the state into the emulator if the file exists, else creates it. Throws `DamagedState`, and releases the lock. */
  async load(emulator: KeptEmulator): Promise<void> {
    const { disk, tell } = this.#options;
    try {
      const { service } = emulator.snapshot();
      // A process that was killed may have left it.
      await disk.rm(`${this.#path}.new`, { force: true });
      if (await isOldState(disk, this.#path)) await this.#convert(emulator);
      else {
        const opened = await openLog({ path: this.#path, service, open: this.#files.open }, { disk, tell });
        if (opened === undefined) await this.#create(emulator);
        else {
          this.#start(opened.log, opened.state, opened.firstEnd);
          await this.#checkMedia(opened.state.world);
          setState(emulator, opened.state);
        }
      }
      this.#emulator = emulator;
      await this.#files.collect(async () => this.#log?.sync());
    } catch (error) {
      await this.#log?.close();
      this.#lock.release();
      throw error;
    }
  }

  /** Called before a request is handled. */
  begin(): number {
    return this.#turn;
  }

  /** Resolves when the changes of a request are kept, or to a sentence that says why they are not, and undone. */
  async keep({ turn, isRead }: KeptRequest): Promise<string | undefined> {
    const isChanged = this.#isChanged();
    if (isRead) {
      const written = isChanged ? this.#join(false) : undefined;
      // Nobody is told which caller was the last.
      if (!this.#isReordered()) await written;
      return undefined;
    }
    const failure = isChanged ? await this.#join(true) : undefined;
    return failure ?? (turn === this.#turn ? undefined : 'The state was replaced while the request was handled.');
  }

  /** Keeps the state of another emulator from now on. */
  follow(emulator: KeptEmulator): void {
    this.#emulator = emulator;
    this.#turn += 1;
    void this.#join(false);
  }

  /** Keeps unsaved changes and releases the lock. */
  async close(): Promise<void> {
    if (this.#isChanged()) await this.#join(false);
    await this.#compacting;
    await this.#inTurn(async () => this.#log?.close());
    this.#lock.release();
  }

  /** The file of the older version gets another name. */
  async #convert(emulator: KeptEmulator): Promise<void> {
    const { disk, tell } = this.#options;
    await loadOldState(disk, this.#path, emulator);
    const old = await freePath(disk, `${this.#path}.v1`);
    // From here on it has two names, so that there is a state at any moment.
    await disk.link(this.#path, old);
    await this.#create(emulator);
    tell(`${this.#path} was of an older version and has been converted. What it was is in ${old}.`);
  }

  /** Writes the state of an emulator to a new file. */
  async #create(emulator: KeptEmulator): Promise<void> {
    const state = stateOf(emulator);
    const { log, size } = await this.#write(emulator.snapshot().service, state);
    this.#start(log, state, size);
    const { disk } = this.#options;
    await disk.rename(`${this.#path}.new`, this.#path);
    await syncFolder(disk, dirname(this.#path));
  }

  async #write(service: string, state: State): Promise<{ readonly log: LogWriter; readonly size: number }> {
    const { disk } = this.#options;
    await this.#files.keep(newMedia(emptyWorld, state.world));
    const log = await LogWriter.create(disk, `${this.#path}.new`, service);
    try {
      await log.append(this.#changes(undefined, state), false);
      await log.sync();
      return { log, size: log.size };
    } catch (error) {
      await this.#drop(log);
      throw error;
    }
  }

  async #drop(log: LogWriter): Promise<void> {
    await log.close().catch(() => {});
    await this.#options.disk.rm(`${this.#path}.new`, { force: true }).catch(() => {});
  }

  #start(log: LogWriter, state: State, firstSize: number): void {
    this.#log = log;
    this.#kept = state;
    this.#compactAt = Math.max(this.#options.compactFrom, firstSize * mostGrowth);
  }

  async #checkMedia(world: World): Promise<void> {
    const missing = await this.#files.missing(world);
    if (missing !== undefined)
      throw new DamagedState(
        `${missing} is not there or has another size, and ${this.#path} needs it. Nothing was changed.`,
      );
  }

  #isChanged(): boolean {
    if (this.#emulator === undefined) return false;
    const { world, offset } = stateOf(this.#emulator);
    return world !== this.#kept.world || offset !== this.#kept.offset;
  }

  #isReordered(): boolean {
    if (this.#emulator === undefined) return false;
    const { world, offset } = stateOf(this.#emulator);
    return offset === this.#kept.offset && isReordered(this.#kept.world, world, callers);
  }

  /** Waits for a write that begins after now. All requests until then share it. */
  #join(writes: boolean): Promise<string | undefined> {
    const batch = (this.#pending ??= this.#begin());
    batch.writes ||= writes;
    return batch.done;
  }

  #begin(): Batch {
    const batch: Batch = {
      writes: false,
      done: this.#inTurn(() => {
        this.#pending = undefined;
        return this.#flush(batch);
      }),
    };
    return batch;
  }

  async #flush(batch: Batch): Promise<string | undefined> {
    const [emulator, log] = [this.#emulator, this.#log];
    if (emulator === undefined || log === undefined || !this.#isChanged()) return undefined;
    const state = stateOf(emulator);
    try {
      this.#lock.check();
      await this.#files.keep(newMedia(this.#kept.world, state.world));
      await log.append(this.#changes(this.#kept, state), this.#options.sync);
    } catch (error) {
      return this.#fail(error, emulator, batch);
    }
    this.#kept = state;
    if (this.#fails) this.#options.tell(`The state is kept in ${this.#path} again.`);
    this.#fails = false;
    this.#compactIfLong(log);
    return undefined;
  }

  #fail(error: unknown, emulator: KeptEmulator, { writes }: Batch): string {
    const why = `The state cannot be kept in ${this.#path}: ${messageOf(error)}`;
    if (!this.#fails) this.#options.tell(`${why}\nChanges are rejected with 507 until that works; reads go on.`);
    this.#fails = true;
    if (writes && emulator === this.#emulator) {
      // Nobody was told of these changes, and nobody may build on them.
      emulator.restore({ ...emulator.snapshot(), world: this.#kept.world });
      this.#turn += 1;
    }
    return why;
  }

  *#changes(before: State | undefined, after: State): Iterable<LoggedChange> {
    if (before?.offset !== after.offset) yield ['clock', after.offset];
    yield* changesBetween(before?.world ?? emptyWorld, after.world, this.#files.stretchesOf);
  }

  #compactIfLong({ size }: LogWriter): void {
    if (size < this.#compactAt || this.#compacting !== undefined) return;
    this.#compacting = this.#compact().catch((error: unknown) => {
      this.#compactAt = size * 2;
      this.#options.tell(`${this.#path} cannot be made shorter for now: ${messageOf(error)}`);
    });
    void this.#compacting.then(() => (this.#compacting = undefined));
  }

  /** Replaces the log by one with what is there now. Requests do not wait for most of that. */
  async #compact(): Promise<void> {
    const [emulator, base] = [this.#emulator, this.#kept];
    if (emulator === undefined) return;
    const { log, size } = await this.#write(emulator.snapshot().service, base);
    await this.#inTurn(async () => {
      try {
        await log.append(this.#changes(base, this.#kept), true);
        await this.#options.disk.rename(`${this.#path}.new`, this.#path);
      } catch (error) {
        await this.#drop(log);
        throw error;
      }
      const old = this.#log;
      this.#start(log, this.#kept, size);
      await old?.close();
      await syncFolder(this.#options.disk, dirname(this.#path));
    });
    await this.#files.collect(async () => this.#log?.sync());
  }

  /** Writes follow each other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }
}

/** The state of an emulator. */
function stateOf({ snapshot, clock }: KeptEmulator): State {
  return { world: snapshot().world, offset: clock.offset() };
}

function setState({ snapshot, restore, clock }: KeptEmulator, { world, offset }: State): void {
  restore({ ...snapshot(), world });
  clock.reset();
  clock.advance(offset);
}
