import { groupByModule } from '../code/group-by-module.js';
import { Imports } from '../code/imports.js';
import { code, createTemplates, type Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, EmitContext, SourceFile } from '../source-file.js';
import { emitIndexes } from './emit-indexes.js';
import { ModulePrinter } from './module-printer.js';
import type { Program, Unit } from './program.js';
import { objectJson } from './schema-json.js';
import { schemaText } from './schema-text.js';
import { planService, type Export } from './service-units.js';
import { referencesOf } from './subschemas.js';

/** Emits `validators/*.ts`: functions and objects for every model and every part of an operation; `index.ts` has the objects. */
export function emitValidators({ api, layout, assets }: EmitContext): readonly SourceFile[] {
  const templates = createTemplates(assets.templates);
  const { program, exports } = planService(api, layout);
  const byModule = groupByModule(exports, ({ symbol }) => symbol.module);
  const modules = new Set([...byModule.keys(), ...[...program.units.values()].map((unit) => unit.module)]);
  const files = [...modules].map((module) =>
    emitModule({ module, exports: byModule.get(module) ?? [], program, layout, templates }),
  );
  return [...files, ...emitIndexes(exports)];
}

interface ModuleParts {
  readonly module: string;
  readonly exports: readonly Export[];
  readonly program: Program;
  readonly layout: Layout;
  readonly templates: Templates;
}

function emitModule(parts: ModuleParts): SourceFile {
  const { module, program, templates } = parts;
  const units = [...program.units.values()].filter((unit) => unit.module === module);
  const declared = [
    ...parts.exports.map(({ symbol }) => symbol.name),
    ...units.flatMap(({ name }) => [`is${name}`, `collect${name}`]),
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
  });
  for (const unit of units) if (unit.exported) askFor(unit, printer);
  for (const one of parts.exports) if (one.alias === undefined) askFor(program.unit(one.unit), printer);
  const functions = printer.print();
  const objects = parts.exports.map((one) => printExport(one, parts, imports, printer));
  // Printing asks for imports, so these come last.
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body: [...functions, ...objects] };
}

function askFor(unit: Unit, printer: ModulePrinter): void {
  printer.functionOf(unit.plan, unit, 'is');
  printer.functionOf(unit.plan, unit, 'collect');
}

function printExport(one: Export, parts: ModuleParts, imports: Imports, printer: ModulePrinter): string {
  const { program, templates } = parts;
  const doc = [`Validator of ${one.title}.`];
  if (one.alias !== undefined)
    return templates.render('validators/alias.hbs', { doc, name: one.symbol.name, target: imports.use(one.alias) });
  const unit = program.unit(one.unit);
  const isDeep = program.recursive.has(unit.key) || program.isDeep(unit.plan);
  return templates.render('validators/validator.hbs', {
    doc,
    name: one.symbol.name,
    validatorType: imports.useType({ name: 'Validator', module: 'runtime/validators/validator' }),
    factory: imports.use({ name: 'validator', module: 'runtime/validators/create-validator' }),
    type: code(typeOf(unit, imports)),
    isDeep,
    maxDepth: isDeep ? imports.use({ name: 'maxDepth', module: 'runtime/validators/issues' }) : '',
    is: printer.functionOf(unit.plan, unit, 'is'),
    collect: printer.functionOf(unit.plan, unit, 'collect'),
    schema: code(schemaOf(one, parts, imports, printer)),
    references: referencesTo(one, parts, imports),
  });
}

function typeOf({ type }: Unit, imports: Imports): string {
  if (type === undefined) return 'unknown';
  return typeof type === 'function' ? type((symbol) => imports.useType(symbol)) : imports.useType(type);
}

function schemaOf(
  { model, schema }: Export,
  { layout }: ModuleParts,
  imports: Imports,
  printer: ModulePrinter,
): string {
  if (model !== undefined) return imports.use(layout.schema(model));
  return `(${schemaText(objectJson(schema), (words) => printer.nameOfWords(words))})`;
}

/** Validators of the models that a schema refers to, so that its JSON Schema can hold them. */
function referencesTo(
  { schema }: Export,
  { layout }: ModuleParts,
  imports: Imports,
): readonly { readonly ref: string; readonly validator: string }[] {
  return referencesOf(schema).flatMap((ref) => {
    const model = layout.modelById(ref);
    return model === undefined ? [] : [{ ref, validator: imports.use(layout.validator(model)) }];
  });
}
