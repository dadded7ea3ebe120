import { faultRules } from '../../features/faults/fault-rules.js';
import type { Engine } from '../../world/engine.js';
import type { Fault } from '../../features/faults/faults.js';
import type { Tables } from '../../store/tables.js';
import type { World } from '../../store/world.js';
import { listChanges } from './row-changes.js';

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
  /** Webhooks and capabilities hear of it, and of its undoing. */
  readonly isHeard: boolean;
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
    isHeard: boolean,
  ): { readonly result: Result; readonly id?: string } {
    const before = readMoment(engine);
    const result = change();
    const after = readMoment(engine);
    const hasSameFaults =
      before.faults.length === after.faults.length &&
      before.faults.every((fault, index) => fault === after.faults[index]);
    if (hasSameFaults && before.world === after.world && before.moved === after.moved) return { result };
    this.#last += 1;
    const id = `u${this.#last}`;
    this.#changes.push({ id, before, after, isHeard });
    if (this.#changes.length > most) this.#changes.shift();
    return { result, id };
  }

  /** Undoes a change. Later changes by others stay. Returns false if the change is not known, or undone already. */
  revert(engine: Engine, id: string): boolean {
    const change = this.#changes.find((one) => one.id === id);
    if (change === undefined) return false;
    this.#changes.splice(this.#changes.indexOf(change), 1);
    const { before, after, isHeard } = change;
    if (engine.filledWorld() === after.world) {
      if (isHeard) engine.putBack(before.world);
      else engine.world = before.world;
    } else if (before.world !== after.world) {
      if (isHeard) engine.run(engine.outside, ({ tables }) => putBack(tables, before, after));
      else engine.change((tables) => putBack(tables, before, after));
    }
    engine.moved += before.moved - after.moved;
    const { rules } = engine.require(faultRules);
    const now = rules.kept();
    const removed = before.faults.filter((fault) => !after.faults.includes(fault) && !now.includes(fault));
    const isAdded = (fault: Fault): boolean => after.faults.includes(fault) && !before.faults.includes(fault);
    rules.keep([...removed, ...now.filter((fault) => !isAdded(fault))]);
    return true;
  }
}

function readMoment(engine: Engine): Moment {
  return { world: engine.filledWorld(), moved: engine.moved, faults: engine.require(faultRules).rules.kept() };
}

function putBack(tables: Tables, { world: before }: Moment, { world: after }: Moment): void {
  for (const { table, key, before: row } of listChanges(before, after)) {
    if (row === undefined) tables.remove(table, key);
    else tables.put(table, row);
  }
  for (const [key, file] of before.blobs) if (!after.blobs.has(key)) tables.putBlob(key, file);
}
