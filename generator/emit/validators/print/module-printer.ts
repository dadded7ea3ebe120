import type { CodeSymbol } from '../../source-file.js';
import { LocalNames, usesName, listNames, pascalCase } from '../plan/local-names.js';
import { printType, type Copied, type Plan, type Program, type Unit } from '../plan/plan.js';
import { isPlain } from '../plan/program.js';
import { print, printData, record, type Data } from './condition.js';
import { coverCondition } from './cover.js';
import { printIs } from './print-is.js';
import { printSchema } from './print-schema.js';
import { inRuntime, type FunctionPart, type ModuleNames, type Scope } from './scope.js';
import { stringLiteral } from '../../code/literals.js';
import { code, type Templates } from '../../code/templates.js';
import { reachable } from '../../../iterables.js';

/** Input of `ModulePrinter`. */
export interface ModulePrinterOptions {
  readonly program: Program;
  readonly module: string;
  readonly templates: Templates;
  /** Imports of the file, and its declarations besides functions. */
  readonly taken: Iterable<string>;
  readonly use: (symbol: CodeSymbol) => string;
  readonly useType: (symbol: CodeSymbol) => string;
  /** True for compilers that require `value['name']`. Default: false, for `value.name`. */
  readonly quotesNames?: boolean;
}

/** A function to print. */
interface Requested {
  readonly name: string;
  readonly print: () => string;
}

/** Source text of a function, or of the value of a constant and its type. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly type?: string;
}

/** Printer of the functions of one file. Each requested function becomes part of the file. */
export class ModulePrinter implements ModuleNames {
  readonly program: Program;
  readonly taken: LocalNames;
  readonly use: ModulePrinterOptions['use'];
  readonly useType: ModulePrinterOptions['useType'];
  readonly quotesNames: boolean;
  readonly #options: ModulePrinterOptions;
  /** Stems of functions by the plan of their schema, and stems of part functions by a description of the part. */
  readonly #stems = new Map<Plan | string, string>();
  readonly #takenStems: LocalNames;
  readonly #functions = new Set<string>();
  readonly #printed: Declaration[] = [];
  readonly #hoisted = new Map<string, Declaration>();
  /** Source text of the types that the file declares, by name. */
  readonly #types = new Map<string, string>();
  /** Functions left to print, with the next one at the end. */
  readonly #open: Requested[] = [];
  #required: Requested[] = [];

  constructor(options: ModulePrinterOptions) {
    this.program = options.program;
    this.use = options.use;
    this.useType = options.useType;
    this.quotesNames = options.quotesNames ?? false;
    this.#options = options;
    this.taken = new LocalNames(options.taken);
    this.#takenStems = new LocalNames(options.program.stems);
  }

