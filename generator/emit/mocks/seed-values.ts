import type { Api } from '../../api/api.js';
import { isJsonObject, type JsonObject } from '../../spec/read/json.js';

/** The world as the seed describes it. */
export interface SeedValue {
  readonly world: JsonObject;
  readonly worldMedia: JsonObject;
  readonly caller: JsonObject;
  readonly callerMedia: JsonObject;
}

/** Reads `x-seed`: `tables` and `media` of the world, and under `caller` what each caller finds. */
export function seedValue(api: Api): SeedValue {
  const seed = objectAt(api.extensions, 'x-seed');
  const { media = {}, ...caller } = objectAt(seed, 'caller');
  return {
    world: objectAt(seed, 'tables'),
    worldMedia: objectAt(seed, 'media'),
    caller,
    callerMedia: isJsonObject(media) ? media : {},
  };
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const inner = value[key];
  return isJsonObject(inner) ? inner : {};
}
