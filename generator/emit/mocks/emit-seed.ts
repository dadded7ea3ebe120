import { camelCase } from '../../api/names.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { MockTools } from './mock-tools.js';
import { chunkTables, seedValue, type SeedChunk } from './seed-values.js';

/** What the emulator starts with. */
export const seedSymbol: CodeSymbol = { name: 'seed', module: 'mocks/seed' };

const rowType: CodeSymbol = { name: 'Row', module: 'emulator/engine/plan' };

interface Placed extends SeedChunk {
  readonly symbol: CodeSymbol;
}

/** Emits `mocks/seed.ts` and the files with its rows, `mocks/seed/*.ts`. */
export function emitSeed({ api, templates }: MockTools): readonly SourceFile[] {
  const value = seedValue(api);
  const files = [...filesOf('world', value.world), ...filesOf('caller', value.caller)];
  const rowFiles = files.map((chunks): SourceFile => {
    const module = chunks[0]?.symbol.module ?? '';
    const imports = new Imports(
      module,
      chunks.map(({ symbol }) => symbol.name),
    );
    const type = imports.useType(rowType);
    const view = { tables: chunks.map((chunk) => tableView(chunk, type)) };
    return {
      kind: 'source',
      path: `src/${module}.ts`,
      imports: imports.lines(),
      body: [templates.render('mocks/rows.hbs', view)],
    };
  });
  const imports = new Imports(seedSymbol.module, [seedSymbol.name]);
  const placed = files.flat();
  const view = {
    type: imports.useType({ name: 'Seed', module: 'emulator/engine/plan' }),
    parts: [
      { name: 'world', tables: tablesView('world', placed, imports), media: code(literal(value.worldMedia)) },
      { name: 'caller', tables: tablesView('caller', placed, imports), media: code(literal(value.callerMedia)) },
    ],
  };
  const body = [templates.render('mocks/seed.hbs', view)];
  return [...rowFiles, { kind: 'source', path: `src/${seedSymbol.module}.ts`, imports: imports.lines(), body }];
}

/** Places the chunks of tables in files `mocks/seed/world-1`, … and gives each a name of its own. */
function filesOf(part: string, tables: JsonObject): readonly (readonly Placed[])[] {
  const taken = new Set<string>();
  return chunkTables(tables).map((chunks, file) =>
    chunks.map((chunk) => ({
      ...chunk,
      symbol: { name: freeName(part, chunk.table, taken), module: `mocks/seed/${part}-${file + 1}` },
    })),
  );
}

function freeName(part: string, table: string, taken: Set<string>): string {
  const stem = camelCase(part === 'world' ? table : `${part} ${table}`, 'table');
  let name = `${stem}Rows`;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}Rows${number}`;
  taken.add(name);
  return name;
}

function tableView({ table, rows, symbol }: Placed, type: string): object {
  return {
    doc: [`Rows of \`${table}\`.`],
    name: symbol.name,
    type,
    rows: rows.map((row) => code(literal(objectOf(row)))),
  };
}

function objectOf(row: Json): Json {
  return isJsonObject(row) ? row : {};
}

interface TableView {
  readonly table: string;
  readonly rows: Code;
}

function tablesView(part: string, placed: readonly Placed[], imports: Imports): readonly TableView[] {
  const byTable = new Map<string, string[]>();
  for (const { table, symbol } of placed.filter(({ symbol: { module } }) => module.startsWith(`mocks/seed/${part}-`))) {
    byTable.set(table, [...(byTable.get(table) ?? []), imports.use(symbol)]);
  }
  return [...byTable].map(([table, [first = '[]', ...rest]]) => {
    const all = [first, ...rest];
    return { table, rows: code(rest.length === 0 ? first : `[${all.map((name) => `...${name}`).join(', ')}]`) };
  });
}
