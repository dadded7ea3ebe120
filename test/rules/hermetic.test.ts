import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { filesBelow, nodesOf, parse, placeOf, textOf } from './sources.js';

/** What answers differently from machine to machine, or from one moment to the next. */
const unsteady =
  /^(?:localeCompare|toLocale\w+|Intl|Date|random|randomUUID|randomBytes|performance|hrtime|env|hostname|homedir|userInfo|cpus|availableParallelism|getTimezoneOffset)$/;

/** Where one of them is used for what no output shows. */
const allowed: Readonly<Record<string, string>> = {
  'generator/api/operations/lower-operation.ts Intl': 'tells whether a name is that of a time zone',
  'generator/cli.ts env': 'colours and progress, for people, and where what is kept is',
  'generator/commands/terminal/caches-folder.ts homedir': 'where what is kept is',
  'generator/commands/address/fetch-spec.ts performance': 'how long a server may take',
  'generator/commands/address/fetch-text.ts hostname': 'the host of an address',
  'generator/commands/address/headers.ts env': 'credentials, which are sent and never shown',
  'generator/config/address.ts hostname': 'the host of an address',
  'generator/commands/build/build.ts availableParallelism': 'how many packages are built at a time',
  'generator/commands/mock/code-cache.ts Date': 'when what is kept was used last',
  'generator/commands/generate/generate.ts performance': 'how long a build took, for people',
  'generator/commands/init/init.ts env': 'the package manager that runs it, where a project has no lock file',
  'generator/commands/watch/watch-specs.ts performance': 'how long to wait for the end of a burst of changes',
  'generator/commands/generate/make-target.ts performance': 'times of the table, for people',
  'generator/output/cache/run-cache.ts Date': 'whether a file is old enough to be known by its time',
  'generator/output/write/lock.ts hostname': 'says who writes to a folder',
  'generator/output/emitters/run-emitters.ts performance': 'when an emitter that does not end is stopped',
  'generator/output/print/printer.ts env': 'handed on to the second thread as it is',
  'generator/output/print/printer.ts availableParallelism': 'one thread or two, which makes no difference',
};

const files = filesBelow('generator', '.ts');

const found = files
  .filter((path) =>
    textOf(path)
      .match(/\w+/g)
      ?.some((word) => unsteady.test(word)),
  )
  .flatMap((path) =>
    [...nodesOf(parse(path))]
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
const tellers: Readonly<Record<string, string>> = {
  'generator/commands/address/fetch-text.ts': 'tells why the network failed',
  'generator/commands/command-line.ts': 'tells of mistakes of speccast itself',
  'generator/commands/mock/mock.ts': 'tells which package has to be installed',
  'generator/output/emitters/run-emitters.ts': 'tells what the code of an emitter threw, which its author reads',
};

test('what engines say about JSON, addresses and expressions, in words of their own, is passed on to nobody', () => {
  const readers = files.filter((path) => /JSON\.parse|new URL\(|new RegExp\(/.test(textOf(path)));
  const told = readers.filter((path) => /\b(?:error|cause)\.message\b|String\((?:error|cause)\)/.test(textOf(path)));
  expect(told).toEqual(Object.keys(tellers));
});
