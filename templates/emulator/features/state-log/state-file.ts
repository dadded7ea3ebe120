import { dirname } from 'node:path';
import { callers } from '../../world/seed.js';
import { changesBetween, isReordered, newMedia } from '../../store/world-changes.js';
import { emptyWorld } from '../../store/world.js';
import { createQueue, type Disk, freePath, nodeDisk, readMessage, syncFolder } from './disk.js';
import { type Lock, lockFile, type LockOptions } from './lock-file.js';
import { loadOldState, LogFile, DamagedState, type LoggedChange, type State } from './log-file.js';
import { MediaFiles } from './media-files.js';
import type { Snapshot } from '../../world/save-state.js';

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
  /** The number that `begin` returned before the request was handled. */
  readonly turn: number;
  /** True for a response that is sent although its changes, such as page tokens, could not be kept. */
  readonly isRead: boolean;
}

/** Options of a state file. */
export interface StateOptions {
  /** Writes changes to disk, and does not only give them to the system, before they are acknowledged. Default: true. */
  readonly sync?: boolean;
  readonly disk?: Disk;
  readonly lock?: LockOptions;
  /** Number of bytes from which on the log is replaced by its last state. Default: 1 MiB. */
  readonly compactFrom?: number;
  /** Called with sentences for the user. Default: they are written to stderr. */
  readonly tell?: (sentence: string) => void;
}

/** Locks a state file. `load` must follow. Throws `FileInUse`, and the errors of the system. */
export async function openStateFile(path: string, options: StateOptions = {}): Promise<StateFile> {
  const tell = options.tell ?? ((sentence: string) => void process.stderr.write(`${sentence}\n`));
  const lock = await lockFile(path, { tell, ...options.lock });
  const defaults = { sync: true, disk: nodeDisk, compactFrom: 1024 * 1024, lock: {} };
  return new StateFile(path, lock, { ...defaults, ...options, tell });
}

/** A log becomes at most so many times as long as its first record. */
const mostGrowth = 4;

/**
 * A file with the state of an emulator: a log of changes, appended before they are acknowledged. Bytes are in files of their
 * own, in `<path>.media`.
 *
 * It needs no embedded database: `node:sqlite` is not part of Node 20, and better-sqlite3 and LMDB are compiled for each
 * platform when they are installed. A world is immutable, so what has changed is found without one.
 */
export class StateFile {
  /** The files of long uploads. */
  readonly media: MediaFiles;
  readonly #path: string;
  readonly #lock: Lock;
  readonly #options: Required<StateOptions>;
  #emulator: KeptEmulator | undefined;
  #log: LogFile | undefined;
  #kept: State = { world: emptyWorld, offset: 0 };
  /** Number of the emulators that were followed and the changes that were undone. */
  #turn = 0;
  /** The next write, which all requests until it begins share. Resolves to the reason of a failure. */
  #pending: Promise<string | undefined> | undefined;
  /** True if one of these requests is no read. */
  #hasWrite = false;
  /** Writes follow each other. */
  readonly #inTurn = createQueue();
  #compacting: Promise<void> | undefined;
  #compactAt = Infinity;
  #fails = false;

  constructor(path: string, lock: Lock, options: Required<StateOptions>) {
    this.#path = path;
    this.#lock = lock;
    this.#options = options;
    this.media = new MediaFiles(`${path}.media`, options);
  }

