import type { Diagnostics } from '../../../diagnostics.js';
import { literal, memberKey, propertyKey, stringLiteral, propertyAccess } from '../../code/literals.js';
import { isJsonObject, type Json } from '../../../json.js';
import { createTemplates } from '../../code/templates.js';
import type { Assets } from '../../emit-context.js';
import type { CodeSymbol } from '../../source-file.js';
import { LocalNames } from '../plan/local-names.js';
import type { Unit } from '../plan/plan.js';
import { collectFromRoot, isPlain, usesMemo } from '../plan/program.js';
import { ModulePrinter } from '../print/module-printer.js';
import { inRuntime } from '../print/scope.js';
import { reachable } from '../../../iterables.js';
import { planSchemas, compiledModule, type PlannedSchemas } from './plan-schemas.js';
import { printPositions, unitPointer } from './issue-positions.js';
import { readInput, type CompileInput } from './read-input.js';
import { declaredTable } from '../plan/declared-names.js';
import type { ReadSpecFile } from '../../../spec/read/source-text.js';

/** Input of `printModule`. */
export interface CompileValidatorsInput {
  /** Name of the input for diagnostics. */
  readonly file: string;
  /** JSON: `{"schemas": {name: JSON Schema}, "remotes": {uri: schema}}`; or an OpenAPI document, whose components are compiled. */
  readonly text: string;
  /** Reads further files that an OpenAPI document refers to. Default: there are none. */
  readonly readFile?: ReadSpecFile | undefined;
  /** `assert`: values must match their `format`; `annotate`: `format` is not checked. */
  readonly formats: 'assert' | 'annotate';
  /** Issues have the position of their keyword in the input: `{file, line, column}`. Default: false. */
  readonly positions?: boolean;
  /** The module also exports `checkLeniently`. Default: false. */
  readonly lenient?: boolean;
  readonly diagnostics: Diagnostics;
  /** Templates and runtime. */
  readonly assets: Assets;
}

/** Prints a TypeScript module that exports `validators` for JSON Schemas and imports nothing, unformatted; `undefined` after errors. */
export function printModule(input: CompileValidatorsInput): string | undefined {
  const { formats, diagnostics, assets } = input;
  const read = readInput(input, diagnostics);
  if (read === undefined) return undefined;
  const library = readRuntimeLibrary(assets.runtime);
  const planned = planSchemas({
    input: read,
    assertFormats: formats === 'assert',
    diagnostics,
    // Names that functions of schemas must not have, since the runtime declares `isObject`: `Object`.
    taken: library.names.map((name) => name.replace(/^(?:is|schemaOf)(?=[A-Z])/, '')),
  });
  if (planned === undefined) return undefined;
  for (const key of planned.program.circular) {
    const schema = planned.origins.get(key)?.located.value;
    if (isJsonObject(schema)) diagnostics.warning('endless-schema', endless, read.positions.ofValue(schema, '$ref'));
  }
  return printProgram(planned, { ...input, read, library });
}

/** Warning about a schema that refers to itself for the same value, which JSON Schema allows. Such a reference accepts no value. */
const endless = 'validation of this schema never ends, because it needs the schema itself: such values are rejected';

/** The input, with the schemas and the runtime that were read. */
interface ModuleInput extends CompileValidatorsInput {
  readonly read: CompileInput;
  readonly library: RuntimeLibrary;
}

function printProgram(planned: PlannedSchemas, input: ModuleInput): string {
  const { program, named, origins } = planned;
  const { library, assets, positions: hasPositions = false, lenient: isLenient = false, read } = input;
  const root = read.document?.root;
  const register = root === undefined ? ['registerDocuments'] : ['registerSchemas', 'documentSchemas'];
  const used = new Set([
    'Validator',
    'validator',
    ...register,
    ...(hasPositions ? ['PositionTable', 'createFindPosition', 'withPositions', 'PositionedValidator'] : []),
    ...(isLenient ? ['DeclaredNames', 'createLenientCheck', 'CheckLeniently'] : []),
  ]);
  const use = ({ name }: CodeSymbol): string => {
    used.add(name);
    return name;
  };
  const functions = [...program.units.values()].flatMap(({ name }) => [`is${name}`, `schemaOf${name}`]);
  const templates = createTemplates(assets.templates);
  const taken = [...library.names, ...ownNames, ...functions];
  const printer = new ModulePrinter({ program, module: compiledModule, templates, taken, use, useType: use });
  const entries = named.map((one) => {
    const validator = printValidator(program.unit(one.unit), root === undefined ? one.name : one.pointer, printer, use);
    const placed = hasPositions
      ? `withPositions(${validator}, ${stringLiteral(one.pointer)}, findPosition)`
      : validator;
    return `${propertyKey(one.name)}: ${placed},`;
  });
  const { texts } = printer.print();
  const type = hasPositions ? 'PositionedValidator' : 'Validator';
  const types = named.map(({ name }) => `readonly ${memberKey(name)}: ${type}<unknown>;`);
  const documents = named.map(({ name, schema }) => `${propertyKey(name)}: ${printDocument(schema)}`);
  return [
    '// Generated by `speccast validators`; do not edit.',
    library.inline(used),
    ...texts,
    ...(hasPositions ? printPositions(program, origins, read) : []),
    '/** The validators, by the name of their schema. */',
    `export const validators: { ${types.join('\n')} } = {`,
    ...entries,
    '};',
    ...(isLenient ? printLenient(planned) : []),
    root === undefined
      ? `registerDocuments(() => ({ ${documents.join(', ')} }));`
      : `registerSchemas(documentSchemas(${printDocument(root)}));`,
    '',
  ].join('\n');
}

