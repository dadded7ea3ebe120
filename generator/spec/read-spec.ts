import { Diagnostics, locateStart } from '../diagnostics.js';
import { type SpecContext, reportProblem, resolveTarget, walkDocument } from './references/spec-context.js';
import { checkDocument, isTooLarge } from './check/check-document.js';
import { typeName, isJsonObject, listEntries, type JsonObject, type Json } from '../json.js';
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
import { applyOverlays } from './overlay/apply-overlays.js';
import { followMisplaced } from './references/follow-misplaced.js';
import { applyRepairs, listLoosened, type RepairedFault, warnAtKey } from './repair/repairs.js';
import { findConsequences } from './check/find-consequences.js';
import { readWith } from './read/read-text.js';
import { rewritable } from './read/tree.js';
import { Positions } from './read/positions.js';
import { allowRefs } from './references/reference.js';
import { DynamicReferences } from './references/resolve-dynamic.js';
import { isResolved, References } from './references/references.js';
import type { SpecDocument } from './spec-document.js';
import { convertSwagger } from './swagger/convert-swagger.js';
import { listItems, type ListedOperation, reportUnmatched, selectOperations } from './subset/select-operations.js';
import { pruneDocument } from './subset/prune-document.js';
import { matchSchema } from './vocabulary/match-schema.js';
import type { Vocabulary } from './vocabulary/vocabulary.js';
import type { SpecSources, SpecText } from './read/source-text.js';

/** The settings for reading a spec beside its text. */
interface ReadSpecOptions extends Omit<SpecSources, 'spec'> {
  /** The `x-` keys that are allowed. Default: all. */
  readonly vocabulary?: Vocabulary;
  readonly diagnostics: Diagnostics;
}

/** Reads, upgrades, checks and repairs an OpenAPI document; reports errors and returns `undefined` then. */
export function readSpec(text: SpecText, options: ReadSpecOptions): SpecDocument | undefined {
  return readWith(options.diagnostics, (diagnostics) => readInto(text, { ...options, diagnostics }));
}

function readInto(text: SpecText, options: ReadSpecOptions): SpecDocument | undefined {
  const { operations, overlays = [] } = options;
  const context = openRoot(text, options);
  if (context === undefined) return undefined;
  const { root, references } = context;
  if (operations !== undefined) {
    inlineSeeds(context, root);
    if (!pruneDocument(operations, { ...context, file: text.file })) return undefined;
  }
  if (isTooLarge(context, root)) return undefined;
  const marks = checkAndRepair(context);
  for (const node of marks.events) readEventData(context, node);
  if (marks.hasTags) {
    // Each alternative of a union has the values of the tag that select it.
    const found = findUnions(context);
    const kin = splitParents(context, found);
    references.forget();
    for (const union of found.unions) narrowUnion(context, union, kin);
  }
  references.forget();
  if (marks.isDynamic) resolveDynamic(context);
  references.forget();
  return openDocument(text.file, context, overlays);
}

/**
 * Lists the operations of a document, even of an invalid one, and those that a subset selects; `undefined` if it cannot be read
 * at all.
 */
export function readOperations(
  text: SpecText,
  options: ReadSpecOptions,
): { readonly operations: readonly ListedOperation[]; readonly chosen: ReadonlySet<ListedOperation> } | undefined {
  const context = openRoot(text, options);
  if (context === undefined) return undefined;
  const { operations: subset = {}, diagnostics } = options;
  const items = listItems(context);
  reportUnmatched(subset, { items, file: text.file, diagnostics });
  return { operations: items.flatMap(({ operations }) => operations), chosen: selectOperations(items, subset) };
}

