import type { Engine } from '../../world/engine.js';
import type { Fault } from '../../features/faults/faults.js';
import type { Tables } from '../../store/tables.js';
import type { World } from '../../store/world.js';
import { changesOf, type TableChange } from './row-changes.js';
import { noOperation } from './no-operation.js';

/** State, time and faults at one moment. */
interface Moment {
  readonly world: World;
  /** Offset of the clock, in milliseconds. */
  readonly moved: number;
  readonly faults: readonly Fault[];
}

interface Change {
  readonly id: string;
  readonly before: Moment;
  readonly after: Moment;
  /** Whether webhooks and capabilities were told of it, and are when it is undone. */
  readonly isTold: boolean;
}

const most = 200;

/** The changes that were made through the control plane, each of which can be undone on its own. */
export class Undo {
  readonly #changes: Change[] = [];
  #last = 0;

  /** Runs a change. Returns its result and the id to undo it by, if it changed anything. */
  watch<Result>(
    engine: Engine,
    change: () => Result,
    isTold: boolean,
  ): { readonly result: Result; readonly id?: string } {
    const before = momentOf(engine);
    const result = change();
    const after = momentOf(engine);
    if (isSame(before, after)) return { result };
    this.#last += 1;
    const id = `u${this.#last}`;
    this.#changes.push({ id, before, after, isTold });
    if (this.#changes.length > most) this.#changes.shift();
    return { result, id };
  }

  /** Undoes a change. What others changed since then stays. Returns false if the change is not known, or undone already. */
  revert(engine: Engine, id: string): boolean {
    const at = this.#changes.findIndex((one) => one.id === id);
    const [change] = at < 0 ? [] : this.#changes.splice(at, 1);
    if (change === undefined) return false;
    const { before, after, isTold } = change;
    if (engine.filledWorld() === after.world) {
      if (isTold) engine.putBack(before.world);
      else engine.world = before.world;
    } else if (before.world !== after.world) {
      if (isTold) engine.run(noOperation(engine), ({ tables }) => putBack(tables, before, after));
      else engine.change((tables) => putBack(tables, before, after));
    }
    engine.moved += before.moved - after.moved;
    const kept = new Set(after.faults);
    const known = new Set(engine.faults.kept());
    const lost = before.faults.filter((fault) => !kept.has(fault) && !known.has(fault));
    const added = new Set(after.faults.filter((fault) => !before.faults.includes(fault)));
    engine.faults.keep([...lost, ...engine.faults.kept()].filter((fault) => !added.has(fault)));
    return true;
  }
}

function momentOf(engine: Engine): Moment {
  return { world: engine.filledWorld(), moved: engine.moved, faults: engine.faults.kept() };
}

function isSame(one: Moment, other: Moment): boolean {
  const [faults, others] = [one.faults, other.faults];
  const hasSameFaults = faults.length === others.length && faults.every((fault, index) => fault === others[index]);
  return one.world === other.world && one.moved === other.moved && hasSameFaults;
}

function putBack(tables: Tables, before: Moment, after: Moment): void {
  const changes: readonly TableChange[] = changesOf(before.world, after.world);
  for (const { table, key, before: row } of changes) {
    if (row === undefined) tables.remove(table, key);
    else tables.put(table, row);
  }
  for (const [key, value] of before.world.blobs) {
    if (after.world.blobs.get(key) === undefined) tables.putBlob(key, value);
  }
}
