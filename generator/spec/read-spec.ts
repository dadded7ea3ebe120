import { Diagnostics, locateStart } from '../diagnostics.js';
import { type SpecContext, mappedSchema, reportProblem, resolveTarget } from './references/spec-context.js';
import { checkDocument, isTooLarge } from './check/check-document.js';
import { typeName, isJsonObject, type JsonObject, type Json } from '../json.js';
import { translateDialect, translateSchema } from './dialects/translate-schema.js';
import { convertDiscovery, isDiscovery } from './discovery/convert-discovery.js';
import { findUnions } from './discriminators/find-families.js';
import { narrowUnion } from './discriminators/narrow-union.js';
import { splitParents } from './discriminators/split-parents.js';
import { holdsEvents, readEventData } from './read-event-data.js';
import type { OpenApiDocument } from './openapi/openapi.js';
import { type KindName, hasRef, isSchemaKind } from './openapi/rules.js';
import { isUpgraded, readVersion, versionName, nameForeignText, sayForeign } from './openapi/spec-version.js';
import { readNullable, upgradeObject } from './dialects/upgrade-3-0.js';
import { walk } from './openapi/walk.js';
import { applyOverlays } from './overlay/apply-overlays.js';
import { followMisplaced } from './references/follow-misplaced.js';
import { Repairs } from './repair/repairs.js';
import { findConsequences } from './check/find-consequences.js';
import { readWith } from './read/read-text.js';
import { rewritable } from './read/tree.js';
import { Positions } from './read/positions.js';
import { allowRefs } from './references/reference.js';
import { DynamicReferences } from './references/resolve-dynamic.js';
import { isResolved, References, SpecFiles, type Problem } from './references/references.js';
import type { SpecDocument } from './spec-document.js';
import { convertSwagger } from './swagger/convert-swagger.js';
import { listItems, type ListedOperation, reportUnmatched, selectOperations } from './subset/select-operations.js';
import type { OperationSubset } from './operation-pattern.js';
import { pruneDocument } from './subset/prune-document.js';
import { matchSchema } from './vocabulary/match-schema.js';
import type { Vocabulary } from './vocabulary/vocabulary.js';
import type { ReadSpecFile, SpecText } from './read/source-text.js';

/** The settings for reading a spec beside its text. */
interface ReadSpecOptions {
  /** Reads another file of the spec, named like the root file: relative to the same folder. */
  readonly readFile: ReadSpecFile;
  /** Folders, named like the root file, and beginnings of addresses that references may resolve to besides. Default: none. */
  readonly allowed?: readonly string[];
  /** The `x-` keys that are allowed; absent, they are free. */
  readonly vocabulary?: Vocabulary;
  /** Overlay documents, applied one after the other before anything else happens to the document. Default: none. */
  readonly overlays?: readonly SpecText[];
  /** Which operations of the document are read. Default: all. */
  readonly operations?: OperationSubset | undefined;
  readonly diagnostics: Diagnostics;
}

/** Reads, upgrades, checks and repairs an OpenAPI document; `undefined` where errors were reported. */
export function readSpec(text: SpecText, options: ReadSpecOptions): SpecDocument | undefined {
  return readWith(options.diagnostics, (diagnostics) => readInto(text, { ...options, diagnostics }));
}

function readInto(text: SpecText, options: ReadSpecOptions): SpecDocument | undefined {
  const { vocabulary, diagnostics, overlays = [], operations } = options;
  const opened = openRoot(text, options);
  if (opened === undefined) return undefined;
  const { files, ...shared } = { ...opened, vocabulary, diagnostics, reported: new WeakSet<JsonObject>() };
  const { root, positions } = shared;
  if (operations !== undefined) {
    const before = { ...shared, references: new References(files, positions) };
    inlineSeeds(root, before.references, (problem) => reportProblem(before, problem));
    if (!pruneDocument(operations, { ...before, file: text.file })) return undefined;
  }
  if (isTooLarge({ positions, diagnostics }, root)) return undefined;
  const { context: checked, marks } = checkAndRepair(shared, files);
  for (const node of marks.events) readEventData(checked, node);
  if (marks.hasTags) {
    // Every alternative of a union says which values of the tag it takes.
    const found = findUnions(checked);
    const kin = splitParents(checked, found);
    const split = { ...checked, references: new References(files, positions) };
    for (const union of found.unions) narrowUnion(split, union, kin);
  }
  // References are others after each of these.
  if (marks.isDynamic) resolveDynamic({ ...checked, references: new References(files, positions) });
  return openDocument(text.file, { ...checked, references: new References(files, positions), files }, overlays);
}

/** The operations of a document, and which of them a subset selects. */
interface OperationList {
  readonly operations: readonly ListedOperation[];
  readonly chosen: ReadonlySet<ListedOperation>;
}

