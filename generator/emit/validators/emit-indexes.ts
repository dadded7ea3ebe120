import { groupBy } from '../../iterables.js';
import { exportStructure } from '../code/syntax/structures.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { validationSymbol } from './emit-calls.js';
import { lenientSymbol } from './emit-schemas.js';
import type { Program, Unit } from './plan/program.js';
import type { Export } from './service/service-units.js';

const folder = 'validators';

/**
 * Emits the index of all objects and predicates; a resource whose validators take a folder has an index of its own there. For a
 * client it has what validates calls, too, and in a package it loads the JSON Schemas.
 */
export function emitIndexes(
  exports: readonly Export[],
  program: Program,
  { hasClient, isPackage }: { readonly hasClient: boolean; readonly isPackage: boolean },
): readonly SourceFile[] {
  const folders = groupBy(exports, ({ symbol }) => symbol.module.slice(0, symbol.module.lastIndexOf('/')));
  const resources = [...folders].filter(([name]) => name !== folder);
  const all = resources.map(([name]) => exportStructure(`./${name.slice(folder.length + 1)}/index.js`, '*'));
  return [
    ...resources.map(([name, list]) => indexFile(name, exportLines(name, list, program))),
    indexFile(folder, [
      ...exportLines(folder, folders.get(folder) ?? [], program),
      ...all,
      typeExport,
      exportHere(lenientSymbol),
      ...(hasClient ? [exportHere(validationSymbol)] : []),
      lenientTypeExport,
      ...(isPackage ? [schemasImport] : []),
    ]),
  ];
}

function indexFile(name: string, body: SourceFile['body']): SourceFile {
  return { kind: 'source', path: `src/${name}/index.ts`, imports: [], body };
}

function exportLines(name: string, exports: readonly Export[], program: Program): readonly Statement[] {
  const modules = groupBy(exports, ({ symbol }) => symbol.module);
  return [...modules].map(([module, list]) =>
    exportStructure(
      `./${module.slice(name.length + 1)}.js`,
      list.flatMap((one) => [one.symbol.name, ...predicateExport(one, program)]),
    ),
  );
}

/** What the objects are made of, for those who name it; no model may have one of these names. */
const typeExport: Statement = exportStructure(
  '@speccast/runtime/validators',
  ['Issue', 'JsonSchemaOptions', 'StandardProperties', 'StandardResult', 'ValidateOptions', 'Validator'],
  true,
);

function exportHere({ name, module }: CodeSymbol): Statement {
  return exportStructure(`./${module.slice(folder.length + 1)}.js`, [name]);
}

const lenientTypeExport: Statement = exportStructure(
  '@speccast/runtime/validators',
  ['CheckLeniently', 'LenientResult'],
  true,
);

/**
 * Loads the JSON Schemas where there is no bundler. Bundlers leave the module out: package.json calls it free of effects,
 * and nothing comes from it. Compilers leave out an export of nothing, but never an import of nothing.
 */
const schemasImport = `import './attach-json-schema.js';`;

/** Name of the function that checks from the root, where `is` itself counts levels; empty where `is` takes a value alone. */
export function rootPredicate(unit: Unit, program: Program): string {
  return program.isDeep(unit.plan) ? `matches${unit.name}` : '';
}

/** The predicate of a model as the index exports it: `isVideo`, and nothing but a value goes in, so that `filter` takes it. */
function predicateExport({ hasPredicate, unit: key }: Export, program: Program): readonly string[] {
  if (hasPredicate !== true) return [];
  const unit = program.unit(key);
  const name = `is${unit.name}`;
  const fromRoot = rootPredicate(unit, program);
  return [fromRoot === '' ? name : `${fromRoot} as ${name}`];
}
