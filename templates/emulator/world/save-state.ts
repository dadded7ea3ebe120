import { isJsonObject, type Json } from '@speccast/runtime';
import type { Engine } from './engine.js';
import { loadWorld, saveWorld, type SavedWorld } from '../store/saved-world.js';
import type { World } from '../store/world.js';

/** The state of an emulator as JSON. Contains the tokens of callers. */
export interface SavedState {
  readonly format: 'speccast-state';
  readonly version: 1;
  /** Name of the service. */
  readonly service: string;
  /** Offset of the clock, in milliseconds. */
  readonly moved: number;
  readonly world: SavedWorld;
}

/** Saves the state of a world and the offset of its clock. */
export function saveState(engine: Engine): SavedState {
  const { plan, moved } = engine;
  const world = saveWorld(engine.filledWorld());
  return { format: 'speccast-state', version: 1, service: plan.service.name, moved, world };
}

/** Restores a saved state. Throws a `TypeError`, without changes, if it is not a valid state of this service. */
export function loadState(engine: Engine, saved: unknown): void {
  // Results of `JSON.parse` are JSON. The checks below reject other values.
  const state = saved as Json | undefined;
  if (!isJsonObject(state) || state['format'] !== 'speccast-state')
    throw new TypeError('The value is not a saved state.');
  const { version, service, moved, world } = state;
  if (version !== 1)
    throw new TypeError(`The saved state has the version ${JSON.stringify(version)}; only version 1 can be loaded.`);
  if (service !== engine.plan.service.name)
    throw new TypeError(`The saved state is of ${JSON.stringify(service)}, not of ${engine.plan.service.name}.`);
  if (typeof moved !== 'number') throw new TypeError('The saved state cannot be read: moved has to be a number.');
  engine.replace(loadWorld(world));
  engine.moved = moved;
}

/** The state of an emulator at one moment. Any emulator of the same service can `restore` it. */
export interface Snapshot {
  /** Name of the service. */
  readonly service: string;
  readonly world: World;
  readonly time: number;
}
