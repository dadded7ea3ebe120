import type { Api, Operation } from '../../api/api.js';
import { toChange } from '../operations/api-diff.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { diffApis } from '../diff-specs.js';
import { step } from '../sides/finding.js';
import { differences } from '../sides/pairs.js';
import { createLocate } from '../sides/side.js';
import { Diagnostics, locateStart, type Failure, type Position } from '../../diagnostics.js';
import { PARTS, SURFACES, type CustomExports } from '../../emit/emit-context.js';
import { pickOptions, type Part, type Surface, type ArgumentStyle } from '../../options.js';
import { usedCodecs } from '../../emit/own-packages.js';
import { neededPackages } from '../../emit/package/package-json.js';
import { hashCodecs, hashData, releasedDocument } from '../../emit/package/published-document.js';
import { readApi, type ApiSources } from '../../api/read-api.js';
import type { JsonObject } from '../../json.js';
import { findParts } from '../../emit/create-context.js';
import { readReleased, type Needs } from './read-released.js';
import intersects from 'semver/ranges/intersects.js';
import type { SpecText } from '../../spec/read/source-text.js';
import { planArguments } from '../../emit/code/operation-params.js';

/** The changes since a release, and both descriptions. */
export interface Differences {
  readonly packageName: string;
  readonly changes: readonly Change[];
  readonly before: Api;
  readonly after: Api;
  /** The version that was released. */
  readonly version: string;
  /** Hash of the files of that release, if it is known. */
  readonly files: string | undefined;
}

/** The sources of a package. */
interface PackageSources extends ApiSources {
  /** The exports of custom code. Default: none. */
  readonly customExports?: CustomExports | undefined;
}

/**
 * Compares the document in released.json with the sources that would be published now. In the released document, an extension that
 * the vocabulary no longer has is not an error.
 */
export function findChangesSince(text: SpecText, { customExports, ...sources }: PackageSources): Differences | Failure {
  const diagnostics = new Diagnostics(sources);
  const released = readReleased(text, diagnostics);
  const after = released && readApi(sources, { diagnostics });
  if (released === undefined || after === undefined) return { diagnostics: diagnostics.list };
  const { document, data, needs, parts: had = PARTS, codecs = {}, version, files } = released;
  const { packageName, api } = after;
  const vocabulary = sources.vocabulary && {
    vocabulary: { ...sources.vocabulary, tolerant: true, isLater: true },
  };
  const mistakes = new Diagnostics({ strict: true });
  // The released codecs are needed only by name, because types refer to them by name. Their modules are not known.
  const codecFiles = Object.keys(codecs).map((name) => ({ name, file: document.file, text: '' }));
  const names = { packageName, methodNames: sources.methodNames };
  const options = { ...pickOptions(released), ...names, codecs: codecFiles, ...vocabulary };
  const before = readApi({ spec: document, ...options }, { diagnostics: mistakes });
  diagnostics.add(mistakes.list.filter(({ severity }) => severity === 'error'));
  if (before === undefined) return { diagnostics: diagnostics.list };
  const locate = { before: createLocate(before.document), after: createLocate(after.document) };
  // Seed and checks are not in the published document, so released.json has hashes of them. Older versions of that file have none.
  const hashes = hashData(api.document);
  const changes = [...diffApis(withData(before.api, data ?? hashes), withData(api, hashes), locate)];
  const at = locateStart(document.file);
  const tell: TellRelease = (code, subject, message) =>
    void changes.push(toChange({ code, message, subject, at, side: 'old' }));
  const chosen = { parts: sources.parts ?? PARTS, surfaces: sources.surfaces };
  const { parts, surfaces = [] } = findParts(api, chosen, customExports !== undefined);
  diffParts(tell, [...had, ...(released.surfaces ?? [])], [...parts, ...surfaces]);
  const packages = neededPackages({ parts, surfaces }, usedCodecs(api, sources.codecs));
  for (const [subject, old, range] of listChanged(needs, packages)) {
    // Types of the dependency may be part of exported types: a new major version breaks users although npm installs it for them.
    const code = intersects(old, range) ? 'dependency-changed' : 'dependency-replaced';
    tell(code, subject, `${range} is needed, and ${old} was`);
  }
  // A codec that is new or gone is reported at the schemas that use it.
  for (const [subject] of listChanged(codecs, hashCodecs(sources.codecs)))
    tell('codec-rewritten', subject, 'the module of this codec changed, so that its values may be others');
  const [took, takes] = [released.argumentStyle, sources.argumentStyle];
  changes.push(...diffArguments({ api: before.api, style: took }, { api, style: takes }, at));
  diffCustom(tell, released.custom, customExports);
  return { packageName, before: before.api, after: api, changes, version, files };
}

/** Reports a change of the package beside its document. */
type TellRelease = (code: ChangeCode, subject: string, message: string) => void;

function withData(api: Api, hashes: JsonObject): Api {
  return { ...api, extensions: { ...releasedDocument(api.extensions), ...hashes } };
}

/** Lists the names whose values differ, with both values: ranges of packages, or hashes of modules. */
function listChanged(before: Needs = {}, after: Needs): readonly (readonly [name: string, old: string, now: string])[] {
  return Object.entries(after).flatMap(([name, now]) => {
    const old = before[name];
    return old === undefined || old === now ? [] : [[name, old, now] as const];
  });
}

/** Compares the exports of custom code, by module. */
function diffCustom(tell: TellRelease, before: CustomExports = {}, after: CustomExports = {}): void {
  for (const module of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const { come, gone } = differences(before[module], after[module]);
    const from = module === 'index' ? 'the package' : JSON.stringify(`./custom/${module}`);
    const who = module.includes('/') ? 'the class of the resource has' : `${from} exports`;
    for (const name of gone) tell('custom-export-removed', step(`custom.${module}.${name}`), `${who} it no longer`);
    for (const name of come) tell('custom-export-added', step(`custom.${module}.${name}`), `${who} it now`);
  }
}

/** Compares the parts and surfaces that a package has. */
function diffParts(tell: TellRelease, before: readonly (Part | Surface)[], after: readonly (Part | Surface)[]): void {
  for (const one of [...PARTS, ...SURFACES]) {
    const isNew = after.includes(one);
    if (before.includes(one) === isNew) continue;
    const kind = PARTS.some((part) => part === one) ? 'part' : 'surface';
    tell(isNew ? 'part-added' : 'part-removed', one, `this ${kind} is ${isNew ? 'new' : 'gone'}`);
  }
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

/** Describes the positional arguments of a method: `an id and params`. With `hasBody`, also says in which form the body is passed. */
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