/** Reads which operations a document has, whatever is wrong with them; `undefined` where it cannot be read at all. */
export function readOperations(text: SpecText, options: ReadSpecOptions): OperationList | undefined {
  const opened = openRoot(text, options);
  if (opened === undefined) return undefined;
  const { operations: subset = {}, diagnostics } = options;
  const items = listItems({ ...opened, references: new References(opened.files, opened.positions) });
  reportUnmatched(subset, { items, file: text.file, diagnostics });
  return { operations: items.flatMap(({ operations }) => operations), chosen: selectOperations(items, subset) };
}

/** A document with its overlays applied. */
interface Opened extends Pick<SpecContext, 'root' | 'version' | 'positions'> {
  readonly files: SpecFiles;
}

function openRoot(text: SpecText, options: ReadSpecOptions): Opened | undefined {
  const { readFile, diagnostics, overlays = [], allowed = [] } = options;
  const positions = new Positions();
  const files = new SpecFiles({ root: text, readFile, allow: allowRefs(allowed), positions, diagnostics });
  const format = nameForeignText(text.text);
  if (format !== undefined) {
    diagnostics.error('wrong-format', sayForeign(format, 'an OpenAPI document'), locateStart(text.file));
    return undefined;
  }
  const original = readRoot(files, positions, diagnostics);
  const written = original && readVersion(original, positions, diagnostics);
  if (original === undefined || written === undefined) return undefined;
  if (!applyOverlays(overlays, { root: original, spec: text.file, positions, diagnostics })) return undefined;
  // Overlays may change the version, too.
  const version = overlays.length === 0 ? written : readVersion(original, positions, diagnostics);
  if (version === undefined) return undefined;
  if (version === '2.0' && isTooLarge({ positions, diagnostics }, original)) return undefined;
  const root = version === '2.0' ? readSwagger(original, { files, positions, diagnostics }) : original;
  return root === undefined ? undefined : { root, version, positions, files };
}

/** Most times that a document is checked: what a repair brings to light is repaired by the next one. */
const MOST_PASSES = 10;

/** The parts of a document that later stages rewrite, found on the way: most documents have none, and are not searched again. */
interface Marks {
  /** Media types of server-sent events. */
  readonly events: readonly JsonObject[];
  /** True if there are discriminators. */
  readonly hasTags: boolean;
  /** True if there are dynamic references. */
  readonly isDynamic: boolean;
}

/** Checks a document, and repairs it until there is nothing to repair. */
function checkAndRepair(
  shared: Omit<SpecContext, 'references'>,
  files: SpecFiles,
): { readonly context: SpecContext; readonly marks: Marks } {
  const { diagnostics, positions } = shared;
  const told = new Set<string>();
  for (let pass = 1; ; pass++) {
    const repairs = diagnostics.strict || pass === MOST_PASSES ? undefined : new Repairs();
    const own = { repairs, diagnostics: new Diagnostics(diagnostics), reported: new WeakSet<JsonObject>() };
    const marks = prepare({ ...shared, references: new References(files, positions) });
    // The targets of references were rewritten on the way.
    const context = { ...shared, ...own, references: new References(files, positions) };
    checkDocument(context);
    if (repairs === undefined || repairs.isEmpty) {
      diagnostics.add(own.diagnostics.list);
      return { context: { ...context, diagnostics }, marks };
    }
    for (const { fault, repair } of findConsequences(context, repairs.loosened)) repairs.add(fault, repair);
    repairs.apply(shared, told);
  }
}

function readRoot(files: SpecFiles, positions: Positions, diagnostics: Diagnostics): JsonObject | undefined {
  const opened = files.open('');
  if ('missing' in opened) return undefined;
  const { value } = opened;
  if (isJsonObject(value) && isDiscovery(value)) {
    const converted = convertDiscovery(value, { positions, diagnostics });
    files.replaceRoot(converted);
    return converted;
  }
  if (isJsonObject(value)) return value;
  diagnostics.error(
    'wrong-type',
    `an OpenAPI document is an object, not ${typeName(value)}`,
    opened.source.position(0),
  );
  return undefined;
}

/** Converts a Swagger 2.0 document, overlays included; `undefined` where it has too many parts to be read. */
function readSwagger(
  original: JsonObject,
  context: Pick<SpecContext, 'positions' | 'diagnostics'> & { readonly files: SpecFiles },
): JsonObject | undefined {
  const { files, positions } = context;
  const root = convertSwagger(original, { ...context, references: new References(files, positions) });
  files.replaceRoot(root, original);
  return isTooLarge(context, root) ? undefined : root;
}

