import type { CodeSymbol, SourceFile } from '../source-file.js';

/** What a package's validators and its JSON Schemas have in common: without it, packages would write each other's. */
export const registrySymbol: CodeSymbol = { name: 'registry', module: 'validators/registry' };

/** Emits `validators/registry.ts`. */
export function emitRegistry(): SourceFile {
  const body = [
    '/** Where the validators of this package find how their JSON Schemas are written, once that is loaded. */',
    `export const ${registrySymbol.name}: SchemaRegistry = {};`,
  ];
  const imports = [{ module: 'runtime/validators/standard-schema', name: 'SchemaRegistry', typeOnly: true }];
  return { kind: 'source', path: `src/${registrySymbol.module}.ts`, imports, body };
}
