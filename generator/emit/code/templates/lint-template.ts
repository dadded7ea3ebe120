import { loadHandlebars } from '../../../spec/read/libraries.js';

/** A template that passed the check. */
export interface LintedTemplate {
  /** What was checked, so that nothing has to be parsed twice. */
  readonly program: hbs.AST.Program;
  /** Names of the partials it renders. */
  readonly partials: readonly string[];
}

/** Helpers that write, each making one kind of text safe. */
const writers: ReadonlySet<string> = new Set(['str', 'key', 'ident', 'num', 'doc', 'regex', 'code']);

const blocks: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

type Statement = hbs.AST.Statement;

/**
 * Rejects a template that could write text nobody made safe: `{{{x}}}`, `{{&x}}`, `{{x}}` without a helper,
 * `lookup`, nested calls, dynamic or inline partials and decorators. Throws an Error with path and line.
 */
export function lintTemplate(path: string, text: string): LintedTemplate {
  const partials: string[] = [];
  const program = loadHandlebars().parse(text);
  for (const statement of flattenStatements(program)) {
    const complaint = findProblem(statement);
    if (complaint !== undefined) throw new Error(`templates/${path}:${statement.loc.start.line}: ${complaint}`);
    if (isPartial(statement)) partials.push(readHelperName(statement.name));
  }
  return { program, partials };
}

function findProblem(statement: Statement): string | undefined {
  if (isMustache(statement)) return problemOfMustache(statement);
  if (isBlock(statement)) return problemOfBlock(statement);
  if (isPartial(statement)) return problemOfPartial(statement);
  return plainTypes.has(statement.type) ? undefined : `${statement.type} is not allowed`;
}

const plainTypes: ReadonlySet<string> = new Set(['ContentStatement', 'CommentStatement']);

function problemOfMustache(statement: hbs.AST.MustacheStatement): string | undefined {
  const name = readHelperName(statement.path);
  if (!statement.escaped) return `{{{${name}}}} writes raw text: use a helper`;
  if (!writers.has(name)) return `{{${name}}} writes without a helper: use one of ${[...writers].join(', ')}`;
  if (statement.params.length !== 1) return `{{${name}}} takes one argument`;
  return problemOfArguments(name, statement.params);
}

function problemOfBlock(statement: hbs.AST.BlockStatement): string | undefined {
  const name = readHelperName(statement.path);
  if (!blocks.has(name)) return `{{#${name}}} is not one of ${[...blocks].join(', ')}`;
  return problemOfArguments(name, statement.params);
}

function problemOfArguments(name: string, params: readonly hbs.AST.Expression[]): string | undefined {
  const nested = params.find((param) => param.type === 'SubExpression');
  return nested === undefined ? undefined : `{{${name} (…)}} calls another helper: compute it in the view`;
}

function problemOfPartial(statement: hbs.AST.PartialStatement): string | undefined {
  if (statement.name.type !== 'PathExpression') return 'a partial must be named in the template';
  return undefined;
}

/** All statements of a program, those inside blocks included. */
function flattenStatements(program: hbs.AST.Program): readonly Statement[] {
  return program.body.flatMap((statement) => [statement, ...listInnerStatements(statement)]);
}

function listInnerStatements(statement: Statement): readonly Statement[] {
  if (!isBlock(statement)) return [];
  // The type says that both are there; the parser leaves out what the template does not have.
  const programs: readonly (hbs.AST.Program | undefined)[] = [statement.program, statement.inverse];
  return programs.flatMap((program) => (program === undefined ? [] : flattenStatements(program)));
}

function readHelperName(node: object): string {
  return 'original' in node ? String(node.original) : '(…)';
}

function isMustache(statement: Statement): statement is hbs.AST.MustacheStatement {
  return statement.type === 'MustacheStatement';
}

function isBlock(statement: Statement): statement is hbs.AST.BlockStatement {
  return statement.type === 'BlockStatement';
}

function isPartial(statement: Statement): statement is hbs.AST.PartialStatement {
  return statement.type === 'PartialStatement';
}
