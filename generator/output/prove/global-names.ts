import { ts } from 'ts-morph';

/**
 * Finds the names in a file that mean globals when the code runs: `fetch` where nothing in the file declares it. Asks the type
 * checker, since people's code has scopes that emitted code has not.
 */
export function globalNames(source: ts.SourceFile, wanted: ReadonlySet<string>): readonly ts.Identifier[] {
  // Most code has none of these words.
  if (![...wanted].some((name) => source.text.includes(name))) return [];
  const checker = createFileChecker(source);
  const found: ts.Identifier[] = [];
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && wanted.has(node.text) && isRead(node) && !isBound(node, checker)) found.push(node);
    ts.forEachChild(node, visit);
  }
}

/** Creates a type checker of one file, without others and without libraries. */
function createFileChecker(source: ts.SourceFile): ts.TypeChecker {
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest };
  const program = ts.createProgram([source.fileName], options, {
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => '',
    writeFile: () => {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === source.fileName,
    readFile: () => undefined,
  });
  return program.getTypeChecker();
}

/** Returns whether an identifier reads a value: it is no declaration, property, label or type. */
function isRead(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  if (('name' in parent && parent.name === node) || ('propertyName' in parent && parent.propertyName === node))
    return false;
  return !ts.isLabeledStatement(parent) && !ts.isBreakOrContinueStatement(parent) && !isInsideType(node);
}

function isInsideType(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (ts.isTypeNode(at) && !ts.isExpressionWithTypeArguments(at)) return true;
    if (ts.isStatement(at)) return ts.isInterfaceDeclaration(at) || ts.isTypeAliasDeclaration(at);
  }
  return false;
}

/** Returns whether a name is declared in the file, by something that exists when the code runs. */
function isBound(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : ts.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(node);
  return symbol?.declarations?.some((one) => !isAmbient(one)) ?? false;
}

/** Returns whether nothing of a declaration is left when the code runs: it is a type, or inside `declare`. */
function isAmbient(declaration: ts.Declaration): boolean {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return true;
  for (let at: ts.Node = declaration; at !== undefined; at = at.parent)
    if (ts.canHaveModifiers(at) && ts.getModifiers(at)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
      return true;
  return false;
}
