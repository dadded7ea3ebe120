import { Imports } from '../code/imports.js';
import { exportStructures } from '../code/structures.js';
import type { SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';
import { runtimeSymbols } from './runtime-symbols.js';

/** Emits `operations.ts`, the entry for tree shaking: `createCore` and the free function of each operation. */
export function emitOperationsEntry({ api, layout, templates }: ClientTools): SourceFile {
  const imports = new Imports('operations', ['createCore']);
  const createCore = templates.render('client/create-core.hbs', {
    clientOptions: imports.useType(runtimeSymbols.clientOptions),
    core: imports.useType(runtimeSymbols.core),
    createCore: imports.use(runtimeSymbols.createCore),
    service: imports.use(runtimeSymbols.service),
  });
  const exports = new Imports('operations', ['createCore']);
  for (const operation of api.operations) exports.use(layout.method(operation));
  for (const symbol of [runtimeSymbols.core, runtimeSymbols.callOptions, runtimeSymbols.clientOptions])
    exports.useType(symbol);
  const body = [...exportStructures(exports.lines()), createCore];
  return { kind: 'source', path: 'src/operations.ts', imports: imports.lines(), body };
}
