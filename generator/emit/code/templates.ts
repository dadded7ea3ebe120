import type { Imports } from './imports.js';
import type { Assets } from '../emit-context.js';
import { compiledTemplates } from './compiled-templates.js';
import { docComment, type DocLine } from './doc-comments.js';
import {
  assertIdentifier,
  literal,
  numberLiteral,
  propertyKey,
  regexLiteral,
  stringLiteral,
  typedLiteral,
} from './literals.js';
import type { Json, JsonObject } from '../../json.js';
import { type HandlebarsLibrary, loadHandlebars, loadHandlebarsRuntime } from '../../spec/read/libraries.js';

/** Renders templates by path: `operations/descriptor.hbs`. */
export interface Templates {
  /** Throws an `Error` with the path if a template is unknown or unsafe, or if the view lacks a key. */
  render(path: string, view: object): string;
}

/** TypeScript source code that functions of this folder built; `{{code x}}` accepts nothing else. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a string as source code. Never call it with strings from a spec. */
export function code(text: string): Code {
  return new Code(text);
}

/** Returns a value as source code; for `undefined` an empty string, which `{{#if x}}` skips. */
export function literalCode(value: Json | undefined): Code | '' {
  return value === undefined ? '' : code(literal(value));
}

/** Imports symbols of a module; returns their local names, by the keys of a view: `{ core: 'type Core', create: 'createCore' }`. */
export function useAll<K extends string>(
  imports: Imports,
  module: string,
  symbols: Readonly<Record<K, string>>,
): Record<K, string> {
  const names = Object.entries<string>(symbols).map(([key, text]) => {
    const name = text.replace(/^type /, '');
    return [key, name === text ? imports.use({ name, module }) : imports.useType({ name, module })] as const;
  });
  // The keys are those of the symbols.
  return Object.fromEntries(names) as Record<K, string>;
}

/** A regular expression for `{{regex x}}`. */
export interface RegexView {
  readonly pattern: string;
  readonly flags: string;
}

type Environment = ReturnType<HandlebarsLibrary['create']>;

/** Compiled templates, which all emitters and all services of a run share. */
const created = new WeakMap<ReadonlyMap<string, string>, Templates>();

/**
 * Creates templates that can only write values through typed helpers, which escape them. Each template is checked (see `lintTemplate`)
 * and compiled at its first use, unless the build has done both. `{{> folder/name}}` renders `folder/name.hbs`.
 */
export function createTemplates(texts: ReadonlyMap<string, string>): Templates {
  const known = created.get(texts);
  if (known !== undefined) return known;
  const isReady = [...texts].every(
    ([path, text]) => !path.endsWith('.hbs') || compiledTemplates.get(path)?.text === text,
  );
  const environment = createEnvironment(isReady ? loadHandlebarsRuntime() : loadHandlebars());
  const compiled = new Map<string, (view: object) => string>();
  const load = (path: string): ((view: object) => string) => {
    const template = compiled.get(path) ?? compile(path);
    compiled.set(path, template);
    return template;
  };
  const compile = (path: string): ((view: object) => string) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error('no such template');
    const found = compiledTemplates.get(path);
    const checked = found?.text === text ? found : lintTemplate(path, text);
    for (const partial of checked.partials) environment.registerPartial(partial, load(`${partial}.hbs`));
    return 'program' in checked
      ? environment.compile<object>(checked.program, compileOptions)
      : environment.template<object>(checked.specification);
  };
  const render = (path: string, view: object): string =>
    addPosition(
      () => `templates/${path}:`,
      () => indentFurther(load(path)(view)),
    );
  created.set(texts, { render });
  return { render };
}

/** Renders a template of a package. */
export function render({ assets }: { readonly assets: Assets }, path: string, view: object): string {
  return createTemplates(assets.templates).render(path, view);
}

