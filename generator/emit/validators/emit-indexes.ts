import { groupBy } from '../code/group-by.js';
import type { ExportDeclaration } from '../declarations.js';
import type { SourceFile } from '../source-file.js';
import { validationSymbol } from './emit-calls.js';
import { lenientSymbol } from './emit-lenient.js';
import type { Program } from './program.js';
import { predicateExport } from './root-predicate.js';
import type { Export } from './service-units.js';

const folder = 'validators';

/** Emits the index of all objects and predicates; a resource whose validators take a folder has an index of its own there. */
export function emitIndexes(exports: readonly Export[], program: Program): readonly SourceFile[] {
  const folders = groupBy(exports, ({ symbol }) => symbol.module.slice(0, symbol.module.lastIndexOf('/')));
  const resources = [...folders].filter(([name]) => name !== folder);
  const all = resources.map(([name]) => exportFrom(`./${name.slice(folder.length + 1)}/index.js`, '*'));
  return [
    ...resources.map(([name, list]) => indexFile(name, exportLines(name, list, program))),
    indexFile(folder, [
      ...exportLines(folder, folders.get(folder) ?? [], program),
      ...all,
      typeExport,
      lenientExport,
      validationExport,
      lenientTypeExport,
      schemasImport,
    ]),
  ];
}

function indexFile(name: string, body: SourceFile['body']): SourceFile {
  return { kind: 'source', path: `src/${name}/index.ts`, imports: [], body };
}

function exportLines(name: string, exports: readonly Export[], program: Program): readonly ExportDeclaration[] {
  const modules = groupBy(exports, ({ symbol }) => symbol.module);
  return [...modules].map(([module, list]) =>
    exportFrom(
      `./${module.slice(name.length + 1)}.js`,
      list.flatMap((one) => [one.symbol.name, ...predicateExport(one, program)]),
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
  names: ['Issue', 'JsonSchemaOptions', 'StandardProperties', 'StandardResult', 'ValidateOptions', 'Validator'],
  from: '@speccast/runtime/validators',
};

const lenientExport = exportFrom(`./${lenientSymbol.module.slice(folder.length + 1)}.js`, [lenientSymbol.name]);

const validationExport = exportFrom(`./${validationSymbol.module.slice(folder.length + 1)}.js`, [
  validationSymbol.name,
]);

const lenientTypeExport: ExportDeclaration = {
  kind: 'export',
  typeOnly: true,
  names: ['CheckLeniently', 'LenientResult'],
  from: '@speccast/runtime/validators',
};

/**
 * Loads the JSON Schemas where there is no bundler. Bundlers leave the module out: package.json calls it free of effects,
 * and nothing comes from it. It is no plain import, of which esbuild would warn that it leaves it out.
 */
const schemasImport = `export {} from './attach-json-schema.js';`;
