import type { EmitContext } from '../emit-context.js';
import type { OutputFile } from '../source-file.js';
import { hasOperationTable } from '../surface-entries.js';
import { emitServerTypes } from './emit-server-types.js';
import { emitTanstack } from './emit-tanstack.js';
import { emitCli, emitMcp, emitOperationTable, emitTools } from './emit-tools.js';

/** Emits the surfaces of a package: the modules for frameworks, shells and agents. */
export function emitSurfaces(context: EmitContext): readonly OutputFile[] {
  const { surfaces = [] } = context;
  const isCalledByName = surfaces.includes('cli') || surfaces.includes('mcp');
  return [
    ...(surfaces.includes('tanstack') ? emitTanstack(context) : []),
    ...(hasOperationTable(context) ? [emitOperationTable(context)] : []),
    ...(isCalledByName ? [emitTools(context)] : []),
    ...(surfaces.includes('cli') ? emitCli(context) : []),
    ...(surfaces.includes('mcp') ? emitMcp(context) : []),
    ...(surfaces.includes('server-types') ? emitServerTypes(context) : []),
  ];
}
