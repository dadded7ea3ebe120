import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { generated, nodesOf, parse, placeOf } from './sources.js';

/** What readers of the packages meet: types, descriptors, and the methods and functions that they call. */
const files = generated.filter((path) => /\/src\/(?:models|operations|client)\//.test(path)).map(parse);

function offenders(isMeant: (node: ts.Node) => boolean): readonly string[] {
  return files.flatMap((file) =>
    nodesOf(file)
      .filter((node) => isMeant(node) && !says(node))
      .map(nameOf),
  );
}

/** `generated/…/videos.ts:12 readonly snippet?: VideoSnippet;` */
function nameOf(node: ts.Node): string {
  return `${placeOf(node)} ${node.getText().split('\n', 1)[0] ?? ''}`;
}

/** Tells whether the doc comment of a node says something. */
function says(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).some((comment) => {
    if (!ts.isJSDoc(comment)) return false;
    return (ts.getTextOfJSDocComment(comment.comment) ?? '').trim() !== '';
  });
}

function isExported(node: ts.Node): boolean {
  const isDeclaration = ts.isStatement(node) && ts.isSourceFile(node.parent) && !ts.isExportDeclaration(node);
  const modifiers = isDeclaration && ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('every exported declaration of a package has a doc comment', () => {
  expect(offenders(isExported)).toEqual([]);
});

test('every method of a client has a doc comment', () => {
  expect(offenders(ts.isMethodDeclaration)).toEqual([]);
});

/** Tells whether a property narrows one of the type beside it, which has the doc comment: `Report & { readonly keys?: Keys }`. */
function narrows(node: ts.Node): boolean {
  for (let one = node; ts.isPropertySignature(one) || ts.isTypeLiteralNode(one); one = one.parent)
    if (ts.isIntersectionTypeNode(one.parent) || ts.isTypeReferenceNode(one.parent)) return true;
  return false;
}

/** Tells whether a property is a status or an operation of a table of answers, which has the doc comment. */
function isEntry(node: ts.Node): boolean {
  let one = node.parent;
  while (ts.isTypeLiteralNode(one) || ts.isIndexSignatureDeclaration(one)) one = one.parent;
  return ts.isInterfaceDeclaration(one) && /Errors$|^ErrorBodies$/.test(one.name.text) && says(one);
}

test('every field of a model and every parameter of an operation has a doc comment', () => {
  expect(offenders((node) => ts.isPropertySignature(node) && !narrows(node) && !isEntry(node))).toEqual([]);
});

test('every resource of a client has a doc comment', () => {
  expect(offenders((node) => ts.isPropertyDeclaration(node) && !ts.isPrivateIdentifier(node.name))).toEqual([]);
});
