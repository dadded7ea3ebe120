import { literal } from '../code/literals.js';
import { groupBy } from '../../iterables.js';
import { Imports } from '../code/imports.js';
import { codecSymbol } from '../code/wire-code.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { emitCalls, emitStrings, validationSymbol } from './emit-calls.js';
import { emitPackageSchemas, emitSchemas, registrySymbol, lenientSymbol } from './emit-schemas.js';
import { listNames } from './plan/local-names.js';
import { printType, type Program, type Unit } from './plan/plan.js';
import { collectFromRoot, isPlain, usesMemo } from './plan/program.js';
import { ModulePrinter } from './print/module-printer.js';
import { inRuntime } from './print/scope.js';
import { planService, type Export } from './plan-service.js';
import { exportStructure } from '../code/structures.js';

/** Emits `validators/*.ts`: functions and validators for every model and every part of an operation; `index.ts` exports the validators. */
export function* emitValidators(context: EmitContext): Generator<SourceFile> {
  const { api, layout, assets, parts, output, surfaces = [] } = context;
  const templates = createTemplates(assets.templates);
  const { program, exports, modules, emit } = planValidators(context);
  for (const module of modules) yield emit(module);
  const hasClient = parts.includes('client');
  const isPackage = output === 'package';
  yield* emitIndexes(exports, program, { hasClient, isPackage });
  yield* emitShared(context);
  // Plain source contains the document as a string on one line, in which positions are useless.
  if (isPackage) yield* emitPackageSchemas(templates);
  if (hasClient) yield emitCalls({ api, layout, templates, isPackage, isServed: surfaces.includes('server-types') });
  yield* emitStrings({ api, layout, templates, hasClient });
}

/** Emits the modules that all modules of validators use: registry, schemas and lenient check. They do not depend on plans. */
export function emitShared({ api, assets }: EmitContext): readonly SourceFile[] {
  return emitSchemas(api, createTemplates(assets.templates));
}

/** Planned modules of validators, with a function that emits one of them. */
export interface PlannedValidators {
  readonly program: Program;
  readonly exports: readonly Export[];
  /** `validators/videos`, in the order of the service. */
  readonly modules: ReadonlySet<string>;
  readonly emit: (module: string) => SourceFile;
}

/** Plans all validators of a service together, since they call each other and share equal parts. */
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
  const { module, units, exports, program, templates } = parts;
  const declared = [
    ...exports.map(({ symbol }) => symbol.name),
    ...units.flatMap(({ name, type }) => [
      `is${name}`,
      `schemaOf${name}`,
      `matches${name}`,
      ...(typeof type === 'function' ? [name] : []),
    ]),
  ];
  const imports = new Imports(module, declared);
  const printer = new ModulePrinter({
    program,
    module,
    templates,
    taken: declared,
    use: (symbol) => imports.use(symbol),
    useType: (symbol) => imports.useType(symbol),
    // Applications with plain source may compile it with `noPropertyAccessFromIndexSignature`, as Angular does.
    quotesNames: parts.output === 'source',
  });
  const exported = exports.filter(({ alias }) => alias === undefined).map((one) => program.unit(one.unit));
  for (const unit of [...units.filter((one) => one.exported), ...exported]) {
    printer.requireFunction(unit.plan, unit);
    printer.requireNamedSchema(unit.key);
  }
  printer.requireCopies();
  const { texts, names } = printer.print();
  const objects = exports.map((one) => printExport(one, parts, imports, printer));
  // Some imports are for functions that are not printed in the end.
  const types = printer.printTypes();
  const needed = new Set([...names, ...[...types, ...objects].flatMap((text) => [...listNames(text)])]);
  const body = [...types, ...texts, ...objects];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(needed), body };
}

