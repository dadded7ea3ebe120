import type { CallExpression, MemberExpression, NewExpression, Node } from 'oxc-parser';
import { GLOBAL_FUNCTIONS, GLOBAL_MEMBERS } from './allowed-syntax.js';
import { REFLECTIVE } from './reflective.js';
import { lookUp } from './scope.js';
import type { Walk } from './walk.js';

/** Why a call may not stand where it does, or `undefined`. */
export function againstCall({ callee }: CallExpression, walk: Walk): string | undefined {
  if (isNamedFunction(callee, walk) || callee.type === 'Super') return undefined;
  if (callee.type !== 'MemberExpression' || callee.computed) return 'calls what has no name of a function';
  const { object, property } = callee;
  if (object.type === 'Identifier' && lookUp(walk.scope, object.name) === undefined)
    return againstGlobalCall(object.name, property.name);
  if (walk.onLoad) return 'calls a member of a value when it is loaded';
  const indirect = INDIRECT.has(property.name) && !isTrusted(object, walk);
  return indirect || REFLECTIVE.has(property.name) ? 'calls what made a value' : undefined;
}

/** Why something may not be made with `new` where it stands, or `undefined`. */
export function againstNew({ callee }: NewExpression, walk: Walk): string | undefined {
  return isNamedFunction(callee, walk) ? undefined : 'makes what it did not import';
}

/** Members of functions that call them. */
const INDIRECT: ReadonlySet<string> = new Set(['apply', 'bind', 'call']);

function againstGlobalCall(base: string, name: string): string | undefined {
  const members = GLOBAL_MEMBERS.get(base);
  if (members === undefined || REFLECTIVE.has(name)) return 'calls a global name';
  return members.size === 0 || members.has(name) ? undefined : 'calls a global name';
}

function isNamedFunction(node: Node, { scope }: Walk): boolean {
  if (node.type !== 'Identifier') return false;
  const binding = lookUp(scope, node.name);
  return binding === undefined ? GLOBAL_FUNCTIONS.has(node.name) : binding === 'function';
}

/** A name, or a member of `this`, that cannot be what made a value. */
function isTrusted(node: Node, walk: Walk): boolean {
  if (node.type === 'Identifier') return lookUp(walk.scope, node.name) !== 'doubtful';
  return node.type === 'ThisExpression' || (node.type === 'MemberExpression' && isTrustedMember(node, walk));
}

function isTrustedMember({ object, property, computed }: MemberExpression, walk: Walk): boolean {
  return !computed && !REFLECTIVE.has(property.name) && isTrusted(object, walk);
}
