import type { Engine } from '../engine.js';
import { plant } from './plant.js';
import type { SeedTables } from '../plan/plan.js';
import { Transaction } from '../store/world.js';

/** What an emulator is to begin with beside what its spec says; plain data, so that it can stand in a JSON file. */
export interface Scenario {
  /** Time at the start: ISO 8601, or milliseconds since the epoch. */
  readonly time?: string | number;
  /** Tokens by the name under which rows speak of their callers: with `{"ann": "t1"}`, `${ann}` is the id of who has `t1`. */
  readonly callers?: Readonly<Record<string, string>>;
  /** Rows by table; `${name}` stands for an id, one and the same wherever it stands. */
  readonly tables?: SeedTables;
}

/** Adds the callers and rows of a scenario to a world. */
export function seedWorld(engine: Engine, { callers = {}, tables = {} }: Scenario): void {
  const ids = Object.entries(callers).map(([name, token]): [string, string] => [name, engine.meet(token).ownId]);
  const transaction = new Transaction(engine.world, engine.shared.keyOf, engine.shared.orderOf);
  const scope = `seed ${transaction.nextNumber('~seeds')}`;
  const { rules } = engine.shared;
  plant({ tables }, { tables: transaction, rules, scope, now: engine.clock.now(), ids: Object.fromEntries(ids) });
  engine.world = transaction.commit();
}

/** The time of a scenario in milliseconds since the epoch; undefined where it names none. */
export function timeOf({ time }: Scenario): number | undefined {
  if (time === undefined) return undefined;
  const milliseconds = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isFinite(milliseconds) && Math.abs(milliseconds) <= 8.64e15) return milliseconds;
  throw new TypeError(`The time of the scenario is none: ${JSON.stringify(time)}.`);
}
