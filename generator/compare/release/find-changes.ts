import type { Api, Operation } from '../../api/api.js';
import { toChange } from '../operations/api-diff.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { diffApis } from '../diff-specs.js';
import { step } from '../sides/finding.js';
import { differences } from '../sides/pairs.js';
import { createLocate } from '../sides/side.js';
import { Diagnostics, type Failure, type Position } from '../../diagnostics.js';
import { PARTS, SURFACES, type CustomExports } from '../../emit/emit-context.js';
import { pickOptions, type Part, type Surface, type ArgumentStyle } from '../../options.js';
import { usedCodecs } from '../../emit/own-packages.js';
import { neededPackages } from '../../emit/package/package-json.js';
import { hashCodecs, hashData, releasedDocument } from '../../emit/package/published-document.js';
import { readApi, type ApiSources } from '../../api/read-api.js';
import type { JsonObject } from '../../json.js';
import { findParts } from '../../emit/create-context.js';
import { readReleased, type Needs, type Released } from './read-released.js';
import intersects from 'semver/ranges/intersects.js';
import type { SpecText } from '../../spec/read/source-text.js';
import { planArguments } from '../../emit/code/operation-params.js';

/** The changes since a release, and both descriptions. */
export interface FoundChanges {
  readonly packageName: string;
  readonly changes: readonly Change[];
  readonly before: Api;
  readonly after: Api;
}

/** The sources of a package. */
interface PackageSources extends ApiSources {
  /** The exports of custom code. Default: none. */
  readonly customExports?: CustomExports | undefined;
}

/**
 * Compares a document that was published with the sources that would be published now; returns `undefined` if errors were
 * reported. Extensions that the vocabulary does not have any more are no errors in the published document.
 */
function findChanges(
  released: Omit<Released, 'version' | 'files'>,
  { customExports, ...sources }: PackageSources,
  diagnostics: Diagnostics,
): FoundChanges | undefined {
  const { document, data, needs, parts: had = PARTS, codecs = {} } = released;
  const after = readApi(sources, { diagnostics });
  if (after === undefined) return undefined;
  const { packageName, api } = after;
  const vocabulary = sources.vocabulary && {
    vocabulary: { ...sources.vocabulary, tolerant: true, isLater: true },
  };
  const mistakes = new Diagnostics({ strict: true });
  const { methodNames } = sources;
  // The texts of the old modules of codecs do not matter: types have the names of the codecs.
  const codecFiles = Object.keys(codecs).map((name) => ({ name, file: document.file, text: '' }));
  const options = { ...pickOptions(released), packageName, methodNames, codecs: codecFiles, ...vocabulary };
  const before = readApi({ spec: document, ...options }, { diagnostics: mistakes });
  for (const { severity, code, message, at } of mistakes.list)
    if (severity === 'error') diagnostics.error(code, message, at);
  if (before === undefined) return undefined;
  const locate = { before: createLocate(before.document), after: createLocate(after.document) };
  // Seed and checks are in the package, but not in its document: a release keeps hashes of them, earlier ones nothing.
  const hashes = hashData(api.document);
  const changes = diffApis(withData(before.api, data ?? hashes), withData(api, hashes), locate);
  const at = { file: document.file, line: 1, column: 1 };
  const { parts, surfaces } = findParts(
    api,
    { parts: sources.parts ?? PARTS, surfaces: sources.surfaces },
    customExports !== undefined,
  );
  const own = [
    ...diffParts([...had, ...(released.surfaces ?? [])], [...parts, ...(surfaces ?? [])], at),
    ...diffNeeds(needs ?? {}, neededPackages({ parts, surfaces }, usedCodecs(api, sources.codecs)), at),
    ...diffCodecs(codecs, hashCodecs(sources.codecs), at),
    ...diffArguments({ api: before.api, style: released.argumentStyle }, { api, style: sources.argumentStyle }, at),
    ...diffCustom(released.custom, customExports, at),
  ];
  return { packageName, before: before.api, after: api, changes: [...changes, ...own] };
}

/** The changes since the release that a `released.json` describes. */
export interface Differences extends FoundChanges {
  /** The version that was released. */
  readonly version: string;
  /** Hash of the files of that release, if it is known. */
  readonly files: string | undefined;
}

/** Compares what a released.json tells with the sources that would be published now. */
export function findChangesSince(text: SpecText, sources: PackageSources): Differences | Failure {
  const diagnostics = new Diagnostics(sources);
  const released = readReleased(text, diagnostics);
  const found = released === undefined ? undefined : findChanges(released, sources, diagnostics);
  if (released === undefined || found === undefined) return { diagnostics: diagnostics.list };
  return { ...found, version: released.version, files: released.files };
}

function withData(api: Api, hashes: JsonObject): Api {
  return { ...api, extensions: { ...releasedDocument(api.extensions), ...hashes } };
}

