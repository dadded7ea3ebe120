import { moduleTable, operationTable } from '../surface-entries.js';
import { Imports, runtime } from '../code/imports.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { SourceFile } from '../source-file.js';

/** Emits `operation-table.ts`: the tables of the modules of operations as one. */
export function emitOperationTable({ api, layout, assets }: EmitContext): SourceFile {
  const { name, module } = operationTable;
  const imports = new Imports(module, [name]);
  const modules = new Map(api.operations.map((one) => [one.module, moduleTable(layout.descriptor(one).module)]));
  const view = {
    name,
    type: imports.useType(runtime('Operation')),
    tables: [...modules.values()].map((table) => imports.use(table)),
  };
  const body = [createTemplates(assets.templates).render('surfaces/operation-table.hbs', view)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** A member of an object whose value is a variable. */
export function member(name: string, variable: string): Code {
  return code(name === variable ? name : `${name}: ${variable}`);
}
