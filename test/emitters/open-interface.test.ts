import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { filesBelow, parse } from '../rules/sources.js';
import * as open from 'speccast/emitter';

/** Modules that the emitters of speccast share. */
const SHARED =
  /generator\/emit\/(?:code\/.*|layout|source-file|create-context|emit-context|custom-code|license|ownership)\.ts$/;

/** Shared modules about the whole package: its licence, its owner and its custom code. Emitters of users do not need them. */
const PACKAGE_MODULES = /generator\/emit\/(?:custom-code|license|ownership|create-context|emit-context)\.ts$/;

/** Lists the values that emitters of speccast import from shared modules. */
function listImports(): readonly { readonly name: string; readonly from: string }[] {
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

test('everything that the emitters of speccast share is exported by speccast/emitter', () => {
  const shared = listImports().filter(({ from }) => SHARED.test(from) && !PACKAGE_MODULES.test(from));
  expect(new Set(shared.map(({ name }) => name)).size).toBeGreaterThan(40);
  const closed = shared.filter(({ name }) => !(name in open));
  expect(closed.map(({ name, from }) => `${name} of ${from}`)).toEqual([]);
});

test('the interface has the version 1', () => {
  expect(open.EMITTER_INTERFACE).toBe(1);
});
