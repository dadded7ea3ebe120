import { ts } from 'ts-morph';

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
export function accessedName(expression: ts.Node): string | undefined {
  const node = bare(expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isElementAccessExpression(node)) return undefined;
  const name = bare(node.argumentExpression);
  if (ts.isTemplateExpression(name)) return name.head.text;
  return ts.isLiteralExpression(name) ? name.text : undefined;
}

/** An expression without parentheses around it. */
export function bare(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

/** An expression without parentheses and what only the types see. */
export function unwrap(node: ts.Node): ts.Node {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? unwrap(node.expression) : node;
}

/** Whether the value of an expression may be what made another value: somewhere in it, such a member is read. */
export function isReflective(node: ts.Node): boolean {
  return REFLECTIVE.has(accessedName(node) ?? '') || ts.forEachChild(node, isReflective) === true;
}