  requireFunction(plan: Plan, unit: Unit): string {
    const copied = this.program.copies.get(plan);
    const stem = this.#findStem(plan, unit);
    const name = `is${stem}`;
    // A nested schema of another module is printed in this file, too.
    const module = copied?.module ?? (plan === unit.plan ? unit.module : this.#options.module);
    if (module !== this.#options.module) return this.use({ name, module });
    return this.#require(name, () => this.#printIs(copied?.plan ?? plan, copied?.unit ?? unit, stem));
  }

  requireSchema(plan: Plan, unit: Unit): Data {
    const copied = this.program.copies.get(plan);
    return copied === undefined ? this.#printSchema(plan, unit) : this.#referTo(copied);
  }

  #printSchema(plan: Plan, unit: Unit): Data {
    return printSchema(plan, this.#scope(unit, 'context.depth'));
  }

  /** Requests the schemas that several modules share. */
  requireCopies(): void {
    for (const copied of new Set(this.program.copies.values())) {
      if (!copied.isExported || copied.module !== this.#options.module) continue;
      this.requireFunction(copied.plan, copied.unit);
      this.#referTo(copied);
    }
  }

  /** Prints the reference to the data of a repeated schema: `() => schemaOfCityCountry`. */
  #referTo({ plan, unit, stem, module, isExported }: Copied): Data {
    const name = `schemaOf${stem}`;
    if (module !== this.#options.module) return `() => ${this.use({ name, module })}`;
    const print = (): string => this.#printConstant(name, 'Schema', this.#printSchema(plan, unit), isExported);
    return `() => ${this.#require(name, print)}`;
  }

  #printConstant(
    name: string,
    type: 'Schema' | 'NamedSchema' | 'CheckedSchema',
    value: Data,
    isExported: boolean,
  ): string {
    const view = { name, isExported, type: this.useType(inRuntime('schema', type)) };
    const text = code(printData(value, name.length + 30));
    return this.#options.templates.render('validators/schema.hbs', { ...view, value: text });
  }

  requireNamedSchema(key: string): string {
    const unit = this.program.unit(key);
    const name = `schemaOf${unit.name}`;
    if (unit.module !== this.#options.module) return this.use({ name, module: unit.module });
    return this.#require(name, () => this.#printNamed(unit, name));
  }

  requireCover(key: string, of: 'key' | 'index'): string {
    const unit = this.program.unit(key);
    const name = `covers${of === 'key' ? 'Key' : 'Index'}Of${unit.name}`;
    return this.#require(name, () => this.#printCover(unit, of, name));
  }

  hoist(word: string, text: string, type: string = ''): string {
    const known = this.#hoisted.get(text);
    if (known !== undefined) return known.name;
    const name = this.taken.claim(word);
    this.#hoisted.set(text, { name, text, type });
    return name;
  }

  partFunction(plan: Plan, unit: Unit, part: FunctionPart, lines: readonly string[]): string {
    const stem = this.#findStem(plan, unit);
    const name = `is${this.#stemFor(`${stem} ${part.word} ${part.index ?? 0}`, stem + part.word)}`;
    const text = [...lines, `return ${part.otherwise};`].join('\n');
    return this.#require(name, () => {
      const { memo, isOptional } = this.#memoView(plan, unit);
      return this.#options.templates.render('validators/part-function.hbs', {
        name,
        parameters: partParameters[part.takes].map(([one, type]) => ({
          name: usesName(text, one) ? one : `_${one}`,
          type: code(type),
        })),
        body: code(text),
        isDeep: usesName(text, 'depth'),
        memo: usesName(text, 'memo') ? memo : '',
        isOptional,
      });
    });
  }

  /** Prints all requested functions and their dependencies, after the constants. `names` are all names in the texts. */
  print(): { readonly texts: readonly string[]; readonly names: ReadonlySet<string> } {
    const roots = this.#required.map(({ name }) => name);
    for (let next = this.#next(); next !== undefined; next = this.#next())
      this.#printed.push({ name: next.name, text: next.print() });
    const names = findNeeded(roots, [...this.#printed, ...this.#hoisted.values()]);
    const constants = [...this.#hoisted.values()]
      .filter(({ name }) => names.has(name))
      .map(({ name, text, type = '' }) => `const ${name}${type === '' ? '' : `: ${type}`} = ${text};`);
    const first = constants.length === 0 ? [] : [constants.join('\n')];
    const functions = this.#printed.filter(({ name }) => names.has(name)).map(({ text }) => text);
    return { texts: [...first, ...functions], names };
  }

  /** Takes the next function to print. Functions follow the one that first requested them. */
  #next(): Requested | undefined {
    for (const requested of this.#required.toReversed()) this.#open.push(requested);
    this.#required = [];
    return this.#open.pop();
  }

  #require(name: string, print: () => string): string {
    if (this.#functions.has(name)) return name;
    this.#functions.add(name);
    this.#required.push({ name, print });
    return name;
  }

  /** Names the functions of a schema after its unit and the path within it: `PlaylistSnippetTags`. */
  #findStem(plan: Plan, unit: Unit): string {
    const copied = this.program.copies.get(plan);
    if (copied !== undefined) return copied.stem;
    if (plan === unit.plan) return unit.name;
    return this.#stemFor(plan, unit.name + plan.hint.map(pascalCase).join(''));
  }

  #stemFor(key: Plan | string, preferred: string): string {
    const stem = this.#stems.get(key) ?? this.#claimStem(preferred);
    this.#stems.set(key, stem);
    return stem;
  }

  #claimStem(preferred: string): string {
    const stem = this.#takenStems.claim(preferred, (one) => !this.taken.has(`is${one}`));
    this.taken.claim(`is${stem}`);
    return stem;
  }

  #printIs(plan: Plan, unit: Unit, stem: string): string {
    const copied = this.program.copies.get(plan);
    const isRoot = plan === unit.plan && copied === undefined;
    const isRecursive = isRoot && this.program.recursive.has(unit.key);
    const isRemembered = isRoot && this.program.repeats.has(unit.key);
    const scope = this.#scope(unit, isRecursive && !isRemembered ? 'depth - 1' : 'depth', plan);
    const body = printIs(plan, scope).join('\n');
    const limit = isRecursive ? this.#printLimit(plan, unit) : '';
    const outer = isRemembered
      ? { value: 'value', depth: 'depth', memo: 'memo' }
      : chooseParameterNames(`${limit}\n${body}`);
    const isExported = isRoot ? unit.exported : copied?.isExported === true;
    return this.#options.templates.render('validators/is-function.hbs', {
      isExported,
      name: `is${stem}`,
      isDeep: this.program.isDeep(plan),
      result: code(isRoot ? this.#resultType(unit, outer.value) : 'boolean'),
      ...this.#memoView(plan, unit),
      outer,
      limit: limit === '' ? '' : code(limit),
      recall: isRemembered ? this.use(inRuntime('memo', 'recall')) : '',
      insideName: isRemembered ? `is${this.#claimStem(`Inside${stem}`)}` : '',
      inside: chooseParameterNames(body),
      body: code(body),
    });
  }

  /** Prints the first statement of a recursive function: `if (depth === 0) return false;`. */
  #printLimit(plan: Plan, unit: Unit): string {
    if (this.program.findMemoUse(plan, unit) === undefined) return 'if (depth === 0) return false;';
    const tooDeep = this.use(inRuntime('memo', this.program.circular.has(unit.key) ? 'circular' : 'tooDeep'));
    return `if (depth === 0) return ${tooDeep}(memo, ${stringLiteral(plan.pointer)});`;
  }

  #memoView(plan: Plan, unit: Unit): { readonly memo: string; readonly isOptional: boolean } {
    const use = this.program.findMemoUse(plan, unit);
    const memo = use === undefined ? '' : this.useType(inRuntime('memo', 'Memo'));
    return { memo, isOptional: use === 'optional' };
  }

  /** Prints the return type of an `is` function: a type predicate (`value is Pet`) if exported, else `boolean`, which compiles faster. */
  #resultType(unit: Unit, value: string): string {
    const isInner = !unit.exported && isPlain(unit, this.program);
    return unit.type === undefined || isInner ? 'boolean' : `${value} is ${this.printUnitType(unit)}`;
  }

  /** Prints the type that a unit proves. An object type gets a name in the file, since TypeScript may treat two copies as different types. */
  printUnitType({ type, name }: Unit): string {
    if (type === undefined) return 'unknown';
    const text = printType(type, (symbol) => this.useType(symbol));
    if (!text.includes('{')) return text;
    this.#types.set(name, text);
    return name;
  }

  /** Prints the type declarations of the file. */
  printTypes(): readonly string[] {
    return [...this.#types].map(([name, text]) =>
      this.#options.templates.render('validators/type.hbs', { name, text: code(text) }),
    );
  }

  /** Prints a schema with its own pointer. A recursive schema also gets a function that limits the depth. */
  #printNamed(unit: Unit, name: string): string {
    const { key, plan } = unit;
    const isRemembered = this.program.repeats.has(key);
    const isChecked = isPlain(unit, this.program);
    const enter = isRemembered ? inRuntime('collect-once', 'collectOnce') : inRuntime('descend', 'descend');
    const value = record([
      ['pointer', stringLiteral(plan.pointer)],
      ['schema', this.requireSchema(plan, unit)],
      ['is', isChecked ? this.requireFunction(plan, unit) : undefined],
      ['enter', this.program.recursive.has(key) ? this.use(enter) : undefined],
      ['matches', isRemembered ? this.requireFunction(plan, unit) : undefined],
    ]);
    return this.#printConstant(name, isChecked ? 'CheckedSchema' : 'NamedSchema', value, unit.exported);
  }

  #printCover(unit: Unit, of: 'key' | 'index', name: string): string {
    const isDeep = this.program.isDeep(unit.plan);
    const condition = print(
      coverCondition(unit.plan, { of, member: of, scope: this.#scope(unit, 'depth', unit.plan) }),
    );
    const { value, depth, memo } = chooseParameterNames(condition);
    const view = {
      name,
      member: usesName(condition, of) ? of : `_${of}`,
      value,
      isKey: of === 'key',
      isDeep,
      ...this.#memoView(unit.plan, unit),
      depthName: depth,
      memoName: memo,
      condition: code(condition),
    };
    return this.#options.templates.render('validators/cover-function.hbs', view);
  }

  /** Creates the scope of an `is` function for a plan. Without a plan, the scope has the context of collectors, which is also a memo. */
  #scope(unit: Unit, depth: string, plan?: Plan): Scope {
    const locals = new LocalNames(['value', 'depth', 'memo', 'context', 'undefined'], this.taken);
    const scope = { names: this, unit, value: 'value', depth, locals };
    if (plan === undefined) return { ...scope, memo: 'context' };
    return this.program.findMemoUse(plan, unit) === undefined ? scope : { ...scope, memo: 'memo' };
  }
}

