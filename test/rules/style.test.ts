import { basename } from 'node:path';
import { ts } from 'ts-morph';
import { beforeAll, expect, test } from 'vitest';
import {
  filesBelow,
  generated,
  handwritten,
  countNodeLines,
  listAllNodes,
  parse,
  locateNode,
  readFromRoot,
} from './sources.js';

const MOST_LINES_OF_FUNCTION = 50;
const MOST_LINES_OF_FILE = 400;
const MOST_PARAMETERS = 4;

/** Rules about single nodes in handwritten files. With `also`, a rule checks generated files, too. */
const rules: Readonly<Record<string, { readonly also?: true; readonly isWrong: (node: ts.Node) => boolean }>> = {
  [`no function has more than ${MOST_LINES_OF_FUNCTION} lines`]: {
    isWrong: (node) => isFunction(node) && countNodeLines(node) > MOST_LINES_OF_FUNCTION,
  },
  [`no function has more than ${MOST_PARAMETERS} parameters`]: {
    also: true,
    isWrong: (node) => ts.isFunctionLike(node) && node.parameters.length > MOST_PARAMETERS,
  },
  'nothing is `any`': { also: true, isWrong: (node) => node.kind === ts.SyntaxKind.AnyKeyword },
  'every `as` has its reason in a comment on its line or above it': {
    isWrong: (node) => isCast(node) && !hasComment(node),
  },
  'nothing is asserted to be there with `!` without a reason': {
    isWrong: (node) => ts.isNonNullExpression(node) && !hasComment(node),
  },
  'every exported declaration has a doc comment': {
    isWrong: (node) => ts.isStatement(node) && ts.isSourceFile(node.parent) && needsDoc(node),
  },
  'generated code casts nothing': {
    also: true,
    isWrong: (node) => isCast(node) && /^generated\/(?!.*\/src\/runtime\/)/.test(node.getSourceFile().fileName),
  },
};

/** Positions that break a rule, by rule. */
const broken = new Map(Object.keys(rules).map((rule) => [rule, [] as string[]]));

beforeAll(() => {
  for (const [index, path] of [...handwritten, ...generated].entries()) {
    const own = Object.entries(rules).filter(([, { also }]) => also === true || index < handwritten.length);
    for (const node of listAllNodes(parse(path)))
      for (const [rule, { isWrong }] of own) if (isWrong(node)) broken.get(rule)?.push(locateNode(node));
  }
});

test.each(Object.keys(rules))('%s', (rule) => {
  expect(broken.get(rule)).toEqual([]);
});

function isCast(node: ts.Node): boolean {
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
}

/** Returns whether a node is a function with a body, not only a function type. */
function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

test('there are files to check', () => {
  expect(handwritten.length).toBeGreaterThan(100);
  expect(generated.length).toBeGreaterThan(100);
});

test(`no file has more than ${MOST_LINES_OF_FILE} lines`, () => {
  const long = handwritten.filter((path) => readFromRoot(path).trimEnd().split('\n').length > MOST_LINES_OF_FILE);
  expect(long).toEqual([]);
});

test('no comment silences the compiler, and one that silences the linter names the rule and the reason', () => {
  const silences =
    /^\s*(?:\/\/|\/\*|\*)\s*(?:@ts-|(?:prettier|oxfmt)-ignore|(?:es|ox)lint-disable(?!-next-line [\w/-]+ -- \w))/m;
  expect([...handwritten, ...generated].filter((path) => silences.test(readFromRoot(path)))).toEqual([]);
});

/** Returns whether a comment is on the line of a node, right above its statement or member, or right above its function. */
function hasComment(node: ts.Node): boolean {
  const file = node.getSourceFile();
  const lines = file.text.split('\n');
  const readLine = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const first = readLine(findAncestor(node, (at) => ts.isStatement(at) || ts.isClassElement(at)).getStart(file));
  const last = readLine(node.getEnd());
  const own = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const functionStart = readLine(
    findAncestor(node, (at) => ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)).getStart(file),
  );
  return [first - 1, ...own, functionStart - 1].some((line) => /^\s*(?:\/\/|\*|\/\*)|\/\/ /.test(lines[line] ?? ''));
}

/** Returns the nearest matching node around a node, or the file. */
function findAncestor(node: ts.Node, isMatch: (node: ts.Node) => boolean): ts.Node {
  let at = node;
  while (!isMatch(at) && at.parent !== undefined) at = at.parent;
  return at;
}

test('files are named in kebab-case', () => {
  const files = ['generator', 'templates', 'test', 'generated'].flatMap((folder) =>
    ['.ts', '.tsx'].flatMap((ending) => filesBelow(folder, ending)),
  );
  expect(
    files.filter((path) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|bench|d))*\.tsx?$/.test(basename(path))),
  ).toEqual([]);
});

/** Returns whether a statement is an export without a doc comment. */
function needsDoc(statement: ts.Statement): boolean {
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!exported || ts.getJSDocCommentsAndTags(statement).length > 0) return false;
  // Overloads are documented once, at the first.
  return !isFurtherOverload(statement);
}

function isFurtherOverload(statement: ts.Statement): boolean {
  if (!ts.isFunctionDeclaration(statement)) return false;
  const { statements } = statement.getSourceFile();
  const before = statements[statements.indexOf(statement) - 1];
  return before !== undefined && ts.isFunctionDeclaration(before) && before.name?.text === statement.name?.text;
}