  /** Loads the state into the emulator if the file exists, else creates it. Throws `DamagedState`, and releases the lock. */
  async load(emulator: KeptEmulator): Promise<void> {
    const { disk, tell } = this.#options;
    const path = this.#path;
    try {
      // A process that was killed may have left it.
      await disk.rm(`${path}.new`, { force: true });
      const { service } = emulator.snapshot();
      const isOld = await loadOldState(disk, path, (saved) => emulator.load(saved));
      const opened = isOld ? undefined : await LogFile.open({ path, service, open: this.media.open }, disk, tell);
      if (isOld) {
        const old = await freePath(disk, `${path}.v1`);
        // From here on it has two names, so that there is a state at any moment.
        await disk.link(path, old);
        await this.#create(emulator);
        tell(`${path} was of an older version and has been converted. What it was is in ${old}.`);
      } else if (!opened) await this.#create(emulator);
      else {
        const { log, state } = opened;
        this.#start(log, state);
        const missing = await this.media.missing(state.world);
        if (missing !== undefined)
          throw new DamagedState(
            `${missing} is not there or has another size, and ${path} needs it. Nothing was changed.`,
          );
        emulator.restore({ ...emulator.snapshot(), world: state.world });
        emulator.clock.reset();
        emulator.clock.advance(state.offset);
      }
      this.#emulator = emulator;
      await this.media.collect(async () => this.#log?.sync());
    } catch (error) {
      await this.#log?.close();
      this.#lock.release();
      throw error;
    }
  }

  /** Returns the turn of a request that is handled next. */
  begin(): number {
    return this.#turn;
  }

  /** Resolves when the changes of a request are kept, or to a sentence with the reason why they are not, and undone. */
  async keep({ turn, isRead }: KeptRequest): Promise<string | undefined> {
    const changed = this.#findChanged();
    if (isRead) {
      const written = changed && this.#join(false);
      // No response depends on which caller was the last.
      const isSame = changed?.offset === this.#kept.offset && isReordered(this.#kept.world, changed.world, callers);
      if (!isSame) await written;
      return undefined;
    }
    const failure = changed && (await this.#join(true));
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
    if (this.#findChanged()) await this.#join(false);
    await this.#compacting;
    await this.#inTurn(async () => this.#log?.close());
    this.#lock.release();
  }

  /** Writes the state of an emulator to a new file. */
  async #create(emulator: KeptEmulator): Promise<void> {
    const state = readState(emulator);
    const log = await this.#write(emulator, state);
    this.#start(log, state);
    const { disk } = this.#options;
    await disk.rename(`${this.#path}.new`, this.#path);
    await syncFolder(disk, dirname(this.#path));
  }

  /** Writes a state to a new log beside the file. */
  async #write(emulator: KeptEmulator, state: State): Promise<LogFile> {
    await this.media.keep(newMedia(emptyWorld, state.world));
    const log = await LogFile.create(this.#options.disk, `${this.#path}.new`, emulator.snapshot().service);
    try {
      await log.append(this.#listChanges(undefined, state), false);
      await log.sync();
      return log;
    } catch (error) {
      await this.#drop(log);
      throw error;
    }
  }

  async #drop(log: LogFile): Promise<void> {
    await log.close().catch(() => {});
    await this.#options.disk.rm(`${this.#path}.new`, { force: true }).catch(() => {});
  }

  #start(log: LogFile, state: State): void {
    this.#log = log;
    this.#kept = state;
    this.#compactAt = Math.max(this.#options.compactFrom, log.firstSize * mostGrowth);
  }

  /** Returns the state of the emulator if it differs from the one that is kept. */
  #findChanged(): State | undefined {
    if (!this.#emulator) return undefined;
    const state = readState(this.#emulator);
    return state.world === this.#kept.world && state.offset === this.#kept.offset ? undefined : state;
  }

  /** Waits for a write that begins after now. */
  #join(isWrite: boolean): Promise<string | undefined> {
    this.#hasWrite ||= isWrite;
    return (this.#pending ??= this.#inTurn(() => {
      const hasWrite = this.#hasWrite;
      [this.#pending, this.#hasWrite] = [undefined, false];
      return this.#flush(hasWrite);
    }));
  }

  async #flush(hasWrite: boolean): Promise<string | undefined> {
    const [emulator, log, state] = [this.#emulator, this.#log, this.#findChanged()];
    if (!emulator || !log || !state) return undefined;
    const { sync, tell } = this.#options;
    try {
      this.#lock.check();
      await this.media.keep(newMedia(this.#kept.world, state.world));
      await log.append(this.#listChanges(this.#kept, state), sync);
    } catch (error) {
      const why = `The state cannot be kept in ${this.#path}: ${readMessage(error)}`;
      if (!this.#fails) tell(`${why}\nChanges are rejected with 507 until that works; reads go on.`);
      this.#fails = true;
      if (hasWrite && emulator === this.#emulator) {
        // No response has acknowledged these changes, and no later one may depend on them.
        emulator.restore({ ...emulator.snapshot(), world: this.#kept.world });
        this.#turn += 1;
      }
      return why;
    }
    this.#kept = state;
    if (this.#fails) tell(`The state is kept in ${this.#path} again.`);
    this.#fails = false;
    const { size } = log;
    if (size < this.#compactAt || this.#compacting) return undefined;
    this.#compacting = this.#compact(emulator).catch((error: unknown) => {
      this.#compactAt = size * 2;
      tell(`${this.#path} cannot be made shorter for now: ${readMessage(error)}`);
    });
    void this.#compacting.then(() => (this.#compacting = undefined));
    return undefined;
  }

  *#listChanges(before: State | undefined, after: State): Iterable<LoggedChange> {
    if (before?.offset !== after.offset) yield ['clock', after.offset];
    yield* changesBetween(before?.world ?? emptyWorld, after.world, this.media.listStretches);
  }

  /** Replaces the log by one with the state of now. Requests do not wait for most of that. */
  async #compact(emulator: KeptEmulator): Promise<void> {
    const { disk } = this.#options;
    const base = this.#kept;
    const log = await this.#write(emulator, base);
    await this.#inTurn(async () => {
      try {
        await log.append(this.#listChanges(base, this.#kept), true);
        await disk.rename(`${this.#path}.new`, this.#path);
      } catch (error) {
        await this.#drop(log);
        throw error;
      }
      const old = this.#log;
      this.#start(log, this.#kept);
      await old?.close();
      await syncFolder(disk, dirname(this.#path));
    });
    await this.media.collect(async () => this.#log?.sync());
  }
}

function readState({ snapshot, clock }: KeptEmulator): State {
  return { world: snapshot().world, offset: clock.offset() };
}
