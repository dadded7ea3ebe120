import type { Node } from 'oxc-parser';
import { childrenOf, lineAt } from '../parse-typescript.js';
import type { ParsedFile } from '../parse-typescript.js';
import { PLAIN, TOP_LEVEL, TYPES } from './allowed-syntax.js';
import { commentReasons } from './comment-reasons.js';
import { castOf, isOdd, isPlainName, namesOf } from './node-parts.js';
import { reasonAgainst, reasonAgainstType } from './reason-against.js';
import { moduleScope, scopeOf } from './scope.js';
import type { Walk } from './walk.js';

/** Code in a generated file that no emitter writes. */
export interface Finding {
  /** The code itself, shortened. */
  readonly text: string;
  /** Line in the generated file, from 1. */
  readonly line: number;
  /** What is wrong: `calls what it did not import`. */
  readonly reason: string;
}

/**
 * Shows that loading a module does nothing, and that its functions can do nothing but what the package's own runtime
 * offers. The argument has three parts. Only syntax that emitters use may appear. Every name in an expression must be
 * declared in the file, imported from a file of the package, or one of a few globals without power over anything; so
 * there is no `eval`, `Function`, `process`, `globalThis` or `import()` to be had. And only functions with such a name,
 * or members of values that are not reflective (`constructor` and its kind), may be called, while modules load only
 * imported and local functions. Text that got out of its literal or comment has nothing left that it could do.
 */
export function proveInert(file: ParsedFile, modules: Pick<ReadonlySet<string>, 'has'>): readonly Finding[] {
  const findings: Finding[] = [];
  const refuse = ({ start, end }: Node, reason: string): void => {
    const text = file.text.slice(start, Math.min(end, start + 200));
    findings.push({ text, line: lineAt(file.text, start), reason });
  };
  for (const { text, start, reason } of commentReasons(file))
    findings.push({ text, line: lineAt(file.text, start), reason });
  for (const statement of file.statements) if (!isDeclaration(statement)) refuse(statement, 'acts when it is loaded');
  const walk: Walk = { path: file.path, modules, scope: moduleScope(file.statements), onLoad: true };
  visitAll(file.statements, walk);
  return findings;

  function visit(node: Node, outer: Walk): void {
    if (TYPES.has(node.type)) return visitType(node);
    const walk = enter(node, outer);
    const plain = PLAIN.has(node.type) && !isOdd(node);
    const reason = plain ? reasonAgainst(node, walk) : 'is syntax that no emitter uses';
    if (reason !== undefined) return refuse(node, reason);
    const [names, cast] = [namesOf(node), castOf(node)];
    for (const child of childrenOf(node)) {
      if (child === cast) visitType(child);
      else if (names.includes(child) && isPlainName(child)) visitAll(childrenOf(child), walk);
      else visit(child, walk);
    }
  }

  function visitAll(nodes: readonly Node[], walk: Walk): void {
    for (const node of nodes) visit(node, walk);
  }

  function visitType(node: Node): void {
    const reason = reasonAgainstType(node);
    if (reason !== undefined) return refuse(node, reason);
    for (const child of childrenOf(node)) visitType(child);
  }
}

function isDeclaration(node: Node): boolean {
  const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node;
  return TOP_LEVEL.has(node.type) && TOP_LEVEL.has(declared.type);
}

function enter(node: Node, outer: Walk): Walk {
  const { type } = node;
  const isFunction =
    type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
  const deferred = isFunction || (type === 'PropertyDefinition' && !node.static);
  const scope = scopeOf(node, outer.scope);
  return scope === outer.scope && !deferred ? outer : { ...outer, scope, onLoad: outer.onLoad && !deferred };
}
