import type { Api } from '../../api/api.js';
import { isJsonObject } from '../../spec/read/json.js';
import type { Json, JsonObject } from '../../spec/read/json.js';
import { Imports, emulator } from '../code/syntax/imports.js';
import { objectOf } from '../code/docs/extension-values.js';
import { literal } from '../code/syntax/literals.js';
import { code } from '../code/templates/templates.js';
import type { Code } from '../code/templates/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { MockTools } from './mock-tools.js';

const seedSymbol: CodeSymbol = { name: 'seed', module: 'mocks/seed' };

/**
 * Emits `mocks/seed.ts`, what the emulator starts with; nothing where the spec has no seed. `x-seed` holds `tables` and `media`
 * of the world, and under `caller` what each caller finds.
 */
export function emitSeed({ api, templates }: MockTools): readonly SourceFile[] {
  if (!hasSeed(api)) return [];
  const { name, module } = seedSymbol;
  const seed = objectOf(api.extensions['x-seed']);
  const { media, ...callerTables } = objectOf(seed['caller']);
  const imports = new Imports(module, [name]);
  const view = {
    type: imports.useType(emulator('Seed')),
    parts: [
      { name: 'world', tables: tablesView(objectOf(seed['tables'])), media: code(literal(objectOf(seed['media']))) },
      { name: 'caller', tables: tablesView(callerTables), media: code(literal(objectOf(media))) },
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
    rows: Array.isArray(rows) ? rows.map((row: Json) => code(literal(objectOf(row)))) : [],
  }));
}
