import { stringLiteral } from '../code/literals.js';
import { code, type Code, type Templates } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import { print } from './condition.js';
import { coverCondition } from './cover.js';
import { LocalNames, mentions, namesIn, pascalCase } from './local-names.js';
import type { Plan } from './plan.js';
import { printCollect } from './print-collect.js';
import { printIs } from './print-is.js';
import type { Program, Unit } from './program.js';
import type { FunctionKind, ModuleNames, Scope } from './scope.js';

/** What a file of validators is printed with. */
export interface ModulePrinterOptions {
  readonly program: Program;
  readonly module: string;
  readonly templates: Templates;
  /** Names that the file declares besides its functions, and that it imports. */
  readonly taken: Iterable<string>;
  readonly use: (symbol: CodeSymbol) => string;
  readonly useType: (symbol: CodeSymbol) => string;
}

/** A function that was asked for. */
interface Asked {
  readonly name: string;
  readonly print: () => string;
}

/** Source text of a function, or of the value of a constant. */
interface Declaration {
  readonly name: string;
  readonly text: string;
}

/** Prints the functions of one file; asking for a function makes it part of the file. */
export class ModulePrinter implements ModuleNames {
  readonly program: Program;
  readonly #options: ModulePrinterOptions;
  readonly #names: LocalNames;
  readonly #stems = new Map<Plan, string>();
  readonly #restStems = new Map<string, string>();
  /** How many functions go on for one, by its name. */
  readonly #continued = new Map<string, number>();
  readonly #functions = new Set<string>();
  readonly #printed: Declaration[] = [];
  readonly #hoisted = new Map<string, Declaration>();
  /** Names of the constants that are sets of words, by these. */
  readonly #words = new Map<string, string>();
  #open: Asked[] = [];
  #asked: Asked[] = [];

  constructor(options: ModulePrinterOptions) {
    this.program = options.program;
    this.#options = options;
    this.#names = new LocalNames(options.taken);
  }

  use(symbol: CodeSymbol): string {
    return this.#options.use(symbol);
  }

  functionOf(plan: Plan, unit: Unit, kind: FunctionKind): string {
    const isRoot = plan === unit.plan;
    if (isRoot && unit.module !== this.#options.module)
      return this.use({ name: `${kind}${unit.name}`, module: unit.module });
    const stem = this.#stemFor(plan, unit);
    return this.#ask(`${kind}${stem}`, () =>
      kind === 'is' ? this.#printIs(plan, unit, stem) : this.#printCollect(plan, unit, stem),
    );
  }

  coverOf(key: string, of: 'key' | 'index'): string {
    const unit = this.program.unit(key);
    const name = `covers${of === 'key' ? 'Key' : 'Index'}Of${unit.name}`;
    return this.#ask(name, () => this.#printCover(unit, of, name));
  }

  hoist(word: string, text: string): string {
    const known = this.#hoisted.get(text);
    if (known !== undefined) return known.name;
    const name = this.#names.claim(word);
    this.#hoisted.set(text, { name, text });
    return name;
  }

  hoistWords(word: string, words: readonly string[]): string {
    const text = words.join(' ');
    const make = this.use({ name: 'words', module: 'runtime/validators/words' });
    const name = this.hoist(word, `/* @__PURE__ */ ${make}(${stringLiteral(text)})`);
    this.#words.set(text, name);
    return name;
  }

  /** Name of the constant that is a set of words, where a function of the file has asked for it. */
  nameOfWords(words: readonly string[]): string | undefined {
    return this.#words.get(words.join(' '));
  }

