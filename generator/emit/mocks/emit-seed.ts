import type { Api } from '../../api/api.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { Imports, emulator } from '../code/syntax/imports.js';
import { literal } from '../code/syntax/literals.js';
import { code } from '../code/templates/templates.js';
import type { Code } from '../code/templates/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { MockTools } from './mock-tools.js';

const seedSymbol: CodeSymbol = { name: 'seed', module: 'mocks/seed' };

/** Emits `mocks/seed.ts`, what the emulator starts with; nothing where the spec has no seed. */
export function emitSeed({ api, templates }: MockTools): readonly SourceFile[] {
  if (!hasSeed(api)) return [];
  const { name, module } = seedSymbol;
  const value = seedValue(api);
  const imports = new Imports(module, [name]);
  const view = {
    type: imports.useType(emulator('Seed')),
    parts: [
      { name: 'world', tables: tablesView(value.world), media: code(literal(value.worldMedia)) },
      { name: 'caller', tables: tablesView(value.caller), media: code(literal(value.callerMedia)) },
    ],
  };
  const body = [templates.render('mocks/seed.hbs', view)];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}

/** What the plan says of the seed. */
export function seedView(api: Api, imports: Imports): Code {
  if (hasSeed(api)) return code(imports.use(seedSymbol));
  return code('{ world: { tables: {}, media: {} }, caller: { tables: {}, media: {} } }');
}

function hasSeed({ extensions }: Api): boolean {
  return isJsonObject(extensions['x-seed']);
}

interface TableView {
  readonly table: string;
  readonly rows: readonly Code[];
}

function tablesView(tables: JsonObject): readonly TableView[] {
  return Object.entries(tables).map(([table, rows]) => ({
    table,
    rows: Array.isArray(rows) ? rows.map((row: Json) => code(literal(isJsonObject(row) ? row : {}))) : [],
  }));
}

/** The world as the seed describes it. */
export interface SeedValue {
  readonly world: JsonObject;
  readonly worldMedia: JsonObject;
  readonly caller: JsonObject;
  readonly callerMedia: JsonObject;
}

/** Reads `x-seed`: `tables` and `media` of the world, and under `caller` what each caller finds. */
function seedValue(api: Api): SeedValue {
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
