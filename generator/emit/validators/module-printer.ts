import { stringLiteral } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';
import { print } from './condition.js';
import { coverOfUnit } from './cover.js';
import { cutFunction } from './cut-function.js';
import { wordArguments } from './hoist-values.js';
import { handedTo, LocalNames, mentions, namesIn, pascalCase, withoutScopeOf } from './local-names.js';
import type { Plan } from './plan.js';
import { printCollect } from './print-collect.js';
import { printIs } from './print-is.js';
import type { Program, Unit } from './program.js';
import type { CutPart, FunctionKind, JudgingPart, ModuleNames, Scope } from './scope.js';

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
  /** The number to go on with for a stem that was wanted before. */
  readonly #freeNumbers = new Map<string, number>();
  /** Names of functions that were cut out of others, by what they do. */
  readonly #cut = new Map<string, string>();
  readonly #functions = new Set<string>();
  readonly #printed: Declaration[] = [];
  readonly #hoisted = new Map<string, Declaration>();
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
    const make = this.use({ name: 'words', module: 'runtime/validators/words' });
    return this.hoist(word, `/* @__PURE__ */ ${make}(${wordArguments(words).map(stringLiteral).join(', ')})`);
  }

  continueIn(plan: Plan, unit: Unit, kind: FunctionKind, lines: readonly string[]): string {
    const key = `${kind}${this.#stemFor(plan, unit)}`;
    const number = (this.#continued.get(key) ?? 0) + 1;
    this.#continued.set(key, number);
    const name = `${kind}${this.#stemOfPart(this.#stemFor(plan, unit), 'Rest', number)}`;
    return this.#ask(name, () => this.#printRest(name, kind, lines, this.#memoView(plan, unit)));
  }

  judgeInParts(plan: Plan, unit: Unit, part: JudgingPart, lines: readonly string[]): string {
    const stem = this.#stemFor(plan, unit);
    const parts = cutFunction(lines.map((line) => [line]));
    const names = parts.map((_, index) => `${part.kind}${this.#stemOfPart(stem, part.word, index + 1)}`);
    for (const [index, name] of names.entries()) {
      const rest = parts.slice(index + 1).flat();
      const next = [...parametersOfPart[part.takes], ...(part.kind === 'is' ? handedTo(rest) : [])].join(', ');
      const last = rest.length === 0 ? part.otherwise : `${names[index + 1] ?? ''}(${next})`;
      const text = [...(parts[index] ?? []), `return ${last};`].join('\n');
      this.#ask(name, () => this.#printPart(name, part, text, this.#memoView(plan, unit)));
    }
    return names[0] ?? '';
  }

  callPart(plan: Plan, unit: Unit, part: CutPart): string {
    const text = part.lines.join('\n');
    const read = namesIn(text);
    // A block may have a place of its own.
    const isPlaced = mentions(withoutScopeOf('at', part.lines).join('\n'), 'at');
    const types = Object.entries(this.#typesIn(plan, unit, part)).filter(
      ([name]) => read.has(name) && (name !== 'at' || isPlaced),
    );
    const parameters = types.map(([name, type]) => `${name}: ${type()}`).join(', ');
    const stem = this.#stemFor(plan, unit);
    const key = `${stem}(${parameters}): ${part.result} ${text}`;
    const name = this.#cut.get(key) ?? this.#nameOfCut(stem, part.result);
    this.#cut.set(key, name);
    this.#ask(name, () => {
      const view = { name, parameters: code(parameters), result: code(part.result), body: code(text) };
      return this.#options.templates.render('validators/part-function.hbs', view);
    });
    return `${name}(${types.map(([one]) => (one === 'value' ? part.argument : one)).join(', ')})`;
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

  #nameOfCut(stem: string, result: CutPart['result']): string {
    const number = (this.#continued.get(`cut ${stem}`) ?? 0) + 1;
    this.#continued.set(`cut ${stem}`, number);
    return `${cutNames[result]}${this.#stemOfPart(stem, 'Part', number)}`;
  }

  /** Types of the variables that a part of a function may read. */
  #typesIn(plan: Plan, unit: Unit, { value, variables }: CutPart): Readonly<Record<string, () => string>> {
    const runtime = (file: string, name: string): string =>
      this.#options.useType({ name, module: `runtime/validators/${file}` });
    const valueType = value === undefined ? 'unknown' : valueTypes[value];
    const { memo, isOptional } = this.#memoView(plan, unit);
    return {
      value: () => valueType,
      ...Object.fromEntries(Object.entries(variables).map(([name, type]) => [name, () => type])),
      at: () => `${runtime('members', 'Place')}<${valueType}>`,
      context: () => runtime('validator', 'IssueContext'),
      depth: () => 'number',
      ...(memo === '' ? {} : { memo: () => (isOptional ? `${memo} | undefined` : memo) }),
    };
  }

  /** The same for `is` and `collect`, which need not be cut at the same property. */
  #stemOfPart(stem: string, word: 'Rest' | 'Part' | JudgingPart['word'], number: number): string {
    const key = `${stem} ${word} ${number}`;
    const known = this.#restStems.get(key) ?? this.#freeStem(`${stem}${word}${number === 1 ? '' : number}`);
    this.#restStems.set(key, known);
    return known;
  }

  /** The same for what a recursive function does at each level. */
  #stemInside(stem: string): string {
    const key = `${stem} inside`;
    const known = this.#restStems.get(key) ?? this.#freeStem(`Inside${stem}`);
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
    for (let number = this.#freeNumbers.get(wanted) ?? 1; ; number += 1) {
      const stem = number === 1 ? wanted : `${wanted}${number}`;
      const names = [`is${stem}`, `collect${stem}`];
      if (this.program.stems.has(stem) || names.some((name) => this.#names.has(name))) continue;
      for (const name of names) this.#names.claim(name);
      this.#freeNumbers.set(wanted, number + 1);
      return stem;
    }
  }

  #printIs(plan: Plan, unit: Unit, stem: string): string {
    const isRecursive = plan === unit.plan && this.program.recursive.has(unit.key);
    const isRemembered = this.#isRemembered(plan, unit);
    const scope = this.#scope(unit, isRecursive && !isRemembered ? 'depth - 1' : 'depth', plan);
    const body = printIs(plan, scope).join('\n');
    const limit = isRecursive ? this.#printLimit(plan, unit) : '';
    const outer = isRemembered ? { value: 'value', depth: 'depth', memo: 'memo' } : parametersOf(`${limit}\n${body}`);
    return this.#options.templates.render('validators/is-function.hbs', {
      ...this.#heading(plan, unit, 'Whether a value is'),
      name: `is${stem}`,
      isDeep: this.program.isDeep(plan),
      result: code(plan === unit.plan ? this.#resultType(unit, outer.value) : 'boolean'),
      ...this.#memoView(plan, unit),
      outer,
      limit: limit === '' ? '' : code(limit),
      recall: isRemembered ? this.use({ name: 'recall', module: 'runtime/validators/memo' }) : '',
      insideName: isRemembered ? `is${this.#stemInside(stem)}` : '',
      inside: parametersOf(body),
      body: code(body),
    });
  }

  /** Whether the function of a plan remembers what it found out about an object. */
  #isRemembered(plan: Plan, unit: Unit): boolean {
    return plan === unit.plan && this.program.repeats.has(unit.key);
  }

  /** What a function says where the levels of recursion have run out. */
  #printLimit(plan: Plan, unit: Unit): string {
    if (this.program.memoOf(plan, unit) === undefined) return 'if (depth === 0) return false;';
    const name = this.program.circular.has(unit.key) ? 'circular' : 'tooDeep';
    const tooDeep = this.use({ name, module: 'runtime/validators/memo' });
    return `if (depth === 0) return ${tooDeep}(memo, ${stringLiteral(plan.pointer)});`;
  }

  #memoView(plan: Plan, unit: Unit): { readonly memo: string; readonly isOptional: boolean } {
    const use = this.program.memoOf(plan, unit);
    const memo = use === undefined ? '' : this.#options.useType({ name: 'Memo', module: 'runtime/validators/memo' });
    return { memo, isOptional: use === 'optional' };
  }

  #resultType({ type }: Unit, value: string): string {
    if (type === undefined) return 'boolean';
    return `${value} is ${typeof type === 'function' ? type((symbol) => this.#options.useType(symbol)) : this.#options.useType(type)}`;
  }

  #printCollect(plan: Plan, unit: Unit, stem: string): string {
    const isRecursive = plan === unit.plan && this.program.recursive.has(unit.key);
    const isRemembered = this.#isRemembered(plan, unit);
    const body = printCollect(plan, this.#scope(unit, 'context.depth')).join('\n');
    const context = this.#options.useType({ name: 'IssueContext', module: 'runtime/validators/validator' });
    const descend = { name: 'descend', module: 'runtime/validators/issues' };
    const once = { name: 'collectOnce', module: 'runtime/validators/collect-once' };
    const view = {
      ...this.#heading(plan, unit, 'Collects why a value is not'),
      name: `collect${stem}`,
      context,
      body: code(body),
      ...parametersOf(body),
      contextName: mentions(body, 'context') || isRecursive ? 'context' : '_context',
      isRecursive,
      inner: isRecursive ? `collect${this.#stemInside(stem)}` : '',
      descend: isRecursive && !isRemembered ? this.use(descend) : '',
      once: isRemembered ? this.use(once) : '',
      judge: isRemembered ? this.functionOf(plan, unit, 'is') : '',
    };
    return this.#options.templates.render('validators/collect-function.hbs', { ...view, pointer: plan.pointer });
  }

  #printRest(
    name: string,
    kind: FunctionKind,
    lines: readonly string[],
    { memo, isOptional }: { readonly memo: string; readonly isOptional: boolean },
  ): string {
    const text = lines.join('\n');
    const view = { name, body: code(text) };
    if (kind === 'is')
      return this.#options.templates.render('validators/is-rest-function.hbs', {
        ...view,
        isDeep: mentions(text, 'depth'),
        memo: mentions(text, 'memo') ? memo : '',
        isOptional,
      });
    const members = this.#options.useType({ name: 'Members', module: 'runtime/validators/members' });
    return this.#options.templates.render('validators/collect-rest-function.hbs', { ...view, members });
  }

  #printPart(
    name: string,
    { takes }: JudgingPart,
    text: string,
    { memo, isOptional }: { readonly memo: string; readonly isOptional: boolean },
  ): string {
    const parameters = parametersOfPart[takes].map((one) => (mentions(text, one) ? one : `_${one}`));
    const [first, second, third] = parameters;
    const view = { name, first, second, third, body: code(text) };
    if (takes === 'place') {
      const members = this.#options.useType({ name: 'Members', module: 'runtime/validators/members' });
      return this.#options.templates.render('validators/collect-part-function.hbs', { ...view, members });
    }
    return this.#options.templates.render('validators/is-part-function.hbs', {
      ...view,
      isMember: takes === 'member',
      isDeep: mentions(text, 'depth'),
      memo: mentions(text, 'memo') ? memo : '',
      isOptional,
    });
  }

  #printCover(unit: Unit, of: 'key' | 'index', name: string): string {
    const isDeep = this.program.isDeep(unit.plan);
    const condition = print(coverOfUnit(unit.plan, { of, member: of, scope: this.#scope(unit, 'depth', unit.plan) }));
    const { value, depth, memo } = parametersOf(condition);
    const view = {
      name,
      member: mentions(condition, of) ? of : `_${of}`,
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

  /** `plan` is that of a function which says whether a value matches; the context of collectors is a memo too. */
  #scope(unit: Unit, depth: string, plan?: Plan): Scope {
    const locals = new LocalNames(['value', 'depth', 'memo', 'context', 'at', 'undefined'], this.#names);
    const scope = { names: this, unit, value: 'value', depth, context: 'context', locals };
    if (plan === undefined) return { ...scope, memo: 'context' };
    return this.program.memoOf(plan, unit) === undefined ? scope : { ...scope, memo: 'memo' };
  }

  #heading(plan: Plan, unit: Unit, words: string): { readonly doc: readonly string[]; readonly isExported: boolean } {
    const isExported = plan === unit.plan && unit.exported;
    return { doc: isExported ? [`${words} ${unit.title}.`] : [], isExported };
  }
}

const parametersOfPart: Readonly<Record<JudgingPart['takes'], readonly string[]>> = {
  member: ['key', 'item'],
  place: ['at', 'key', 'item'],
  tagged: ['value', 'tag'],
};

/** How the names of functions that were cut out of others begin, by their result. */
const cutNames = { boolean: 'is', number: 'count', void: 'collect' } as const;

const valueTypes = { object: 'Readonly<Record<string, unknown>>', array: 'readonly unknown[]' } as const;

/** Names of a function's parameters: an underscore says that the body does not read it. */
function parametersOf(body: string): { readonly value: string; readonly depth: string; readonly memo: string } {
  const read = namesIn(body);
  const name = (parameter: string): string => (read.has(parameter) ? parameter : `_${parameter}`);
  return { value: name('value'), depth: name('depth'), memo: name('memo') };
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
