import type { Node } from 'oxc-parser';
import { GLOBAL_MEMBERS } from './allowed-syntax.js';

const NONE: readonly Node[] = [];

/**
 * The nodes below a node that name a member, a declaration or an export and read nothing; and the globals whose members
 * may be read, as the base of such a member.
 */
export function namesOf(node: Node): readonly (Node | null)[] {
  switch (node.type) {
    case 'MemberExpression':
      if (node.computed) return NONE;
      return isGlobalBase(node.object) ? [node.object, node.property] : [node.property];
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node.computed ? NONE : [node.key];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id, ...node.params];
    case 'ClassDeclaration':
    case 'VariableDeclarator':
      return [node.id];
    case 'CatchClause':
      return [node.param];
    default:
      return namesInPattern(node);
  }
}

function namesInPattern(node: Node): readonly (Node | null)[] {
  switch (node.type) {
    case 'ArrayPattern':
      return node.elements;
    case 'AssignmentPattern':
      return [node.left];
    case 'RestElement':
      return [node.argument];
    case 'ImportSpecifier':
      return [node.imported, node.local];
    case 'ImportDefaultSpecifier':
      return [node.local];
    case 'ImportAttribute':
      return [node.key];
    case 'ExportSpecifier':
      return [node.local, node.exported];
    case 'ExportAllDeclaration':
      return [node.exported];
    case 'BreakStatement':
    case 'ContinueStatement':
      return [node.label];
    default:
      return NONE;
  }
}

function isGlobalBase(node: Node): boolean {
  return node.type === 'Identifier' && GLOBAL_MEMBERS.has(node.name);
}

/** Whether a node that names something is only a name, and not a pattern of several. */
export function isPlainName({ type }: Node): boolean {
  return type === 'Identifier' || type === 'PrivateIdentifier' || type === 'Literal';
}

/** The type in `value as type`. */
export function castOf(node: Node): Node | undefined {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? node.typeAnnotation : undefined;
}

/**
 * Whether a node of a plain type has a word that no emitter writes. `declare` is the one that matters most: what it
 * declares does not exist when the code runs, so that its name would stand for a global one.
 */
export function isOdd(node: Node): boolean {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declare === true || !['const', 'let'].includes(node.kind);
    case 'FunctionDeclaration':
      return node.declare === true || node.body === null;
    case 'ClassDeclaration':
      return node.declare === true || node.abstract === true;
    case 'MethodDefinition':
      return isRestricted(node.accessibility);
    case 'PropertyDefinition':
      return node.declare === true || isRestricted(node.accessibility);
    case 'ForOfStatement':
      return node.await;
    case 'ImportDeclaration':
      return node.phase !== null;
    case 'UnaryExpression':
      return node.operator === 'delete';
    default:
      return false;
  }
}

function isRestricted(accessibility: string | null | undefined): boolean {
  return accessibility !== null && accessibility !== undefined;
}
