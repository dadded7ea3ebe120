import { faultRules } from '../../features/faults/fault-rules.js';
import type { Engine } from '../../world/engine.js';
import type { Fault } from '../../features/faults/faults.js';
import type { Tables, World } from '../../store/world.js';
import { type RowChange, findChanges } from '../../store/changed-rows.js';

/** State, time and faults at one moment. */
interface Moment {
  readonly world: World;
  /** Offset of the clock, in milliseconds. */
  readonly moved: number;
  readonly faults: readonly Fault[];
}

const most = 200;

/** The newest changes that were made through the control plane. Each can be undone on its own. */
export class Undo {
  readonly #changes = new Map<
    string,
    {
      readonly before: Moment;
      readonly after: Moment;
      /** True if webhooks and capabilities are notified of the change, and of its undoing. */
      readonly isHeard: boolean;
    }
  >();
  #last = 0;

  /** Adds the change since a moment. Returns the id to undo it by; undefined if nothing changed. */
  add(engine: Engine, before: Moment, isHeard: boolean): string | undefined {
    const after = readMoment(engine);
    const { faults } = after;
    const hasSameFaults =
      before.faults.length === faults.length && before.faults.every((one, at) => one === faults[at]);
    if (hasSameFaults && before.world === after.world && before.moved === after.moved) return undefined;
    const id = `u${(this.#last += 1)}`;
    this.#changes.set(id, { before, after, isHeard });
    this.#changes.delete(`u${this.#last - most}`);
    return id;
  }

  /** Undoes a change. Later changes by others stay. Returns false if the change is not known, or undone already. */
  revert(engine: Engine, id: string): boolean {
    const change = this.#changes.get(id);
    if (!change) return false;
    this.#changes.delete(id);
    const { before, after, isHeard } = change;
    if (engine.filledWorld() === after.world) {
      if (isHeard) engine.putBack(before.world);
      else engine.world = before.world;
    } else if (before.world !== after.world) {
      const putBack = (tables: Tables): void => {
        for (const { table, key, before: row } of listChanges(before.world, after.world)) {
          if (!row) tables.remove(table, key);
          else tables.put(table, row);
        }
        for (const [key, file] of before.world.blobs) if (!after.world.blobs.has(key)) tables.putBlob(key, file);
      };
      if (isHeard) engine.run(engine.outside, ({ tables }) => putBack(tables));
      else engine.change(putBack);
    }
    engine.moved += before.moved - after.moved;
    const { rules } = engine.require(faultRules);
    const now = rules.kept;
    const removed = before.faults.filter((fault) => ![...after.faults, ...now].includes(fault));
    const left = now.filter((fault) => before.faults.includes(fault) || !after.faults.includes(fault));
    rules.kept = [...removed, ...left].toSorted((left, right) => left.id - right.id);
    return true;
  }
}

/** Reads state, time and faults as they are now. */
export function readMoment(engine: Engine): Moment {
  return { world: engine.filledWorld(), moved: engine.moved, faults: engine.require(faultRules).rules.kept };
}

/** A row that differs between two states. */
export interface TableChange extends Omit<RowChange, 'on'> {
  readonly table: string;
}

/** Lists the rows that differ between two states, without those of tables of the emulator itself, such as `~callers`. */
export function listChanges(before: World, after: World): readonly TableChange[] {
  const tables = new Set([...before.tables.keys(), ...after.tables.keys()]);
  return [...tables]
    .filter((table) => !table.startsWith('~'))
    .flatMap((table) => findChanges(table, before, after).map(({ on: _on, ...change }) => ({ table, ...change })));
}
