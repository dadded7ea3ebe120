import { ts } from 'ts-morph';
import { GLOBAL_FUNCTIONS, GLOBAL_MEMBERS } from './allowed-syntax.js';
import { REFLECTIVE, bare } from './reflective.js';
import { lookUp } from './scope.js';
import type { Walk } from './scope.js';

/** Why a call may not be where it is, or `undefined`. */
export function againstCall({ expression }: ts.CallExpression, walk: Walk): string | undefined {
  const callee = bare(expression);
  if (isNamedFunction(callee, walk) || callee.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  if (!ts.isPropertyAccessExpression(callee)) return 'calls what has no name of a function';
  const [object, name] = [bare(callee.expression), callee.name.text];
  if (ts.isIdentifier(object) && lookUp(walk.scope, object.text) === undefined)
    return againstGlobalCall(object.text, name);
  if (walk.onLoad) return 'calls a member of a value when it is loaded';
  const indirect = INDIRECT.has(name) && !isTrusted(object, walk);
  return indirect || REFLECTIVE.has(name) ? 'calls what made a value' : undefined;
}

/** Why something may not be made with `new` where it is, or `undefined`. */
export function againstNew({ expression }: ts.NewExpression, walk: Walk): string | undefined {
  return isNamedFunction(bare(expression), walk) ? undefined : 'makes what it did not import';
}

/** Members of functions that call them. */
const INDIRECT: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

function againstGlobalCall(base: string, name: string): string | undefined {
  const members = GLOBAL_MEMBERS.get(base);
  if (members === undefined || REFLECTIVE.has(name)) return 'calls a global name';
  return members.size === 0 || members.has(name) ? undefined : 'calls a global name';
}

function isNamedFunction(node: ts.Node, { scope }: Walk): boolean {
  if (!ts.isIdentifier(node)) return false;
  const binding = lookUp(scope, node.text);
  return binding === undefined ? GLOBAL_FUNCTIONS.has(node.text) : binding === 'function';
}

/** A name, or a member of `this`, that cannot be what made a value. */
function isTrusted(expression: ts.Node, walk: Walk): boolean {
  const node = bare(expression);
  if (ts.isIdentifier(node)) return lookUp(walk.scope, node.text) !== 'doubtful';
  if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
  return ts.isPropertyAccessExpression(node) && !REFLECTIVE.has(node.name.text) && isTrusted(node.expression, walk);
}
