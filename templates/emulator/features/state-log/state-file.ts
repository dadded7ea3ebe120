import { dirname } from 'node:path';
import { callers } from '../../world/seed.js';
import { changesBetween, isReordered, newMedia } from '../../store/world-changes.js';
import { emptyWorld } from '../../store/world.js';
import { createQueue, type Disk, freePath, nodeDisk, readMessage, syncFolder } from './disk.js';
import { type Lock, lockFile, type LockOptions } from './lock-file.js';
import { LogFile, DamagedState, type LoggedChange, type State } from './log-file.js';
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
  /** True for a read: its response is sent even if its changes, such as page tokens, could not be kept. */
  readonly isRead: boolean;
}

/** Options of a state file. */
export interface StateOptions {
  /** Waits until changes are on disk before they are acknowledged, not only passed to the operating system. Default: true. */
  readonly sync?: boolean;
  readonly disk?: Disk;
  readonly lock?: LockOptions;
  /** Length of the log, in bytes, at which a new log with only the latest state replaces it. Default: 1 MiB. */
  readonly compactFrom?: number;
  /** Called with sentences for the user. Default: they are written to stderr. */
  readonly tell?: (sentence: string) => void;
}

/** Locks a state file. `load` must follow. Throws `FileInUse`, and the errors of the system. */
export async function openStateFile(path: string, options: StateOptions = {}): Promise<StateFile> {
  const tell = options.tell ?? ((sentence: string) => void process.stderr.write(`${sentence}\n`));
  const lock = await lockFile(path, { tell, ...options.lock });
  return new StateFile({ sync: true, disk: nodeDisk, compactFrom: 1024 * 1024, ...options, path, lock, tell });
}

/** The place of a state, the lock that this process has on it, and all options. */
interface StateFacts extends Required<Omit<StateOptions, 'lock'>> {
  readonly path: string;
  readonly lock: Lock;
}

/** Maximum number of bytes that a log has beside its first record, so that it stays short enough to be read. */
const mostGrowth = 1024 ** 3;

/**
 * A file with the state of an emulator: a log of changes, appended before they are acknowledged. Bytes are in files of their
 * own, in `<path>.media`.
 *
 * It uses no embedded database: `node:sqlite` is not part of Node 20, and better-sqlite3 and LMDB are compiled for each
 * platform when they are installed. A world is immutable, so its changes can be found without a database.
 */
export class StateFile {
  /** The files of long uploads. */
  readonly media: MediaFiles;
  readonly #facts: StateFacts;
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

  constructor(facts: StateFacts) {
    this.#facts = facts;
    this.media = new MediaFiles(`${facts.path}.media`, facts);
  }

  /** Loads the state into the emulator if the file exists, else creates it. Throws `DamagedState`, and releases the lock. */
  async load(emulator: KeptEmulator): Promise<void> {
    const { path, lock, disk, tell } = this.#facts;
    try {
      // A process that was killed may have left it.
      await disk.rm(`${path}.new`, { force: true });
      const { service } = emulator.snapshot();
      const opened = await LogFile.open({ path, service, open: this.media.open }, disk, tell);
      if (!opened) await this.#replaceLog(emulator, readState(emulator));
      else if ('document' in opened) {
        try {
          emulator.load(JSON.parse(opened.document));
        } catch (error) {
          throw new DamagedState(`${path} cannot be loaded, and is left as it is: ${readMessage(error)}`);
        }
        const old = await freePath(disk, `${path}.v1`);
        // A second name for the old file, so that a state exists at any moment.
        await disk.link(path, old);
        await this.#replaceLog(emulator, readState(emulator));
        tell(`${path} had the format of an older version and was converted. The original is in ${old}.`);
      } else {
        const { log, state } = opened;
        this.#start(log, state);
        const missing = await this.media.missing(state.world);
        if (missing !== undefined)
          throw new DamagedState(
            `${missing} is missing or has another size, and ${path} needs it. Nothing was changed.`,
          );
        emulator.restore({ ...emulator.snapshot(), world: state.world });
        emulator.clock.reset();
        emulator.clock.advance(state.offset);
        await this.media.collect(async () => log.sync());
      }
      this.#emulator = emulator;
    } catch (error) {
      await this.#log?.close();
      lock.release();
      throw error;
    }
  }

  /** Returns the turn of a request that is handled next. */
  begin(): number {
    return this.#turn;
  }

  /** Keeps the changes of a request. If they cannot be kept, undoes them and resolves to the reason, as a sentence. */
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
    this.#facts.lock.release();
  }

  #start(log: LogFile, state: State): void {
    this.#log = log;
    this.#kept = state;
    this.#compactAt = Math.max(this.#facts.compactFrom, log.firstSize + Math.min(log.firstSize * 3, mostGrowth));
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
    const { path, lock, sync, tell } = this.#facts;
    try {
      lock.check();
      await this.media.keep(newMedia(this.#kept.world, state.world));
      await log.append(this.#listChanges(this.#kept, state), sync);
    } catch (error) {
      const why = `The state cannot be kept in ${path}: ${readMessage(error)}`;
      if (!this.#fails) tell(`${why}\nUntil this works again, changes are rejected with 507; reads still work.`);
      this.#fails = true;
      if (hasWrite && emulator === this.#emulator) {
        // No response has acknowledged these changes, and no later one may depend on them.
        emulator.restore({ ...emulator.snapshot(), world: this.#kept.world });
        this.#turn += 1;
      }
      return why;
    }
    this.#kept = state;
    if (this.#fails) tell(`The state is kept in ${path} again.`);
    this.#fails = false;
    const { size } = log;
    if (size < this.#compactAt || this.#compacting) return undefined;
    this.#compacting = this.#replaceLog(emulator, state).catch((error: unknown) => {
      this.#compactAt = size * 2;
      tell(`${path} cannot be compacted at the moment: ${readMessage(error)}`);
    });
    void this.#compacting.then(() => (this.#compacting = undefined));
    return undefined;
  }

  *#listChanges(before: State | undefined, after: State): Iterable<LoggedChange> {
    if (before?.offset !== after.offset) yield ['clock', after.offset];
    yield* changesBetween(before?.world ?? emptyWorld, after.world, this.media.listStretches);
  }

  /** Replaces the log by one that begins with a state, or creates the first. Requests wait only for the last step. */
  async #replaceLog(emulator: KeptEmulator, base: State): Promise<void> {
    const { path, disk } = this.#facts;
    await this.media.keep(newMedia(emptyWorld, base.world));
    const log = await LogFile.create(disk, `${path}.new`, emulator.snapshot().service);
    try {
      await log.append(this.#listChanges(undefined, base), false);
      await log.sync();
      await this.#inTurn(async () => {
        const old = this.#log;
        const state = old ? this.#kept : base;
        if (state !== base) await log.append(this.#listChanges(base, state), true);
        await disk.rename(`${path}.new`, path);
        this.#start(log, state);
        await old?.close();
        await syncFolder(disk, dirname(path));
      });
    } catch (error) {
      if (log !== this.#log) await log.close().catch(() => {});
      await disk.rm(`${path}.new`, { force: true }).catch(() => {});
      throw error;
    }
    await this.media.collect(async () => this.#log?.sync());
  }
}

function readState({ snapshot, clock }: KeptEmulator): State {
  return { world: snapshot().world, offset: clock.offset() };
}