function printExport(one: Export, parts: ModuleParts, imports: Imports, printer: ModulePrinter): string {
  const { program, templates } = parts;
  const { symbol, alias, type, variantOf } = one;
  const use = (file: string, name: string): string => imports.use(inRuntime(file, name));
  const useType = (used: CodeSymbol): string => imports.useType(used);
  const rules = {
    withRules: one.rules === undefined ? '' : use('request-rules', 'withRules'),
    rules: code(one.rules === undefined ? '' : literal(one.rules.value)),
    rulesPointer: one.rules?.pointer ?? '',
  };
  if (alias !== undefined)
    return templates.render('validators/alias.hbs', { name: symbol.name, target: imports.use(alias), ...rules });
  const unit = program.unit(one.unit);
  const { plan, decoded } = unit;
  const isDeep = program.isDeep(plan);
  const hasMemo = program.findMemoUse(plan, unit) === 'needed';
  const hasParts = !isPlain(unit, program);
  const registry = imports.use(registrySymbol);
  return templates.render('validators/validator.hbs', {
    parts: hasParts,
    predicate: one.hasPredicate === true ? rootPredicate(unit, program) : '',
    name: symbol.name,
    validatorType: useType(inRuntime('validator', 'Validator')),
    factory: use('create-validator', hasParts ? 'validator' : 'validatorOf'),
    proven: code(type === undefined ? printer.printUnitType(unit) : useType(type)),
    decoding: decoded === undefined ? '' : imports.use(codecSymbol('decodingValidator')),
    decoded: code(decoded === undefined ? '' : printType(decoded.type, useType)),
    wire: code(decoded === undefined ? '' : decoded.wire(imports)),
    wraps: isDeep || type !== undefined,
    matchesFromRoot: hasMemo ? use('memo', 'matchesFromRoot') : '',
    maxDepth: isDeep && !hasMemo ? use('issues', 'maxDepth') : '',
    is: printer.requireFunction(plan, unit),
    schema: printer.requireNamedSchema(unit.key),
    collectFromRoot: usesMemo(unit, program) ? imports.use(collectFromRoot) : '',
    registered: variantOf === undefined ? '' : `${plan.pointer}>${variantOf}`,
    ...rules,
    registry: code(!hasParts || registry === 'registry' ? registry : `registry: ${registry}`),
  });
}

const folder = 'validators';

/**
 * Emits the index of all validators and predicates. A resource with a folder of modules has an index of its own there. With a client, the
 * index also exports the validation of calls; in a package, it loads the JSON Schemas.
 */
function emitIndexes(
  exports: readonly Export[],
  program: Program,
  { hasClient, isPackage }: { readonly hasClient: boolean; readonly isPackage: boolean },
): readonly SourceFile[] {
  const folders = groupBy(exports, ({ symbol }) => symbol.module.slice(0, symbol.module.lastIndexOf('/')));
  const resources = [...folders].filter(([name]) => name !== folder);
  const from = ({ module }: CodeSymbol): string => `./${module.slice(folder.length + 1)}.js`;
  const runtimeEntry = '@speccast/runtime/validators';
  return [
    ...resources.map(([name, list]) => indexFile(name, exportLines(name, list, program))),
    indexFile(folder, [
      ...exportLines(folder, folders.get(folder) ?? [], program),
      ...resources.map(([name]) => exportStructure(`./${name.slice(folder.length + 1)}/index.js`, '*')),
      exportStructure(runtimeEntry, indexTypes, true),
      exportStructure(from(lenientSymbol), [lenientSymbol.name]),
      ...(hasClient ? [exportStructure(from(validationSymbol), [validationSymbol.name])] : []),
      exportStructure(runtimeEntry, ['CheckLeniently', 'LenientResult'], true),
      ...(isPackage ? [schemasImport] : []),
    ]),
  ];
}

/** Types of the runtime that the index exports, too. No model may have one of these names. */
const indexTypes = [
  'Issue',
  'JsonSchemaOptions',
  'StandardProperties',
  'StandardResult',
  'ValidateOptions',
  'Validator',
];

/**
 * The import that loads the JSON Schemas without a bundler. Bundlers drop it, since package.json declares the module free of side effects
 * and the import has no names. It is an import, because TypeScript would drop `export {} from …`.
 */
const schemasImport = `import './attach-json-schema.js';`;

function indexFile(name: string, body: SourceFile['body']): SourceFile {
  return { kind: 'source', path: `src/${name}/index.ts`, imports: [], body };
}

function exportLines(name: string, exports: readonly Export[], program: Program): readonly Statement[] {
  return [...groupBy(exports, ({ symbol }) => symbol.module)].map(([module, list]) => {
    const names = list.flatMap(({ symbol, hasPredicate, unit: key }) => {
      if (hasPredicate !== true) return [symbol.name];
      // The predicate has one parameter, so that it fits `filter`: `isVideo`, or `matchesVideo as isVideo`.
      const unit = program.unit(key);
      const fromRoot = rootPredicate(unit, program);
      return [symbol.name, fromRoot === '' ? `is${unit.name}` : `${fromRoot} as is${unit.name}`];
    });
    return exportStructure(`./${module.slice(name.length + 1)}.js`, names);
  });
}

/** Returns the name of the predicate with one parameter if `is` also has one for levels: `matchesVideo`; empty if `is` has one parameter. */
function rootPredicate(unit: Unit, program: Program): string {
  return program.isDeep(unit.plan) ? `matches${unit.name}` : '';
}
