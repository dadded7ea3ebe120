import type { Operation } from '../../api/api.js';
import { Imports, runtime } from '../code/imports.js';
import { propertyKey } from '../code/literals.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

/** `operations`: the operations of a package by their names, for all surfaces that find one by its name. */
export const operationTable: CodeSymbol = { name: 'operations', module: 'operation-table' };

/** Emits `operation-table.ts`. */
export function emitOperationTable({ api, layout, assets }: EmitContext): SourceFile {
  const { name, module } = operationTable;
  const imports = new Imports(module, [name]);
  const view = {
    name,
    type: imports.useType(runtime('Operation')),
    operations: api.operations.map((one) => ({
      name: code(propertyKey(tableName(one))),
      operation: imports.use(layout.descriptor(one)),
    })),
  };
  const body = [createTemplates(assets.templates).render('surfaces/operation-table.hbs', view)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** The name of an operation in the client: `pets.list`. */
export function tableName({ group, property }: Operation): string {
  return [...group, property].join('.');
}

/** A member of an object whose value is a variable. */
export function member(name: string, variable: string): Code {
  return code(name === variable ? name : `${name}: ${variable}`);
}
