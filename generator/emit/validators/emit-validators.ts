import { literal } from '../code/literals.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { ofCodecs } from '../code/wire-code.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { emitCalls, emitStrings, validationSymbol } from './emit-calls.js';
import {
  emitLenient,
  emitPositions,
  emitSchemas,
  emitSchemasEffect,
  emitRegistry,
  registrySymbol,
  lenientSymbol,
} from './emit-schemas.js';
import { namesIn } from './plan/local-names.js';
import type { Program, Unit } from './plan/plan.js';
import { collectFromRoot, isPlain, remembers } from './plan/program.js';
import { ModulePrinter } from './print/module-printer.js';
import { planService, type Export } from './plan-service.js';
import { exportStructure } from '../code/structures.js';

/** Emits `validators/*.ts`: functions and objects for every model and every part of an operation; `index.ts` has the objects. */
export function* emitValidators(context: EmitContext): Generator<SourceFile> {
  const { api, layout, assets, parts, output, surfaces = [] } = context;
  const templates = createTemplates(assets.templates);
  const { program, exports, modules, emit } = planValidators(context);
  for (const module of modules) yield emit(module);
  const hasClient = parts.includes('client');
  const isPackage = output === 'package';
  yield* emitIndexes(exports, program, { hasClient, isPackage });
  yield* emitShared(context);
  // Plain source has the document as a string, without lines to point at.
  if (isPackage) yield* [emitSchemasEffect(), emitPositions(templates)];
  if (hasClient) yield emitCalls({ api, layout, templates, isPackage, isServed: surfaces.includes('server-types') });
  const strings = emitStrings({ api, layout, templates, hasClient });
  if (strings !== undefined) yield strings;
}

/** Emits the modules that all modules of validators use: registry, schemas and lenient check. No validator has to be planned for them. */
export function emitShared({ api, assets }: EmitContext): readonly SourceFile[] {
  const templates = createTemplates(assets.templates);
  return [emitRegistry(), ...emitSchemas(api, templates), emitLenient(templates)];
}

/** The modules of validators, each of which is emitted when it is asked for. */
export interface PlannedValidators {
  readonly program: Program;
  readonly exports: readonly Export[];
  /** `validators/videos`, in the order of the service. */
  readonly modules: ReadonlySet<string>;
  readonly emit: (module: string) => SourceFile;
}

/** Plans all validators of a service together, since they call each other and share what is equal. */
export function planValidators({ api, layout, assets, output }: EmitContext): PlannedValidators {
  const templates = createTemplates(assets.templates);
  const { program, exports } = planService(api, layout);
  const byModule = groupBy(exports, ({ symbol }) => symbol.module);
  const units = groupBy([...program.units.values()], ({ module }) => module);
  const emit = (module: string): SourceFile => {
    const own = { module, exports: byModule.get(module) ?? [], units: units.get(module) ?? [], output };
    return emitModule({ ...own, program, templates });
  };
  const copies = [...program.copies.values()].map(({ module }) => module);
  return { program, exports, modules: new Set([...byModule.keys(), ...units.keys(), ...copies]), emit };
}

interface ModuleParts extends Pick<EmitContext, 'output'> {
  readonly module: string;
  readonly exports: readonly Export[];
  readonly units: readonly Unit[];
  readonly program: Program;
  readonly templates: Templates;
}

function emitModule(parts: ModuleParts): SourceFile {
  const { module, units, program, templates } = parts;
  const declared = [
    ...parts.exports.map(({ symbol }) => symbol.name),
    ...units.flatMap(({ name, type }) => [
      `is${name}`,
      `schemaOf${name}`,
      `matches${name}`,
      ...(typeof type === 'function' ? [name] : []),
    ]),
  ];
  const imports = new Imports(module, declared);
  const use = (symbol: CodeSymbol): string => imports.use(symbol);
  const printer = new ModulePrinter({
    program,
    module,
    templates,
    taken: declared,
    use,
    useType: (symbol) => imports.useType(symbol),
    // Applications have compilers of their own settings, such as `noPropertyAccessFromIndexSignature` of Angular.
    quotesNames: parts.output === 'source',
  });
  for (const unit of units) if (unit.exported) askFor(unit, printer);
  for (const one of parts.exports) if (one.alias === undefined) askFor(program.unit(one.unit), printer);
  printer.askForCopies();
  const { texts, names } = printer.print();
  const objects = parts.exports.map((one) => printExport(one, parts, imports, printer));
  // Printing asks for imports, some of them for what is left out in the end.
  const types = printer.printTypes();
  const needed = new Set([...names, ...[...types, ...objects].flatMap((text) => [...namesIn(text)])]);
  const body = [...types, ...texts, ...objects];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(needed), body };
}

