import type { Node } from 'oxc-parser';
import { childrenOf } from '../parse-typescript.js';

/** Members through which code can reach what made a value; never called, never read any further. */
export const REFLECTIVE: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** The name that an access reads, where it is written down: `a.name`, `a['name']`. */
export function accessedName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const { property, computed } = node;
  if (!computed) return property.name;
  if (property.type === 'Literal') return String(property.value);
  return property.type === 'TemplateLiteral' ? (property.quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** An expression without what only the types see, and without the mark of an optional chain. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return unwrap(node.expression);
    default:
      return node;
  }
}

/** Whether the value of an expression may be what made another value: somewhere in it, such a member is read. */
export function isReflective(node: Node): boolean {
  return REFLECTIVE.has(accessedName(node) ?? '') || childrenOf(node).some(isReflective);
}