/** Checks and compiles a template for the build; returns the source code of a `CompiledTemplate`. */
export function compileTemplate(path: string, text: string): string {
  const { program, partials } = lintTemplate(path, text);
  const specification = String(loadHandlebars().precompile(program, compileOptions));
  return `{ text: ${JSON.stringify(text)}, partials: ${JSON.stringify(partials)}, specification: ${specification} }`;
}

const helpers = {
  str: (value: unknown) => stringLiteral(expectString(value)),
  key: (value: unknown) => propertyKey(expectString(value)),
  ident: (value: unknown) => assertIdentifier(expectString(value)),
  num: (value: unknown) => {
    if (typeof value !== 'number') throw new Error(`needs a number, not ${typeof value}`);
    return numberLiteral(value);
  },
  doc: (value: unknown) => {
    if (!Array.isArray(value)) throw new Error(`needs lines, not ${typeof value}`);
    const lines = value.map((line: unknown) => {
      if (typeof line === 'string' || isDocTag(line)) return line;
      throw new Error(`needs lines of text, not ${typeof line}`);
    });
    return markFurther(docComment(lines));
  },
  regex: (value: unknown) => {
    if (typeof value !== 'object' || value === null || !('pattern' in value) || !('flags' in value))
      throw new Error(`needs {pattern, flags}, not ${typeof value}`);
    return regexLiteral(expectString(value.pattern), expectString(value.flags));
  },
  code: (value: unknown) => {
    if (!(value instanceof Code)) throw new Error(`needs code(…), not ${typeof value}`);
    return markFurther(value.text);
  },
};

/** Mark before each line of a helper's output except the first; output never contains it otherwise. */
const FURTHER = '\u0001';

function markFurther(text: string): string {
  return text.replaceAll('\n', `\n${FURTHER}`);
}

/** Indents the marked lines of helpers' outputs like the line in which each output begins. */
function indentFurther(text: string): string {
  const mark = `\n${FURTHER}`;
  let at = text.indexOf(mark);
  if (at === -1) return text;
  const pieces: string[] = [];
  let done = 0;
  for (; at !== -1; at = text.indexOf(mark, at)) {
    const indentation = /^ */.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';
    pieces.push(text.slice(done, at));
    for (; text.startsWith(mark, at); at = done) {
      const end = text.indexOf('\n', at + 1);
      done = end === -1 ? text.length : end;
      const isEmpty = done === at + mark.length;
      pieces.push(isEmpty ? '\n' : `\n${indentation}`, text.slice(at + mark.length, done));
    }
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/** Options of handlebars. `noEscape` is off, so that output without a helper would be escaped for HTML and not become valid code. */
const compileOptions: CompileOptions = {
  strict: true,
  knownHelpersOnly: true,
  preventIndent: true,
  noEscape: false,
  knownHelpers: Object.fromEntries(Object.keys(helpers).map((name) => [name, true])),
};

function createEnvironment(library: HandlebarsLibrary): Environment {
  const environment = library.create();
  for (const [name, write] of Object.entries(helpers)) {
    environment.registerHelper(name, (value: unknown, options: unknown) =>
      addPosition(
        () => `line ${readTemplateLine(options)}: {{${name}}}`,
        () => new environment.SafeString(write(value)),
      ),
    );
  }
  for (const name of ['lookup', 'log']) environment.unregisterHelper(name);
  for (const name of blocks) {
    const builtin = environment.helpers[name];
    // The option `strict` does not report a block over a missing key.
    environment.registerHelper(name, function (this: unknown, value: unknown, options: unknown) {
      if (value === undefined)
        throw new Error(`line ${readTemplateLine(options)}: {{#${name}}} of something the view lacks`);
      return builtin?.call(this, value, options);
    });
  }
  return environment;
}

/** Calls a function, and adds a position to the message of an error that has none: `templates/client/client.hbs: …`. */
function addPosition<T>(where: () => string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(reason.startsWith('templates/') ? reason : `${where()} ${reason}`, { cause });
  }
}

function readTemplateLine(options: unknown): string {
  const { loc }: { readonly loc?: { readonly start?: { readonly line?: number } } } = Object(options);
  return String(loc?.start?.line ?? '?');
}

function isDocTag(value: unknown): value is Exclude<DocLine, string> {
  return typeof value === 'object' && value !== null && 'tag' in value && 'text' in value;
}

function expectString(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`needs a string, not ${typeof value}`);
  return value;
}