const objectType = 'Readonly<Record<string, unknown>>';

/** Parameters of part functions, with their types. */
const partParameters: Readonly<Record<FunctionPart['takes'], readonly (readonly [string, string])[]>> = {
  member: [
    ['key', 'string'],
    ['item', 'unknown'],
  ],
  tagged: [
    ['value', objectType],
    ['tag', 'unknown'],
  ],
  object: [['value', objectType]],
  any: [['value', 'unknown']],
};

/** Names the parameters of a function. Unread parameters get an underscore. */
function chooseParameterNames(body: string): { readonly value: string; readonly depth: string; readonly memo: string } {
  const isRead = (parameter: string): boolean => usesName(body, parameter);
  const readsValue = /^if \(!is\w+\(value\)/.test(body) || isRead('value');
  return {
    value: readsValue ? 'value' : '_value',
    depth: isRead('depth') ? 'depth' : '_depth',
    memo: isRead('memo') ? 'memo' : '_memo',
  };
}

/** Finds the declarations that some names depend on, and those names. The others are requests of conditions that became constant. */
function findNeeded(roots: readonly string[], declarations: readonly Declaration[]): ReadonlySet<string> {
  const known = new Map(declarations.map((one) => [one.name, one]));
  const listMentioned = (name: string): readonly string[] => {
    const { text = '', type = '' } = known.get(name) ?? {};
    return [...listNames(text), ...listNames(type)];
  };
  return new Set(reachable(roots, listMentioned));
}
