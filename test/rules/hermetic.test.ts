import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readRows } from '../rows.js';
import { filesBelow, nodesOf, parse, placeOf, textOf } from './sources.js';

const { data } = readRows(import.meta.url);

/** What answers differently from machine to machine, or from one moment to the next. */
const unsteady =
  /^(?:localeCompare|toLocale\w+|Intl|Date|random|randomUUID|randomBytes|performance|hrtime|env|hostname|homedir|userInfo|cpus|availableParallelism|getTimezoneOffset)$/;

/** Where one of them is used for what no output shows. */
const allowed = data<Readonly<Record<string, string>>>('allowed');

const files = filesBelow('generator', '.ts');

const found = files
  .filter((path) =>
    textOf(path)
      .match(/\w+/g)
      ?.some((word) => unsteady.test(word)),
  )
  .flatMap((path) =>
    nodesOf(parse(path))
      .filter((node) => ts.isIdentifier(node) && unsteady.test(node.text) && isGlobal(node))
      .map((node) => ({ use: `${path} ${node.getText()}`, place: placeOf(node) })),
  );

/** A name that is used, not one that the file gives to something of its own. */
function isGlobal(node: ts.Node): boolean {
  const { parent } = node;
  const isKey = (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node;
  return !isKey && !ts.isImportSpecifier(parent);
}

test('nothing that the generator makes depends on language, time, place or chance', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(found.filter(({ use }) => allowed[use] === undefined).map(({ use, place }) => `${use} (${place})`)).toEqual(
    [],
  );
});

test('every exemption is needed', () => {
  expect(Object.keys(allowed).filter((use) => !found.some((one) => one.use === use))).toEqual([]);
});

/** Files that tell what they catch, though they read such things too. */
const tellers = data<Readonly<Record<string, string>>>('tellers');

test('what engines say about JSON, addresses and expressions, in words of their own, is passed on to nobody', () => {
  const readers = files.filter((path) => /JSON\.parse|new URL\(|new RegExp\(/.test(textOf(path)));
  const told = readers.filter((path) => /\b(?:error|cause)\.message\b|String\((?:error|cause)\)/.test(textOf(path)));
  expect(told).toEqual(Object.keys(tellers));
});
