import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { filesBelow, parse } from '../rules/sources.js';
import * as open from 'speccast/emitter';

/** What the emitters of speccast share, and none of them owns. */
const SHARED =
  /generator\/emit\/(?:code\/.*|layout|source-file|create-context|emit-context|custom-code|license|ownership)\.ts$/;

/** Of the shared modules, those that say what the package of the whole is: who owns it, and what in it is the user's own. */
const OF_THE_PACKAGE = /generator\/emit\/(?:custom-code|license|ownership|create-context|emit-context)\.ts$/;

/** Values that emitters of speccast import of shared modules: `docComment of generator/emit/code/…`. */
function importedValues(): readonly { readonly name: string; readonly from: string }[] {
  const emitters = filesBelow('generator/emit', '.ts').filter((path) => !SHARED.test(path));
  return emitters.flatMap((path) =>
    parse(path).statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
      const clause = statement.importClause;
      if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
      const names =
        clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : [];
      const from = new URL(statement.moduleSpecifier.text.replace(/\.js$/, '.ts'), `file:///${path}`).pathname.slice(1);
      return names
        .filter(({ isTypeOnly }) => !isTypeOnly)
        .map(({ name, propertyName }) => ({ name: (propertyName ?? name).text, from }));
    }),
  );
}

test('the emitters of speccast use nothing of each other in common that others cannot import', () => {
  const shared = importedValues().filter(({ from }) => SHARED.test(from) && !OF_THE_PACKAGE.test(from));
  expect(new Set(shared.map(({ name }) => name)).size).toBeGreaterThan(40);
  const closed = shared.filter(({ name }) => !(name in open));
  expect(closed.map(({ name, from }) => `${name} of ${from}`)).toEqual([]);
});

test('there is one version of the interface', () => {
  expect(open.EMITTER_INTERFACE).toBe(1);
});