/** One property of an object literal, for templates that print each property on a line of its own. */
export interface Field {
  readonly name: string;
  readonly value: Code;
}

/** Returns the properties of an object, with their values as literals. */
export function fields(value: JsonObject): readonly Field[] {
  return Object.entries(value).map(([name, item]) => ({ name, value: code(typedLiteral(item)) }));
}

/** A template that passed the check. */
export interface LintedTemplate {
  /** The parsed template, ready to be compiled. */
  readonly program: hbs.AST.Program;
  /** Names of the partials it renders. */
  readonly partials: readonly string[];
}

/** Names of the helpers that write; each escapes one kind of value. */
const writers: readonly string[] = Object.keys(helpers);

const blocks: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

type Statement =
  | hbs.AST.MustacheStatement
  | hbs.AST.BlockStatement
  | hbs.AST.PartialStatement
  | hbs.AST.ContentStatement
  | hbs.AST.CommentStatement;

/**
 * Rejects a template that could write unescaped values: `{{{x}}}`, `{{&x}}`, `{{x}}` without a helper, `lookup`, nested calls, dynamic or
 * inline partials, and decorators. Throws an `Error` with path and line.
 */
export function lintTemplate(path: string, text: string): LintedTemplate {
  const partials: string[] = [];
  const program = loadHandlebars().parse(text);
  for (const statement of flattenStatements(program)) {
    const complaint = findProblem(statement);
    if (complaint !== undefined) throw new Error(`templates/${path}:${statement.loc.start.line}: ${complaint}`);
    if (statement.type === 'PartialStatement') partials.push(readHelperName(statement.name));
  }
  return { program, partials };
}

function findProblem(statement: Statement): string | undefined {
  switch (statement.type) {
    case 'PartialStatement':
      return statement.name.type === 'PathExpression' ? undefined : 'a partial must be named in the template';
    case 'BlockStatement': {
      const name = readHelperName(statement.path);
      if (!blocks.has(name)) return `{{#${name}}} is not one of ${[...blocks].join(', ')}`;
      return findNestedCall(name, statement.params);
    }
    case 'MustacheStatement': {
      const name = readHelperName(statement.path);
      if (!statement.escaped) return `{{{${name}}}} writes raw text: use a helper`;
      if (!writers.includes(name)) return `{{${name}}} writes without a helper: use one of ${writers.join(', ')}`;
      if (statement.params.length !== 1) return `{{${name}}} takes one argument`;
      return findNestedCall(name, statement.params);
    }
    case 'ContentStatement':
    case 'CommentStatement':
      return undefined;
    default:
      return `${String(Object(statement).type)} is not allowed`;
  }
}

function findNestedCall(name: string, params: readonly hbs.AST.Expression[]): string | undefined {
  const nested = params.find((param) => param.type === 'SubExpression');
  return nested === undefined ? undefined : `{{${name} (…)}} calls another helper: compute it in the view`;
}

/** Lists all statements of a program, including those inside blocks. */
function flattenStatements(program: hbs.AST.Program | undefined): readonly Statement[] {
  // The type of `body` is `Statement[]` without kinds; `findProblem` rejects other kinds.
  const statements: readonly hbs.AST.Node[] = program?.body ?? [];
  return (statements as readonly Statement[]).flatMap((statement) => {
    if (statement.type !== 'BlockStatement') return [statement];
    // The parser omits `program` or `inverse` if the template has none, although their types are not optional.
    return [statement, ...[statement.program, statement.inverse].flatMap(flattenStatements)];
  });
}

function readHelperName(node: object): string {
  return 'original' in node ? String(node.original) : '(…)';
}
