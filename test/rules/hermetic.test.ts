import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { filesBelow, listAllNodes, parse, locateNode, readFromRoot } from './sources.js';

const { data } = readRows(import.meta.url);

/** Names whose values differ from machine to machine, or from one moment to the next. */
const unsteady =
  /^(?:localeCompare|toLocale\w+|Intl|Date|random|randomUUID|randomBytes|performance|hrtime|env|hostname|homedir|userInfo|cpus|availableParallelism|getTimezoneOffset)$/;

/** Uses that do not change the output, with the reason. */
const allowed = data<Readonly<Record<string, string>>>('allowed');

const files = filesBelow('generator', '.ts');

const found = files
  .filter((path) =>
    readFromRoot(path)
      .match(/\w+/g)
      ?.some((word) => unsteady.test(word)),
  )
  .flatMap((path) =>
    listAllNodes(parse(path))
      .filter((node) => ts.isIdentifier(node) && unsteady.test(node.text) && isGlobal(node))
      .map((node) => ({ use: `${path} ${node.getText()}`, place: locateNode(node) })),
  );

/** Returns whether a name refers to a global or a member, and is not a key or an import of the file. */
function isGlobal(node: ts.Node): boolean {
  const { parent } = node;
  const isKey = (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node;
  return !isKey && !ts.isImportSpecifier(parent);
}

test('the output of the generator does not depend on locale, time, machine or chance', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(found.filter(({ use }) => allowed[use] === undefined).map(({ use, place }) => `${use} (${place})`)).toEqual(
    [],
  );
});

test('every exemption is needed', () => {
  expect(Object.keys(allowed).filter((use) => !found.some((one) => one.use === use))).toEqual([]);
});

/** Files that may print messages of caught errors, with the reason. */
const tellers = data<Readonly<Record<string, string>>>('tellers');

test('messages of the engine about JSON, URLs and regular expressions, which differ between versions, are not printed', () => {
  const readers = files.filter((path) => /JSON\.parse|new URL\(|new RegExp\(/.test(readFromRoot(path)));
  const printing = readers.filter((path) =>
    /\b(?:error|cause)\.message\b|String\((?:error|cause)\)/.test(readFromRoot(path)),
  );
  expect(printing).toEqual(Object.keys(tellers));
});