/** Rewrites the document to what later stages read: OpenAPI 3.1 with the seeds inlined. */
function prepare(context: SpecContext): Marks {
  const { root, version, positions, references } = context;
  const draft = translateDialect(root);
  const events: JsonObject[] = [];
  const marks = { events, hasTags: false, isDynamic: false };
  const known = new Set<string>();
  walk(root, {
    visit(node, kind) {
      marks.hasTags ||= kind === 'discriminator';
      dropForeignExtensions(context, node, known);
      inlineSeeds(node, references, (problem) => reportProblem(context, problem));
      followMisplaced(context, node, kind);
      if (!isUpgraded(version)) {
        if (kind === 'mediaType' && holdsEvents(positions, node)) events.push(node);
        if (!isSchemaKind(kind)) return;
        translateSchema(node, { ...context, draft });
        readNullable(node, context);
        marks.isDynamic ||= node['$dynamicRef'] !== undefined;
        return;
      }
      warnOfSiblings(context, node, kind);
      upgradeObject(node, kind, positions);
    },
    refer: (node) => resolveTarget(context, node)?.value,
    map: (name, mapping) => mappedSchema(context, name, mapping),
  });
  return marks;
}

/** Warns of keywords beside a `$ref`, which have no effect before OpenAPI 3.1. */
function warnOfSiblings({ version, positions, diagnostics }: SpecContext, node: JsonObject, kind: KindName): void {
  if (!isSchemaKind(kind) || !hasRef(node)) return;
  for (const key of Object.keys(node)) {
    if (key === '$ref' || key === 'summary' || key === 'description' || key.startsWith('x-')) continue;
    const message = `"${key}" has no effect beside "$ref" in ${versionName(version)}`;
    diagnostics.warning('ignored-field', message, positions.ofKey(node, key));
  }
}

/** Lets dynamic references resolve to schemas. */
function resolveDynamic(context: SpecContext): void {
  const schemas = new Set<JsonObject>();
  walk(context.root, {
    visit: (node, kind) => void (isSchemaKind(kind) && schemas.add(node)),
    refer: (node) => resolveTarget(context, node)?.value,
  });
  new DynamicReferences(context, [...schemas]).resolve();
}

function openDocument(
  file: string,
  { root, positions, references, files }: SpecContext & { readonly files: SpecFiles },
  overlays: readonly SpecText[],
): SpecDocument {
  return {
    file,
    ...(overlays.length === 0 ? {} : { overlays: overlays.map((one) => one.file) }),
    root,
    // The check has found every field of the document to be of the type that OpenAPI 3.1 gives it.
    openapi: root as OpenApiDocument,
    positions: positions,
    open(path) {
      const isOutside = /^(?:\.\.\/|\/|https?:)/i.test(path);
      if (isOutside && !files.allows(path)) return undefined;
      const opened = files.open(path);
      return 'missing' in opened ? undefined : opened.value;
    },
    idOf: (node) => positions.toId(node),
    resolveReference: (reference, node) => references.find(reference, node),
    resolve: (node) => resolveTarget({ references }, node),
  };
}

/** Hints of other tools at values that are to be made up: `x-faker: address.city`, `x-example-generator`. */
const hintsAtSamples =
  /^x-(?:faker|fake|mock|chance|(?:example|sample|data|value)-?(?:generator|factory)|generator)(?:-|$)/i;

/**
 * Takes out `x-` keys that happen to be called like ours and hold something else: others use `x-action` or `x-errors`, too.
 * Later stages rely on the values of all others. Of hints at samples, says once of each key what to write instead.
 */
function dropForeignExtensions(
  { vocabulary, positions, diagnostics }: SpecContext,
  node: JsonObject,
  known: Set<string>,
): void {
  if (!vocabulary?.tolerant) return;
  for (const [key, value] of Object.entries(node)) {
    if (hintsAtSamples.test(key) && !known.has(key)) {
      const instead =
        'the emulator makes values up by names, formats and patterns; write an "example" for one of your own';
      diagnostics.warning('foreign-extension', `"${key}" has no effect: ${instead}`, positions.ofKey(node, key));
      known.add(key);
    }
    const extension = key.startsWith('x-') ? vocabulary.extensions.get(key) : undefined;
    if (extension === undefined) continue;
    const location = { owner: node, key, name: key };
    const [first] = matchSchema({ value, location, definitions: vocabulary.definitions }, extension.schema);
    if (first === undefined) continue;
    const message = `"${key}" is not written as speccast understands it, and has no effect: ${first.message()}`;
    diagnostics.warning('foreign-extension', message, positions.ofKey(node, key));
    // The tree is ours until it is checked, and upgraded in place as well.
    delete (node as Record<string, unknown>)[key];
  }
}

/** Extensions that may be in files of their own. */
const keys = ['x-seed', 'x-conformance'];

/** Replaces each `{$ref: file}` inside `x-seed` and `x-conformance` by what it resolves to; reports those that resolve to nothing. */
function inlineSeeds(node: JsonObject, references: References, report: (problem: Problem) => void): void {
  for (const key of keys) {
    const value = node[key];
    if (value !== undefined) rewritable(node)[key] = inline(value);
  }

  function inline(value: Json): Json {
    if (!isJsonObject(value)) return value;
    if (!hasRef(value)) {
      for (const [key, item] of Object.entries(value)) rewritable(value)[key] = inline(item);
      return value;
    }
    const outcome = references.follow(value);
    if (isResolved(outcome)) return outcome.value;
    report(outcome);
    return value;
  }
}