  continueIn(plan: Plan, unit: Unit, kind: FunctionKind, lines: readonly string[]): string {
    const key = `${kind}${this.#stemFor(plan, unit)}`;
    const number = (this.#continued.get(key) ?? 0) + 1;
    this.#continued.set(key, number);
    const name = `${kind}${this.#stemOfRest(this.#stemFor(plan, unit), number)}`;
    return this.#ask(name, () => this.#printRest(name, kind, lines));
  }

  /** Everything asked for so far, and what that needs in turn: constants first. */
  print(): readonly string[] {
    const roots = this.#asked.map(({ name }) => name);
    for (let next = this.#next(); next !== undefined; next = this.#next())
      this.#printed.push({ name: next.name, text: next.print() });
    const needed = findNeeded(roots, [...this.#printed, ...this.#hoisted.values()]);
    const constants = [...this.#hoisted.values()]
      .filter(({ name }) => needed.has(name))
      .map(({ name, text }) => `const ${name} = ${text};`);
    const first = constants.length === 0 ? [] : [constants.join('\n')];
    return [...first, ...this.#printed.filter(({ name }) => needed.has(name)).map(({ text }) => text)];
  }

  /** Functions follow the one that first asked for them. */
  #next(): Asked | undefined {
    this.#open = [...this.#asked, ...this.#open];
    this.#asked = [];
    return this.#open.shift();
  }

  #ask(name: string, print: () => string): string {
    if (this.#functions.has(name)) return name;
    this.#functions.add(name);
    this.#asked.push({ name, print });
    return name;
  }

  #stemFor(plan: Plan, unit: Unit): string {
    return plan === unit.plan ? unit.name : this.#stemOf(plan, unit);
  }

  /** The same for `is` and `collect`, which need not be cut at the same property. */
  #stemOfRest(stem: string, number: number): string {
    const key = `${stem} ${number}`;
    const known = this.#restStems.get(key) ?? this.#freeStem(`${stem}Rest${number === 1 ? '' : number}`);
    this.#restStems.set(key, known);
    return known;
  }

  /** A name for the functions of a schema that has none. */
  #stemOf(plan: Plan, unit: Unit): string {
    const known = this.#stems.get(plan);
    if (known !== undefined) return known;
    const stem = this.#freeStem(unit.name + plan.hint.map(pascalCase).join(''));
    this.#stems.set(plan, stem);
    return stem;
  }

  #freeStem(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const stem = number === 1 ? wanted : `${wanted}${number}`;
      const names = [`is${stem}`, `collect${stem}`];
      if (this.program.stems.has(stem) || names.some((name) => this.#names.has(name))) continue;
      for (const name of names) this.#names.claim(name);
      return stem;
    }
  }

  #printIs(plan: Plan, unit: Unit, stem: string): string {
    const isRecursive = plan === unit.plan && this.program.recursive.has(unit.key);
    const scope = this.#scope(unit, isRecursive ? 'depth - 1' : 'depth');
    const limit = isRecursive ? ['if (depth === 0) return false;'] : [];
    const body = withBody([...limit, ...printIs(plan, scope)].join('\n'));
    return this.#options.templates.render('validators/is-function.hbs', {
      ...this.#heading(plan, unit, 'Whether a value is'),
      name: `is${stem}`,
      isDeep: isRecursive || this.program.isDeep(plan),
      result: code(plan === unit.plan ? this.#resultType(unit, body.value) : 'boolean'),
      ...body,
    });
  }

  #resultType({ type }: Unit, value: string): string {
    if (type === undefined) return 'boolean';
    return `${value} is ${typeof type === 'function' ? type((symbol) => this.#options.useType(symbol)) : this.#options.useType(type)}`;
  }

  #printCollect(plan: Plan, unit: Unit, stem: string): string {
    const isRecursive = plan === unit.plan && this.program.recursive.has(unit.key);
    const body = printCollect(plan, this.#scope(unit, 'context.depth')).join('\n');
    const context = this.#options.useType({ name: 'IssueContext', module: 'runtime/validators/validator' });
    const inner = isRecursive ? this.#names.claim(`collectInside${stem}`) : '';
    const descend = isRecursive ? this.use({ name: 'descend', module: 'runtime/validators/issues' }) : '';
    const view = {
      ...this.#heading(plan, unit, 'Collects why a value is not'),
      name: `collect${stem}`,
      context,
      ...withBody(body),
      contextName: mentions(body, 'context') || isRecursive ? 'context' : '_context',
      isRecursive,
      inner,
      descend,
    };
    return this.#options.templates.render('validators/collect-function.hbs', { ...view, pointer: plan.pointer });
  }

  #printRest(name: string, kind: FunctionKind, lines: readonly string[]): string {
    const view = { name, body: code(lines.join('\n')) };
    if (kind === 'is')
      return this.#options.templates.render('validators/is-rest-function.hbs', {
        ...view,
        isDeep: mentions(lines.join('\n'), 'depth'),
      });
    const members = this.#options.useType({ name: 'Members', module: 'runtime/validators/members' });
    return this.#options.templates.render('validators/collect-rest-function.hbs', { ...view, members });
  }

  #printCover(unit: Unit, of: 'key' | 'index', name: string): string {
    const isDeep = this.program.isDeep(unit.plan);
    const condition = print(coverCondition(unit.plan, of, of, this.#scope(unit, 'depth')));
    const used = (parameter: string): string => (mentions(condition, parameter) ? parameter : `_${parameter}`);
    const view = {
      name,
      member: used(of),
      value: used('value'),
      isKey: of === 'key',
      isDeep,
      condition: code(condition),
    };
    return this.#options.templates.render('validators/cover-function.hbs', view);
  }

  #scope(unit: Unit, depth: string): Scope {
    const locals = new LocalNames(['value', 'depth', 'context', 'at', 'undefined', ...this.#names.all()]);
    return { names: this, unit, value: 'value', depth, context: 'context', locals };
  }

  #heading(plan: Plan, unit: Unit, words: string): { readonly doc: readonly string[]; readonly isExported: boolean } {
    const isExported = plan === unit.plan && unit.exported;
    return { doc: isExported ? [`${words} ${unit.title}.`] : [], isExported };
  }
}

/** The body of a function, and the name of its parameter: an underscore says that the body does not read it. */
function withBody(body: string): { readonly body: Code; readonly value: string } {
  return { body: code(body), value: mentions(body, 'value') ? 'value' : '_value' };
}

/** Names that can be reached: a function may have been asked for by a condition that came out constant. */
function findNeeded(roots: readonly string[], declarations: readonly Declaration[]): ReadonlySet<string> {
  const texts = new Map(declarations.map(({ name, text }) => [name, text]));
  const needed = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = texts.get(name);
    if (text === undefined || needed.has(name)) continue;
    needed.add(name);
    open.push(...namesIn(text));
  }
  return needed;
}
