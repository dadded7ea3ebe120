import type { Json, JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import { checkWorldName } from '../../receive/worlds.js';
import { notFound, requireString, wrongBody } from '../control-request.js';
import type { Control, ControlledEmulator, ControlOperations } from '../controlled-emulator.js';
import { items, object, ref } from '../document/draft-schema.js';
import { exportScenario, loadScenario, readScenario, type SavedScenario } from './saved-scenarios.js';

const mostScenarios = 100;

/** The operations on moments, the clock, worlds and scenarios. */
export const timeOperations: ControlOperations = {
  'snapshots.list': {
    at: 'GET /snapshot',
    summary: 'Lists the moments to go back to.',
    response: items('Step'),
    run: ({ steps }) => ({ items: steps.list() }),
  },
  'snapshots.take': {
    at: 'POST /snapshot',
    summary: 'Keeps the state and the time as they are.',
    response: ref('Step'),
    run: ({ world, steps }) => steps.take(world.snapshot()),
  },
  'snapshots.restore': {
    at: 'POST /restore',
    summary: 'Goes back to a moment.',
    body: object('The moment.', { id: 'Its id.' }),
    isUndoable: true,
    run: ({ world, steps, body: { id } }) => {
      const found = steps.find(String(id));
      if (found === undefined) throw notFound(`There is no snapshot ${String(id)}.`);
      world.restore(found);
    },
  },
  'changes.undo': {
    at: 'POST /undo',
    summary: 'Undoes one change of the control plane. What others changed since then stays.',
    body: object('The change.', { id: 'Its id, from `x-mock-undo`.' }),
    run: ({ engine, undo, body: { id } }) => {
      if (!undo.revert(engine, String(id))) throw notFound(`There is no change ${String(id)} to undo.`);
    },
  },
  'clock.get': {
    at: 'GET /clock',
    summary: 'Tells the time.',
    response: ref('Time'),
    run: ({ world }) => readClock(world),
  },
  'clock.change': {
    at: 'POST /clock',
    summary: 'Changes the time.',
    body: ref('TimeChange'),
    response: ref('Time'),
    isUndoable: true,
    run: ({ world, body: { set, advance, reset } }) => {
      const time = typeof set === 'string' ? Date.parse(set) : set;
      if (reset === true) world.clock.reset();
      if (time !== undefined) world.clock.set(readTime(time, 'set'));
      if (advance !== undefined) world.clock.advance(readTime(advance, 'advance'));
      return readClock(world);
    },
  },
  'worlds.list': {
    at: 'GET /worlds',
    summary: 'Lists the named worlds.',
    response: items('World'),
    run: ({ base }) => ({ items: base.worlds.names().map(describeWorld) }),
  },
  'worlds.insert': {
    at: 'POST /worlds',
    summary: 'Makes a world as the one that the request is for is now; one of that name is replaced.',
    body: object('The world.', { name: 'Its name.' }),
    response: ref('World'),
    run: ({ base, world, body: { name } }) => {
      requireString(name, 'name');
      const snapshot = world.snapshot();
      base.worlds.remove(name);
      base.world(name).restore(snapshot);
      return describeWorld(name);
    },
  },
  'worlds.delete': {
    at: 'DELETE /worlds/{name}',
    summary: 'Forgets a world.',
    run: ({ base, path: { name = '' } }) => {
      if (!base.worlds.remove(name)) throw notFound(`There is no world ${name}.`);
    },
  },
  'scenarios.list': {
    at: 'GET /scenarios',
    summary: 'Lists the saved scenarios.',
    response: items('ScenarioEntry'),
    run: ({ scenarios }) => ({
      items: [...scenarios].map(([name, { time, tables }]) => ({
        name,
        time,
        rows: Object.values(tables).flat().length,
      })),
    }),
  },
  'scenarios.export': {
    at: 'GET /scenario.json',
    summary: 'The state as a scenario: time and rows, without callers.',
    response: ref('Scenario'),
    run: ({ engine, world }) => exportScenario(engine, Object.keys(world.state)),
  },
  'scenarios.get': {
    at: 'GET /scenarios/{name}',
    summary: 'A saved scenario.',
    response: ref('Scenario'),
    run: findScenario,
  },
  'scenarios.save': {
    at: 'PUT /scenarios/{name}',
    summary: 'Saves the state under a name, or the scenario of the body.',
    body: ref('Scenario'),
    response: object('The scenario.', { name: 'Its name.' }),
    run: ({ engine, world, scenarios, path: { name = '' }, body }) => {
      const names = Object.keys(world.state);
      const isWhole = Object.keys(body).length > 0;
      const scenario = isWhole ? readScenario(body, names, engine) : exportScenario(engine, names);
      if (scenarios.size >= mostScenarios && !scenarios.has(name))
        throw new HttpError(409, 'tooManyScenarios', `No more than ${mostScenarios} scenarios are kept: delete one.`);
      scenarios.set(checkWorldName(name), scenario);
      return { name };
    },
  },
  'scenarios.load': {
    at: 'POST /scenarios/{name}/load',
    summary: 'Makes rows and time those of a scenario.',
    isUndoable: true,
    run: (control) => loadScenario(control.engine, findScenario(control)),
  },
  'scenarios.delete': {
    at: 'DELETE /scenarios/{name}',
    summary: 'Forgets a scenario.',
    run: ({ scenarios, path: { name = '' } }) => {
      if (!scenarios.delete(name)) throw notFound(`There is no scenario ${name}.`);
    },
  },
};

function findScenario({ scenarios, path: { name = '' } }: Control): SavedScenario {
  const scenario = scenarios.get(name);
  if (scenario === undefined) throw notFound(`There is no scenario ${name}.`);
  return scenario;
}

/** The most milliseconds before or after the epoch that a date can have. */
const furthest = 8.64e15;

function readTime(value: Json, name: string): number {
  if (typeof value === 'number' && Math.abs(value) <= furthest / 2) return value;
  throw wrongBody(`${name} has to be a time`, name);
}

function readClock({ clock }: ControlledEmulator): JsonObject {
  const time = clock.now();
  // After many changes, the time may be beyond the dates.
  return { time, iso: Math.abs(time) <= furthest ? new Date(time).toISOString() : '' };
}

function describeWorld(name: string): JsonObject {
  return { name, path: `/w/${name}` };
}