/** The codecs of the user's own whose modules changed; that one is new, or gone, is said of the schemas that have it. */
function diffCodecs(before: Needs, after: Needs, at: Position): readonly Change[] {
  return Object.entries(after).flatMap(([subject, hash]) => {
    if (before[subject] === undefined || before[subject] === hash) return [];
    const message = 'the module of this codec changed, so that its values may be others';
    return toChange({ code: 'codec-rewritten', message, subject, at, side: 'old' });
  });
}

/** Compares the exports of custom code, by module. */
function diffCustom(before: CustomExports = {}, after: CustomExports = {}, at: Position): readonly Change[] {
  const modules = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...modules].flatMap((module) => {
    const { come, gone } = differences(before[module], after[module]);
    const from = module === 'index' ? 'the package' : JSON.stringify(`./custom/${module}`);
    const who = module.includes('/') ? 'the class of the resource has' : `${from} exports`;
    const tell = (code: ChangeCode, name: string, when: string): Change =>
      toChange({ code, message: `${who} it ${when}`, subject: step(`custom.${module}.${name}`), at, side: 'old' });
    return [
      ...gone.map((name) => tell('custom-export-removed', name, 'no longer')),
      ...come.map((name) => tell('custom-export-added', name, 'now')),
    ];
  });
}

/** The parts and surfaces that a package has, and did not have, or the other way round. */
function diffParts(
  before: readonly (Part | Surface)[],
  after: readonly (Part | Surface)[],
  at: Position,
): readonly Change[] {
  const changed = [...PARTS, ...SURFACES].filter((part) => before.includes(part) !== after.includes(part));
  return changed.flatMap((subject) => {
    const isNew = after.includes(subject);
    const code = isNew ? 'part-added' : 'part-removed';
    const message = `this ${PARTS.some((one) => one === subject) ? 'part' : 'surface'} is ${isNew ? 'new' : 'gone'}`;
    return toChange({ code, message, subject, at, side: 'old' });
  });
}

/**
 * Compares the ranges of other packages that a package needs: `^2.1.0` -> `^2.3.0` changes one, `^2.1.0` -> `^3.0.0` replaces
 * it. The latter breaks even for dependencies that npm installs, since the package exports their types.
 */
function diffNeeds(before: Needs, after: Needs, at: Position): readonly Change[] {
  return Object.entries(after).flatMap(([subject, range]) => {
    const old = before[subject];
    if (old === undefined || old === range) return [];
    const code = intersects(old, range) ? 'dependency-changed' : 'dependency-replaced';
    return toChange({ code, message: `${range} is needed, and ${old} was`, subject, at, side: 'old' });
  });
}

/** A package whose methods take arguments in a style. */
interface Styled {
  readonly api: Api;
  readonly style?: ArgumentStyle | undefined;
}

/**
 * Compares the arguments of methods. Another style is one change, at `at`; within the positional style each operation whose
 * arguments moved is one: `the method takes an id and params with \`body\`, and took an id and no params with \`body\``.
 */
export function diffArguments(before: Styled, after: Styled, at: Position): readonly Change[] {
  const [was = 'object', is = 'object'] = [before.style, after.style];
  if (was !== is) return [tell('argumentStyle', `methods take ${STYLES[is]}, and took ${STYLES[was]}`, at)];
  if (is === 'object') return [];
  const old = new Map(before.api.operations.map((one) => [one.id, one]));
  return after.api.operations.flatMap((operation) => {
    const other = old.get(operation.id);
    if (other === undefined) return [];
    const hasBody = operation.body !== undefined && other.body !== undefined;
    const [takes, took] = [
      describeArguments(after.api, operation, hasBody),
      describeArguments(before.api, other, hasBody),
    ];
    if (takes === took) return [];
    const change = tell(
      step(`operations.${operation.id}`),
      `the method takes ${takes}, and took ${took}`,
      operation.at,
    );
    return [{ ...change, operations: [operation.id], side: 'new' as const }];
  });
}

const STYLES = { object: 'one object', positional: 'an id by position and properties of the body beside parameters' };

/** A parameter that is new comes between an id and the options; a body is compared where there are two. */
function describeArguments(api: Api, operation: Operation, hasBody: boolean): string {
  const plan = planArguments(api, operation, 'positional');
  const id = plan?.id === undefined ? 'no id' : 'an id';
  const params = plan?.others.length === 0 ? 'no params' : 'params';
  const body = plan?.mergesBody === true ? ' with properties of the body' : ' with `body`';
  return `${id} and ${params}${hasBody ? body : ''}`;
}

function tell(subject: string, message: string, at: Position): Change {
  return toChange({ code: 'argument-style-changed', message, subject, at, side: 'old' });
}
