import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { customSubpaths, type CustomFile, isCustomModule } from '../../emit/custom-code.js';
import type { CustomExports } from '../../emit/emit-context.js';
import { hasModifier } from '../prove/node-parts.js';

/**
 * Lists the names that the user's own modules add to the package, by module: `{ index: ['isbn'], 'client/books': ['loan'] }`. These
 * are exports of the entry and of subpaths, and members that classes add to resources.
 */
export function listExports(custom: readonly CustomFile[]): CustomExports {
  const parse = (path: string, text: string): ts.SourceFile =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const modules = new Map(custom.filter(isCustomModule).map(({ path, text }) => [path, parse(path, text)]));
  const subpaths = ['index', ...customSubpaths({ custom })].map((name) => `${name}.ts`);
  const lists = [...modules].flatMap(([path, source]): readonly (readonly [string, readonly string[]])[] => {
    const name = path.replace(/\.ts$/, '');
    if (subpaths.includes(path)) return [[name, [...findExportedNames(path, modules)].toSorted()]];
    return path.startsWith('client/') ? [[name, listAddedMembers(source).toSorted()]] : [];
  });
  return Object.fromEntries(lists.filter(([, names]) => names.length > 0));
}

function findExportedNames(
  path: string,
  modules: ReadonlyMap<string, ts.SourceFile>,
  seen: Set<string> = new Set(),
): ReadonlySet<string> {
  if (seen.has(path)) return new Set();
  seen.add(path);
  const names = modules.get(path)?.statements.flatMap((statement): readonly string[] => {
    if (ts.isExportAssignment(statement)) return ['default'];
    if (!ts.isExportDeclaration(statement))
      return hasModifier(statement, ts.SyntaxKind.ExportKeyword) ? declaredBy(statement) : [];
    const { exportClause: clause, moduleSpecifier: from } = statement;
    if (clause !== undefined)
      return ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [clause.name.text];
    const next = from && ts.isStringLiteral(from) ? posix.join(posix.dirname(path), from.text) : '';
    const found = [`${next.replace(/\.[jt]s$/, '')}.ts`, `${next}/index.ts`].find((one) => modules.has(one));
    return found === undefined ? [] : [...findExportedNames(found, modules, seen)].filter((name) => name !== 'default');
  });
  return new Set(names);
}

/** Lists the names that a statement declares. */
function declaredBy(statement: ts.Statement): readonly string[] {
  if (hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** Lists the members that the class of a module adds to that of a resource, without those that it overrides. */
function listAddedMembers({ statements }: ts.SourceFile): readonly string[] {
  const classes = statements
    .filter(ts.isClassDeclaration)
    .filter((one) => hasModifier(one, ts.SyntaxKind.ExportKeyword));
  const hidden = [
    ts.SyntaxKind.PrivateKeyword,
    ts.SyntaxKind.ProtectedKeyword,
    ts.SyntaxKind.OverrideKeyword,
    ts.SyntaxKind.StaticKeyword,
  ];
  const names = classes.flatMap(({ members }) =>
    members.flatMap((member) => {
      const { name } = member;
      if (name === undefined || hasModifier(member, ...hidden)) return [];
      return ts.isIdentifier(name) || ts.isStringLiteral(name) ? [name.text] : [];
    }),
  );
  return [...new Set(names)];
}