/** Opens a document and applies its overlays. */
function openRoot(text: SpecText, options: ReadSpecOptions): SpecContext | undefined {
  const { readFile = () => undefined, diagnostics, vocabulary, overlays = [], allowedRefs = [] } = options;
  const positions = new Positions();
  const references = new References({ root: text, readFile, allow: allowRefs(allowedRefs), positions, diagnostics });
  const shared = { positions, diagnostics, references, vocabulary, reported: new WeakSet<JsonObject>() };
  const format = nameForeignText(text.text);
  if (format !== undefined) {
    diagnostics.error('wrong-format', sayForeign(format, 'an OpenAPI document'), locateStart(text.file));
    return undefined;
  }
  const original = readRoot(shared, text.file);
  const written = original && readVersion(original, positions, diagnostics);
  if (original === undefined || written === undefined) return undefined;
  if (!applyOverlays(overlays, { root: original, spec: text.file, positions, diagnostics })) return undefined;
  // An overlay may change the version of OpenAPI, too.
  const version = overlays.length === 0 ? written : readVersion(original, positions, diagnostics);
  references.forget();
  if (version !== '2.0') return version && { ...shared, root: original, version };
  if (isTooLarge(shared, original)) return undefined;
  const root = convertSwagger(original, shared);
  references.replaceRoot(root, original);
  return isTooLarge(shared, root) ? undefined : { ...shared, root, version };
}

/** Reads the root file; one of Google API Discovery is converted. */
function readRoot(
  { references, positions, diagnostics }: Pick<SpecContext, 'references' | 'positions' | 'diagnostics'>,
  file: string,
): JsonObject | undefined {
  const { value } = references.open('');
  if (isJsonObject(value)) {
    if (!isDiscovery(value)) return value;
    const converted = convertDiscovery(value, { positions, diagnostics });
    references.replaceRoot(converted);
    return converted;
  }
  const message = value === undefined ? undefined : `an OpenAPI document must be an object, not ${typeName(value)}`;
  if (message !== undefined) diagnostics.error('wrong-type', message, locateStart(file));
  return undefined;
}

/**
 * Maximum number of times that a document is checked and repaired. A repair may reveal another fault, which the next pass
 * repairs.
 */
const MOST_PASSES = 10;

/** Kinds of parts that later stages rewrite. Most documents have none of them, and need no further search. */
interface Marks {
  /** Media types of server-sent events. */
  readonly events: readonly JsonObject[];
  /** True if there are discriminators. */
  readonly hasTags: boolean;
  /** True if there are dynamic references. */
  readonly isDynamic: boolean;
}

/** Checks and repairs a document until there is nothing left to repair. */
function checkAndRepair(shared: SpecContext): Marks {
  const { diagnostics, references } = shared;
  const reported = new Set<string>();
  for (let pass = 1; ; pass++) {
    const repairs: RepairedFault[] | undefined = diagnostics.strict || pass === MOST_PASSES ? undefined : [];
    references.forget();
    const marks = prepare(shared);
    // Rewriting has changed the targets of references.
    references.forget();
    const own = new Diagnostics(diagnostics);
    const context = { ...shared, repairs, diagnostics: own, reported: new WeakSet<JsonObject>() };
    checkDocument(context);
    if (repairs === undefined || repairs.length === 0) {
      diagnostics.add(own.list);
      return marks;
    }
    repairs.push(...findConsequences(context, listLoosened(repairs)));
    applyRepairs(shared, repairs, reported);
  }
}

/** Rewrites the document to the form that later stages read: OpenAPI 3.1 with the seeds inlined. */
function prepare(context: SpecContext): Marks {
  const { root, version, positions } = context;
  const draft = translateDialect(root);
  const events: JsonObject[] = [];
  const marks = { events, hasTags: false, isDynamic: false };
  const known = new Set<string>();
  walkDocument(context, (node, kind) => {
    marks.hasTags ||= kind === 'discriminator';
    dropForeignExtensions(context, node, known);
    inlineSeeds(context, node);
    followMisplaced(context, node, kind);
    if (isUpgraded(version)) {
      warnOfSiblings(context, node, kind);
      upgradeObject(node, kind, positions);
      return;
    }
    if (kind === 'mediaType' && holdsEvents(positions, node)) events.push(node);
    if (!isSchemaKind(kind)) return;
    translateSchema(node, { ...context, draft });
    readNullable(node, context);
    marks.isDynamic ||= node['$dynamicRef'] !== undefined;
  });
  return marks;
}

