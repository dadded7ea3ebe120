import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Engine } from '../../world/engine.js';
import { rowsIn } from '../../store/world.js';
import { checkRow, checkTable } from '../../act/rows/check-rows.js';
import { HttpError } from '@speccast/runtime/requests';
import { checkWorldName } from '../../receive/worlds.js';
import { requireFound, requireObject, requireString, wrongBody } from '../input/control-request.js';
import type { Control, ControlledEmulator, ControlOperations, SavedScenario } from '../input/controlled-emulator.js';
import { object } from '../document/draft-schema.js';
import { addScenario, tableNames } from '../../world/seed.js';

const mostScenarios = 100;

/** The operations on snapshots, the clock, worlds and scenarios. */
export const timeOperations: ControlOperations = {
  'snapshots.list GET /snapshot': {
    summary: 'Lists the snapshots that the world can be restored to.',
    response: 'Step[]',
    run: ({ steps }) => steps.list(),
  },
  'snapshots.take POST /snapshot': {
    summary: 'Takes a snapshot of the state and the time.',
    response: 'Step',
    run: ({ world, steps }) => steps.take(world.snapshot()),
  },
  'snapshots.restore POST /restore': {
    summary: 'Restores a snapshot.',
    body: object('The snapshot.\nid: Its id.'),
    isUndoable: true,
    run: ({ world, steps, body: { id } }) =>
      world.restore(requireFound(steps.find(String(id)), `There is no snapshot ${String(id)}.`).snapshot),
  },
  'changes.undo POST /undo': {
    summary: 'Undoes one change of the control plane. Later changes stay.',
    body: object('The change.\nid: Its id, from `x-mock-undo`.'),
    run: ({ engine, undo, body: { id } }) =>
      requireFound(undo.revert(engine, String(id)), `There is no change ${String(id)} to undo.`),
  },
  'clock.get GET /clock': {
    summary: 'Returns the time.',
    response: 'Time',
    run: ({ world }) => readClock(world),
  },
  'clock.change POST /clock': {
    summary: 'Changes the time.',
    body: 'TimeChange',
    response: 'Time',
    isUndoable: true,
    run: ({ world, body: { set, advance, reset } }) => {
      const time = typeof set === 'string' ? Date.parse(set) : set;
      if (reset === true) world.clock.reset();
      if (time !== undefined) world.clock.set(readTime(time, 'set'));
      if (advance !== undefined) world.clock.advance(readTime(advance, 'advance'));
      return readClock(world);
    },
  },
  'worlds.list GET /worlds': {
    summary: 'Lists the named worlds.',
    response: 'World[]',
    run: ({ base }) => base.worlds.names().map(describeWorld),
  },
  'worlds.insert POST /worlds': {
    summary: 'Creates a world as a copy of the one that the request is for. Replaces a world of the same name.',
    body: object('The world.\nname: Its name.'),
    response: 'World',
    run: ({ base, world, body: { name } }) => {
      requireString(name, 'name');
      const snapshot = world.snapshot();
      base.worlds.remove(name);
      base.world(name).restore(snapshot);
      return describeWorld(name);
    },
  },
  'worlds.delete DELETE /worlds/{name}': {
    summary: 'Removes a world.',
    run: ({ base, path: { name } }) => requireFound(base.worlds.remove(name), `There is no world ${name}.`),
  },
  'scenarios.list GET /scenarios': {
    summary: 'Lists the saved scenarios.',
    response: 'ScenarioEntry[]',
    run: ({ scenarios }) =>
      Array.from(scenarios, ([name, { time, tables }]) => ({ name, time, rows: Object.values(tables).flat().length })),
  },
  'scenarios.export GET /scenario.json': {
    summary: 'Returns the state as a scenario: time and rows, without callers.',
    response: 'Scenario',
    run: ({ engine }) => exportScenario(engine),
  },
  'scenarios.get GET /scenarios/{name}': {
    summary: 'Returns a saved scenario.',
    response: 'Scenario',
    run: findScenario,
  },
  'scenarios.save PUT /scenarios/{name}': {
    summary: 'Saves the scenario in the body under a name or, without a body, the state.',
    body: 'Scenario',
    response: object('The scenario.\nname: Its name.'),
    run: ({ engine, scenarios, path: { name }, body }) => {
      const isWhole = Object.keys(body).length > 0;
      const scenario = isWhole ? readScenario(body, engine) : exportScenario(engine);
      if (scenarios.size >= mostScenarios && !scenarios.has(name))
        throw new HttpError(409, 'tooManyScenarios', `No more than ${mostScenarios} scenarios are kept: delete one.`);
      scenarios.set(checkWorldName(name), scenario);
      return { name };
    },
  },
  'scenarios.load POST /scenarios/{name}/load': {
    summary: 'Sets rows and time to those of a scenario.',
    isUndoable: true,
    run: (control) => {
      const { time, tables } = findScenario(control);
      addScenario(control.engine, { tables, recorded: true });
      control.engine.clock.set(Date.parse(time));
    },
  },
  'scenarios.delete DELETE /scenarios/{name}': {
    summary: 'Removes a scenario.',
    run: ({ scenarios, path: { name } }) => requireFound(scenarios.delete(name), `There is no scenario ${name}.`),
  },
};

