import semver from 'semver';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { SPECCAST_INTERFACE, SPECCAST_RANGE, packageEntry } from 'speccast/emitter';
import { runtimeInterface } from '@speccast/runtime';
import { assertedFormats, findFormat } from '../../generator/keywords/formats.js';
import { packageSources } from '../package-sources.js';
import { fileAt } from './imports.js';
import { filesBelow, parse, root, readFromRoot } from './sources.js';

/** Lists the names that a module exports, including those of `export * from`. */
function listExports(path: string): ReadonlySet<string> {
  const names = parse(path).statements.flatMap((statement): readonly string[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      if (exportClause === undefined)
        return [...listExports(fileAt(path, moduleSpecifier?.getText().slice(1, -1) ?? ''))];
      return ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];
    }
    const declared =
      /^export (?:(?:declare|abstract|async) )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/;
    const [, name] = declared.exec(statement.getText()) ?? [];
    return name === undefined ? [] : [name];
  });
  return new Set(names);
}

/** Lists the symbols of runtime and emulator that emitters import, by the entry that has to export them. */
function listSymbols(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (module: string, name: string): void => {
    const entry = packageEntry(module);
    if (entry !== undefined) found.set(entry, (found.get(entry) ?? new Set()).add(name));
  };
  for (const path of filesBelow('generator/emit', '.ts')) {
    const text = readFromRoot(path);
    const constants = new Map(
      [...text.matchAll(/^const (\w+) = '([\w/-]+)';$/gm)].map(([, name, value]) => [name, value]),
    );
    for (const [, name = '', module = ''] of text.matchAll(/name: '(\w+)', module: '([^']+)'/g)) add(module, name);
    for (const [, name = '', constant] of text.matchAll(/name: '(\w+)', module(?:: (\w+))? \}/g))
      add(constants.get(constant ?? 'module') ?? '', name);
    for (const [, file = '', name = ''] of text.matchAll(/\b[rR]untime\((?:[\w.]+, )?'([\w/-]+)', '(\w+)'/g))
      add(`runtime/validators/${file}`, name);
    for (const [, module = '', name = ''] of text.matchAll(/\b(runtime|emulator)\('(\w+)'\)/g)) add(module, name);
    for (const [, module = '', symbols = ''] of text.matchAll(/\buseAll\(\w+, '([\w/-]+)', \{([^}]*)\}/g))
      for (const [, name = ''] of symbols.matchAll(/: '(?:type )?(\w+)'/g)) add(module, name);
    for (const [, name = ''] of text.matchAll(/\bofWebhooks\('(\w+)'\)/g)) add('runtime/webhooks', name);
  }
  // Names that packages re-export, in strings of several names: `lists: 'PagePromise Paged'`.
  const exported = readFromRoot('generator/emit/client/emit-client.ts').matchAll(/: FeatureNames = \{(.*?)\n\};/gs);
  for (const [, table = ''] of exported)
    for (const [, names = ''] of table.matchAll(/'([\w ]+)'/g))
      for (const [name] of names.matchAll(/\w+/g)) add('runtime', name);
  for (const path of filesBelow('generator/keywords', '.ts'))
    for (const [, file = '', name = ''] of readFromRoot(path).matchAll(/\buse\('([\w/-]+)', '(\w+)'\)/g))
      add(`runtime/validators/${file}`, name);
  for (const name of assertedFormats())
    for (const predicate of [findFormat(name)?.string, findFormat(name)?.number])
      if (predicate) add(`runtime/validators/${predicate.file}`, predicate.name);
  return found;
}

test('every symbol that emitters import is exported by its entry', () => {
  const named = listSymbols();
  expect([...named.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(150);
  const missing = [...named].flatMap(([entry, names]) => {
    const exported = listExports(relative(root, packageSources[entry] ?? ''));
    return [...names].filter((name) => !exported.has(name)).map((name) => `${entry} does not export ${name}`);
  });
  expect(missing).toEqual([]);
});

test('package.json exports exactly the entries of its package', () => {
  const subpaths = ['runtime', 'emulator'].flatMap((name) => {
    const { exports } = JSON.parse(readFromRoot(`templates/${name}/package.json`));
    return Object.keys(exports).map((subpath) => `@speccast/${name}${subpath.slice(1)}`);
  });
  const entries = Object.keys(packageSources).filter(
    (entry) => entry.startsWith('@') && !/\/(?:client|dist|node_modules)$/.test(entry),
  );
  expect(subpaths.filter((one) => !one.endsWith('.json')).toSorted()).toEqual(entries.toSorted());
});

test('generated code accepts the current versions of runtime and emulator', () => {
  for (const name of ['runtime', 'emulator']) {
    const { version } = JSON.parse(readFileSync(join(root, 'templates', name, 'package.json'), 'utf8'));
    expect(semver.satisfies(version, SPECCAST_RANGE), `${name} ${version}`).toBe(true);
    expect(semver.satisfies(version, SPECCAST_INTERFACE), `${name} ${version}`).toBe(true);
  }
  expect(runtimeInterface).toBe(`@speccast/runtime@${SPECCAST_INTERFACE}`);
  const plan = readFromRoot('templates/emulator/plan/plan.ts');
  expect(plan).toContain(`emulatorInterface = '@speccast/emulator@${SPECCAST_INTERFACE}';`);
  const { dependencies } = JSON.parse(readFromRoot('package.json'));
  expect(dependencies).toMatchObject({ '@speccast/emulator': SPECCAST_RANGE, '@speccast/runtime': SPECCAST_RANGE });
});