/** Warns of keywords beside a `$ref`, which have no effect before OpenAPI 3.1. */
function warnOfSiblings(context: SpecContext, node: JsonObject, kind: KindName): void {
  if (!isSchemaKind(kind) || !hasRef(node)) return;
  for (const [key] of listEntries(node))
    if (key !== '$ref' && key !== 'summary' && key !== 'description')
      warnAtKey(context, 'ignored-field', `"${key}" has no effect beside "$ref" in ${versionName(context.version)}`, [
        node,
        key,
      ]);
}

/** Replaces dynamic references by the schemas to which they resolve. */
function resolveDynamic(context: SpecContext): void {
  const schemas = new Set<JsonObject>();
  walkDocument(context, (node, kind) => {
    if (isSchemaKind(kind)) schemas.add(node);
  });
  new DynamicReferences(context, [...schemas]).resolve();
}

function openDocument(
  file: string,
  { root, positions, references }: SpecContext,
  overlays: readonly SpecText[],
): SpecDocument {
  return {
    file,
    ...(overlays.length > 0 && { overlays: overlays.map((one) => one.file) }),
    root,
    // The check has replaced or rejected all fields that do not have the type of OpenAPI 3.1.
    openapi: root as OpenApiDocument,
    positions,
    open(path) {
      const isOutside = /^(?:\.\.\/|\/|https?:)/i.test(path);
      return isOutside && !references.allows(path) ? undefined : references.open(path).value;
    },
    idOf: (node) => positions.toId(node),
    resolveReference: (reference, node) => references.find(reference, node),
    resolve: (node) => resolveTarget({ references }, node),
  };
}

/** Hints of other tools at samples: `x-faker: address.city`, `x-example-generator`. */
const hintsAtSamples =
  /^x-(?:faker|fake|mock|chance|(?:example|sample|data|value)-?(?:generator|factory)|generator)(?:-|$)/i;

/**
 * Removes `x-` keys that have a name of ours but another meaning: others also use `x-action` or `x-errors`. Later stages rely on
 * the values that remain. Reports each hint at samples once per key, with the key to write instead.
 */
function dropForeignExtensions(context: SpecContext, node: JsonObject, known: Set<string>): void {
  const { vocabulary } = context;
  if (!vocabulary?.tolerant) return;
  const warn = (key: string, fault: string): void =>
    warnAtKey(context, 'foreign-extension', `"${key}" ${fault}`, [node, key]);
  for (const [key, value] of Object.entries(node)) {
    if (hintsAtSamples.test(key) && !known.has(key)) {
      const instead = 'the emulator invents values by names, formats and patterns; write an "example" to choose one';
      warn(key, `has no effect: ${instead}`);
      known.add(key);
    }
    const { schema = true } = vocabulary.extensions.get(key) ?? {};
    const location = { owner: node, key, name: key };
    const [first] = matchSchema({ value, location, definitions: vocabulary.definitions }, schema);
    if (first === undefined) continue;
    warn(key, `does not have the form that speccast expects, so it has no effect: ${first.message()}`);
    delete rewritable(node)[key];
  }
}

/** Extensions that may be in files of their own. */
const keys = ['x-seed', 'x-conformance'];

/** Replaces each `{$ref: file}` inside `x-seed` and `x-conformance` by the content; reports those that do not resolve. */
function inlineSeeds(context: SpecContext, node: JsonObject): void {
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
    const outcome = context.references.follow(value);
    if (isResolved(outcome)) return outcome.value;
    reportProblem(context, outcome);
    return value;
  }
}