function findScenario({ scenarios, path: { name } }: Control): SavedScenario {
  return requireFound(scenarios.get(name), `There is no scenario ${name}.`);
}

/** Maximum distance of a `Date` from the epoch, in milliseconds. */
const furthest = 8.64e15;

function readTime(value: Json, name: string): number {
  if (typeof value === 'number' && Math.abs(value) <= furthest / 2) return value;
  throw wrongBody(`${name} has to be a time`, name);
}

function readClock({ clock }: ControlledEmulator): JsonObject {
  const time = clock.now();
  // Many changes can move the time beyond the range of `Date`.
  return { time, iso: Math.abs(time) <= furthest ? new Date(time).toISOString() : '' };
}

function describeWorld(name: string): JsonObject {
  return { name, path: `/w/${name}` };
}

/** Returns the state of a world as a scenario. */
function exportScenario(engine: Engine): SavedScenario {
  const world = engine.filledWorld();
  const tables = tableNames(engine.plan).map((name) => [name, [...rowsIn(world, name).values()]]);
  return { time: new Date(engine.clock.now()).toISOString(), tables: Object.fromEntries(tables) };
}

/** Reads a scenario. Rejects (400) anything else: unknown tables, and rows that do not match the schemas of their tables. */
function readScenario({ time, tables }: JsonObject, engine: Engine): SavedScenario {
  const at = new Date(typeof time === 'string' || typeof time === 'number' ? time : Number.NaN);
  if (Number.isNaN(at.getTime())) throw wrongBody('time has to be a time', 'time');
  const names = tableNames(engine.plan);
  const rows = readRows(tables, (name) => checkTable(name, names, `tables.${name}`));
  const known = engine.readCall();
  for (const [table, ofTable] of Object.entries(rows))
    for (const [index, row] of ofTable.entries()) checkRow(known, table, row, ['tables', table, index]);
  return { time: at.toISOString(), tables: rows };
}

/** Reads rows by table. Rejects (400) anything else. `checkName` rejects unknown tables. */
export function readRows(tables: Json = {}, checkName: (table: string) => unknown): SavedScenario['tables'] {
  requireObject(tables, 'tables');
  for (const [table, rows] of Object.entries(tables)) {
    checkName(table);
    if (!Array.isArray(rows) || !rows.every((row: Json) => isJsonObject(row)))
      throw wrongBody(`${table} has to be an array of objects`, `tables.${table}`);
  }
  // The loop has checked it.
  return tables as SavedScenario['tables'];
}
