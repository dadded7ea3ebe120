import type { Json, JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import { checkWorldName } from '../../world/worlds.js';
import { wrongBody } from '../control-request.js';
import type { Control, ControlledEmulator, ControlOperation } from '../controlled-emulator.js';
import { exportScenario, loadScenario, mostScenarios, readScenario } from './saved-scenarios.js';
import { notFound } from './tables.js';

/** The operations on moments, the clock, worlds and scenarios. */
export const timeOperations: Readonly<Record<string, ControlOperation>> = {
  'snapshots.list': ({ steps }) => ({ items: steps.list() }),
  'snapshots.take': ({ world, steps }) => steps.take(world.snapshot()),
  'snapshots.restore': ({ world, steps, body: { id } }) => {
    const found = steps.find(String(id));
    if (found === undefined) throw notFound(`There is no snapshot ${String(id)}.`);
    world.restore(found);
  },
  'changes.undo': ({ engine, undo, body: { id } }) => {
    if (!undo.revert(engine, String(id))) throw notFound(`There is no change ${String(id)} to undo.`);
  },
  'clock.get': ({ world }) => timeOf(world),
  'clock.change': changeClock,
  'worlds.list': ({ base }) => ({ items: base.worlds.names().map(worldOf) }),
  'worlds.insert': ({ base, world, body: { name } }) => {
    if (typeof name !== 'string') throw wrongBody('name has to be a string', 'name');
    const snapshot = world.snapshot();
    base.worlds.remove(name);
    base.world(name).restore(snapshot);
    return worldOf(name);
  },
  'worlds.delete': ({ base, path: { name = '' } }) => {
    if (!base.worlds.remove(name)) throw notFound(`There is no world ${name}.`);
  },
  'scenarios.list': ({ scenarios }) => ({
    items: [...scenarios].map(([name, { time, tables }]) => ({
      name,
      time,
      rows: Object.values(tables).reduce((sum, rows) => sum + rows.length, 0),
    })),
  }),
  'scenarios.export': ({ engine, world }) => exportScenario(engine, Object.keys(world.state)),
  'scenarios.get': (control) => scenarioOf(control),
  'scenarios.save': ({ engine, world, scenarios, path: { name = '' }, body }) => {
    const names = Object.keys(world.state);
    const isWhole = Object.keys(body).length > 0;
    const scenario = isWhole ? readScenario(body, names, engine) : exportScenario(engine, names);
    if (scenarios.size >= mostScenarios && !scenarios.has(name))
      throw new HttpError(409, 'tooManyScenarios', `No more than ${mostScenarios} scenarios are kept: delete one.`);
    scenarios.set(checkWorldName(name), scenario);
    return { name };
  },
  'scenarios.load': (control) => loadScenario(control.engine, scenarioOf(control)),
  'scenarios.delete': ({ scenarios, path: { name = '' } }) => {
    if (!scenarios.delete(name)) throw notFound(`There is no scenario ${name}.`);
  },
};

function scenarioOf({ scenarios, path: { name = '' } }: Control): ReturnType<typeof exportScenario> {
  const scenario = scenarios.get(name);
  if (scenario === undefined) throw notFound(`There is no scenario ${name}.`);
  return scenario;
}

function changeClock({ world, body: { set, advance, reset } }: Control): unknown {
  const time = typeof set === 'string' ? Date.parse(set) : set;
  if (reset === true) world.clock.reset();
  if (time !== undefined) world.clock.set(timeIn(time, 'set'));
  if (advance !== undefined) world.clock.advance(timeIn(advance, 'advance'));
  return timeOf(world);
}

const furthest = 8.64e15;

function timeIn(value: Json, name: string): number {
  if (typeof value === 'number' && Math.abs(value) <= furthest / 2) return value;
  throw wrongBody(`${name} has to be a time`, name);
}

function timeOf({ clock }: ControlledEmulator): JsonObject {
  const time = clock.now();
  // Moved often enough, the time leaves what dates can say.
  return { time, iso: Math.abs(time) <= furthest ? new Date(time).toISOString() : '' };
}

function worldOf(name: string): JsonObject {
  return { name, path: `/w/${name}` };
}