function askFor(unit: Unit, printer: ModulePrinter): void {
  printer.requireFunction(unit.plan, unit);
  printer.requireNamedSchema(unit.key);
}

function printExport(one: Export, parts: ModuleParts, imports: Imports, printer: ModulePrinter): string {
  const { program, templates } = parts;
  const rules = {
    withRules:
      one.rules === undefined ? '' : imports.use({ name: 'withRules', module: 'runtime/validators/request-rules' }),
    rules: code(one.rules === undefined ? '' : literal(one.rules.value)),
    rulesPointer: one.rules?.pointer ?? '',
  };
  if (one.alias !== undefined)
    return templates.render('validators/alias.hbs', {
      name: one.symbol.name,
      target: imports.use(one.alias),
      ...rules,
    });
  const unit = program.unit(one.unit);
  const isDeep = program.isDeep(unit.plan);
  const hasMemo = program.memoOf(unit.plan, unit) === 'needed';
  const predicate = one.hasPredicate === true ? rootPredicate(unit, program) : '';
  const registry = imports.use(registrySymbol);
  const { decoded } = unit;
  const decodedType = decoded?.type;
  const useType = (symbol: CodeSymbol): string => imports.useType(symbol);
  const hasParts = !isPlain(unit, program);
  return templates.render('validators/validator.hbs', {
    parts: hasParts,
    predicate,
    name: one.symbol.name,
    validatorType: imports.useType({ name: 'Validator', module: 'runtime/validators/validator' }),
    factory: imports.use({
      name: hasParts ? 'validator' : 'validatorOf',
      module: 'runtime/validators/create-validator',
    }),
    proven: code(one.type === undefined ? printer.printUnitType(unit) : imports.useType(one.type)),
    decoding: decoded === undefined ? '' : imports.use(ofCodecs('decodingValidator')),
    decoded: code(typeof decodedType === 'function' ? decodedType(useType) : decodedType ? useType(decodedType) : ''),
    wire: code(decoded === undefined ? '' : decoded.wire(imports)),
    wraps: isDeep || one.type !== undefined,
    matchesFromRoot: hasMemo ? imports.use({ name: 'matchesFromRoot', module: 'runtime/validators/memo' }) : '',
    maxDepth: isDeep && !hasMemo ? imports.use({ name: 'maxDepth', module: 'runtime/validators/issues' }) : '',
    is: printer.requireFunction(unit.plan, unit),
    schema: printer.requireNamedSchema(unit.key),
    collectFromRoot: remembers(unit, program) ? imports.use(collectFromRoot) : '',
    registered: one.variantOf === undefined ? '' : `${unit.plan.pointer}>${one.variantOf}`,
    ...rules,
    registry: code(!hasParts || registry === 'registry' ? registry : `registry: ${registry}`),
  });
}

const folder = 'validators';

/**
 * Emits the index of all objects and predicates; a resource whose validators take a folder has an index of its own there. For a
 * client it has what validates calls, too, and in a package it loads the JSON Schemas.
 */
function emitIndexes(
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
      list.flatMap(({ symbol, hasPredicate, unit: key }) => {
        if (hasPredicate !== true) return [symbol.name];
        // Takes a value alone, so that `filter` accepts it: `isVideo`, or `matchesVideo as isVideo`.
        const unit = program.unit(key);
        const fromRoot = rootPredicate(unit, program);
        return [symbol.name, fromRoot === '' ? `is${unit.name}` : `${fromRoot} as is${unit.name}`];
      }),
    ),
  );
}

/** Types of the objects that the index exports, too. No model may have one of these names. */
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

/** Names the function that checks from the root, where `is` counts levels: `matchesVideo`; empty where `is` takes a value alone. */
function rootPredicate(unit: Unit, program: Program): string {
  return program.isDeep(unit.plan) ? `matches${unit.name}` : '';
}