/** Names that a module declares itself: the validators, the positions of issues, and the lenient check. */
const ownNames = ['validators', 'issuePositions', 'findPosition', 'declaredNames', 'schemaPointers', 'checkLeniently'];

/** Most characters of a schema that is printed as a literal: TypeScript is slow for long ones, since it compares the items of lists. */
const longestLiteral = 20_000;

function printDocument(schema: Json): string {
  const text = literal(schema);
  return text.length <= longestLiteral ? text : `JSON.parse(${stringLiteral(JSON.stringify(schema))})`;
}

function printValidator(unit: Unit, name: string, printer: ModulePrinter, use: (symbol: CodeSymbol) => string): string {
  const { program } = printer;
  const runtime = (file: string, symbol: string): string => use(inRuntime(file, symbol));
  const schema = printer.requireNamedSchema(unit.key);
  if (isPlain(unit, program))
    return `${runtime('create-validator', 'validatorOf')}(${schema}, undefined, ${stringLiteral(name)})`;
  const isName = printer.requireFunction(unit.plan, unit);
  const rooted =
    program.findMemoUse(unit.plan, unit) === 'needed'
      ? `${runtime('memo', 'matchesFromRoot')}(value, ${isName})`
      : `${isName}(value, ${runtime('issues', 'maxDepth')})`;
  const is = program.isDeep(unit.plan) ? `(value): value is unknown => ${rooted}` : isName;
  const fromRoot = usesMemo(unit, program) ? `, collectFromRoot: ${use(collectFromRoot)}` : '';
  return `validator({ is: ${is}, schema: ${schema}${fromRoot}, name: ${stringLiteral(name)} })`;
}

/** Prints `checkLeniently`, and the table of the names that schemas declare. */
function printLenient({ program, origins, named }: PlannedSchemas): readonly string[] {
  const pointers = named.map(({ name, pointer }) => {
    const validator = propertyAccess('validators', name);
    return `[${validator}, ${stringLiteral(pointer)}]`;
  });
  // The table needs pointers in the whole input; pointers in issues start at each schema.
  const roots = [...origins].map(([key, origin]) => [program.unit(key).plan, unitPointer(origin)] as const);
  return [
    '/** Names of the properties that each schema declares; `true` if it describes properties of any name. */',
    `const declaredNames: DeclaredNames = ${literal(declaredTable(roots, program))};`,
    '',
    `const schemaPointers = new Map<Validator<unknown>, string>([${pointers.join(', ')}]);`,
    '',
    '/** Validates data that may be newer than its schema. New strings of enums and undeclared properties are accepted, and listed in `drift`. */',
    'export const checkLeniently: CheckLeniently = /* @__PURE__ */ createLenientCheck({',
    "declared: declaredNames, rootOf: (one) => schemaPointers.get(one) ?? '#' });",
  ];
}

/** The runtime of validators, whose declarations are copied into the module. */
interface RuntimeLibrary {
  /** Names of all declarations. */
  readonly names: readonly string[];
  /** Returns the source code of declarations and those that they need, in the order of the files. */
  inline(names: Iterable<string>): string;
}

/** Reads the runtime's files. Equal private names of two files get a number: `isEmpty` → `isEmpty2`. */
function readRuntimeLibrary(files: ReadonlyMap<string, string>): RuntimeLibrary {
  const taken = new LocalNames();
  const all = [...files.values()].flatMap((file) => {
    const declarations = splitDeclarations(file);
    const names = new Map(declarations.map(([name]) => [name, taken.claim(name)]));
    if ([...names].every(([name, free]) => name === free)) return declarations;
    return declarations.map(
      ([name, text]) =>
        [
          names.get(name) ?? name,
          text.replace(/(?<![\w$.'"])[A-Za-z_$][\w$]*/g, (word) => names.get(word) ?? word),
        ] as const,
    );
  });
  const texts = new Map(all);
  return {
    names: [...texts.keys()],
    inline: (names) => {
      const needed = new Set(reachable(names, (name) => listUsedNames(texts.get(name) ?? '')));
      return [...texts].flatMap(([name, text]) => (needed.has(name) ? [text] : [])).join('\n\n');
    },
  };
}

/** Splits a formatted module into named declarations. Each begins at the start of a line, with its doc comment. */
function splitDeclarations(file: string): readonly (readonly [name: string, text: string])[] {
  const start = /^(?=\/\*\*|(?<!\*\/\n)(?:export )?(?:async )?(?:const|function|interface|type|class) )/m;
  return file.split(start).flatMap((text) => {
    const [, name] =
      /^(?:export )?(?:async )?(?:const|function|interface|type|class) ([A-Za-z_$][\w$]*)/m.exec(text) ?? [];
    const own = text.trimEnd().replace(/^export (?=(?:async )?(?:const|function))/m, '');
    return name === undefined ? [] : [[name, own] as const];
  });
}

/** Lists the names that a declaration uses, without local constants, comments, strings, members (`.name`) and keys (`name:`). */
function listUsedNames(text: string): readonly string[] {
  const inert = text.replace(/\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'/g, '');
  const bound = new Set(
    [...inert.matchAll(/^ +const (\w+|\{[^}]*\}|\[[^\]]*\]) = /gm)].flatMap(([, names = '']) => listWords(names)),
  );
  return listWords(inert).filter((name) => !bound.has(name));
}

function listWords(text: string): readonly string[] {
  return text.match(/(?<=\bcase )[A-Za-z_$][\w$]*|(?<![\w$.]|\?\.)[A-Za-z_$][\w$]*(?![\w$]|\??:)/g) ?? [];
}
