import { groupByModule } from '../code/group-by-module.js';
import type { ExportDeclaration } from '../declarations.js';
import type { SourceFile } from '../source-file.js';
import type { Export } from './service-units.js';

const folder = 'validators';

/** Emits the index of all objects; a resource whose validators take a folder has an index of its own there. */
export function emitIndexes(exports: readonly Export[]): readonly SourceFile[] {
  const folders = groupByModule(exports, ({ symbol }) => symbol.module.slice(0, symbol.module.lastIndexOf('/')));
  const resources = [...folders].filter(([name]) => name !== folder);
  const all = resources.map(([name]) => exportFrom(`./${name.slice(folder.length + 1)}/index.js`, '*'));
  return [
    ...resources.map(([name, list]) => indexFile(name, exportLines(name, list))),
    indexFile(folder, [...exportLines(folder, folders.get(folder) ?? []), ...all, typeExport]),
  ];
}

function indexFile(name: string, body: SourceFile['body']): SourceFile {
  return { kind: 'source', path: `src/${name}/index.ts`, imports: [], body };
}

function exportLines(name: string, exports: readonly Export[]): readonly ExportDeclaration[] {
  const modules = groupByModule(exports, ({ symbol }) => symbol.module);
  return [...modules].map(([module, list]) =>
    exportFrom(
      `./${module.slice(name.length + 1)}.js`,
      list.map(({ symbol }) => symbol.name),
    ),
  );
}

function exportFrom(from: string, names: ExportDeclaration['names']): ExportDeclaration {
  return { kind: 'export', typeOnly: false, names, from };
}

/** What the objects are made of, for those who name it; no model may have one of these names. */
const typeExport: ExportDeclaration = {
  kind: 'export',
  typeOnly: true,
  names: ['Issue', 'JsonSchemaOptions', 'StandardProperties', 'StandardResult', 'Validator'],
  from: '../runtime/validators/validator.js',
};
