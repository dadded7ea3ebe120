import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { generated, listAllNodes, parse, locateNode } from './sources.js';

/** Generated files with the public types, descriptors, methods and functions of packages. */
const files = generated.filter((path) => /\/src\/(?:models|operations|client)\//.test(path)).map(parse);

function listUndocumented(isIncluded: (node: ts.Node) => boolean): readonly string[] {
  return files.flatMap((file) =>
    listAllNodes(file)
      .filter((node) => isIncluded(node) && !isDocumented(node))
      .map(describeNode),
  );
}

/** Describes a node: `generated/…/videos.ts:12 readonly snippet?: VideoSnippet;`. */
function describeNode(node: ts.Node): string {
  return `${locateNode(node)} ${node.getText().split('\n', 1)[0] ?? ''}`;
}

/** Returns whether a node has a doc comment that is not empty. */
function isDocumented(node: ts.Node): boolean {
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

test('the packages have files to check', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('every exported declaration of a package has a doc comment', () => {
  expect(listUndocumented(isExported)).toEqual([]);
});

test('every method of a client has a doc comment', () => {
  expect(listUndocumented(ts.isMethodDeclaration)).toEqual([]);
});

/** Returns whether a property narrows one of another type, which has the doc comment: `Report & { readonly keys?: Keys }`. */
function narrows(node: ts.Node): boolean {
  for (let one = node; ts.isPropertySignature(one) || ts.isTypeLiteralNode(one); one = one.parent)
    if (ts.isIntersectionTypeNode(one.parent) || ts.isTypeReferenceNode(one.parent)) return true;
  return false;
}

/** Returns whether a property is an entry of an interface of error responses, which has the doc comment: `PetsGetErrors`. */
function isEntry(node: ts.Node): boolean {
  let one = node.parent;
  while (ts.isTypeLiteralNode(one) || ts.isIndexSignatureDeclaration(one)) one = one.parent;
  return ts.isInterfaceDeclaration(one) && /Errors$|^ErrorBodies$/.test(one.name.text) && isDocumented(one);
}

test('every field of a model and every parameter of an operation has a doc comment', () => {
  expect(listUndocumented((node) => ts.isPropertySignature(node) && !narrows(node) && !isEntry(node))).toEqual([]);
});

test('every resource of a client has a doc comment', () => {
  expect(listUndocumented((node) => ts.isPropertyDeclaration(node) && !ts.isPrivateIdentifier(node.name))).toEqual([]);
});
