import { locateStart, type Diagnostics, type Position } from '../diagnostics.js';
import { drainSchemas, enqueueSchema } from './schemas/lower-schema.js';
import { bundleDocument } from '../spec/references/bundle-document.js';
import { printPointer } from '../spec/read/pointer.js';
import { compact, nonEmpty } from '../json.js';
import type { SpecDocument } from '../spec/spec-document.js';
import type { Api, Layer, Model, Operation, Webhook } from './api.js';
import { finishCodecs, ownCodecTypes } from './schemas/codecs.js';
import { findCommonParameters, shapeOperation } from './shapes/shape-operation.js';
import { Conversions, reportAmbiguous } from './conversions/conversions.js';
import { findUsage, lowerModels, reportLargeModules, type SchemaUse } from './shapes/lower-models.js';
import { lowerDoc } from './schemas/doc.js';
import { lowerServiceErrors, lowerOperations, type OperationDraft } from './operations/lower-operation.js';
import { lowerGroups } from './naming/name-operations.js';
import { lowerSecuritySchemes } from './service/lower-security.js';
import { reportRelativeServers, lowerServers } from './service/servers.js';
import { lowerWebhooks } from './operations/lower-webhooks.js';
import { type CallersOptions, lowerExtensions, type Lowering, startLowering } from './schemas/lowering.js';
import { type ApiNames, nameApi } from './naming/name-api.js';
import { type NamedParts, reportNames, unusedCases, tellPropertiesApart } from './naming/report-names.js';
import type { ServiceOptions } from '../options.js';
import { type Enums, lowerEnums, reportEnums } from './naming/enums.js';
import type { Schema } from './types/schema.js';

/** Options of the lowering. */
export interface LowerOptions extends CallersOptions, ServiceOptions {
  /** Kebab-case name of the service. */
  readonly name: string;
  readonly diagnostics: Diagnostics;
  /** Further names that no model and no operation may take. */
  readonly reserved?: ReadonlySet<string>;
}

/**
 * Turns a checked document into the IR: first all schemas, then all names, then all shapes. An operation is a draft, without names
 * and shapes, until `shapeOperation` makes it an `Operation`.
 */
export function lowerApi(document: SpecDocument, options: LowerOptions): Api {
  const { name, diagnostics, methodNames = 'short', enums: enumStyle = 'union', reserved = [] } = options;
  const lowering = startLowering(document, diagnostics, options);
  const { root } = lowering;
  enqueueComponents(lowering);
  const securitySchemes = lowerSecuritySchemes(lowering);
  const drafts = lowerOperations(lowering, securitySchemes);
  const webhooks = [...lowerWebhooks(lowering), ...drafts.flatMap(({ callbacks }) => callbacks)];
  drainSchemas(lowering);
  const { schemas } = lowering;
  const codecs = finishCodecs(lowering);

  const reservedNames = [...reserved, ...ownCodecTypes(codecs)];
  const choices = { methodNames, enums: enumStyle, options: options.names ?? {}, reserved: reservedNames };
  const names = nameApi({ name, schemas, operations: drafts, webhooks, ...choices });
  const exchanged = drafts.map((draft) => listExchanged(draft, names));
  const parts = { names, schemas, drafts, options: options.names ?? {}, exchanged };
  checkNames(parts, lowering, options);

  const { models, operations, enums, isRenamed } = shapeApi({ ...parts, webhooks, codecs }, lowering, options);
  const { root: bundled, locations } = bundleDocument(document);
  const common = findCommonParameters(operations);
  const errors = lowerServiceErrors(lowering, drafts);
  const api = compact({
    name,
    typeName: names.typeName,
    title: root.info.title,
    version: root.info.version,
    doc: lowerDoc(root.info),
    servers: lowerServers(root.servers),
    securitySchemes,
    operations,
    errors: errors && { typeName: names.commonReason, ...errors },
    webhooks: nonEmpty(webhooks),
    commonParameters: common && { typeName: names.commonParams, ...common },
    groups: lowerGroups(names.groups, operations),
    models,
    codecs: nonEmpty(codecs),
    renamed: isRenamed || undefined,
    enums: enums && [...new Set(enums.values())],
    schemas: Object.fromEntries(schemas),
    extensions: lowerExtensions(root),
    layers: countLayers(lowering, operations),
    document: bundled,
    locations: nonEmpty(Object.fromEntries(locations)),
  });
  return reportRelativeServers(lowering, api);
}

/** The schemas and operations of a document with their names, before they have shapes. */
interface NamedDocument extends NamedParts {
  /** The schemas that each operation sends and receives. */
  readonly exchanged: readonly SchemaUse[];
}

/** Adds the shapes of operations, models and enums. Reports ambiguous unions, large modules, and options without effect. */
function shapeApi(
  named: NamedDocument & { readonly webhooks: readonly Webhook[]; readonly codecs: NonNullable<Api['codecs']> },
  { properties, document }: Lowering,
  { enums: enumStyle = 'union', optionsAt, diagnostics }: LowerOptions,
): {
  readonly operations: readonly Operation[];
  readonly models: readonly Model[];
  readonly enums: Enums | undefined;
  readonly isRenamed: boolean;
} {
  const { names, schemas, drafts, webhooks, codecs, exchanged } = named;
  const parameters = [...names.operations.values()].flatMap((one) => one.parameters);
  const isRenamed = properties.isUsed || parameters.some(({ isExplicit }) => isExplicit);
  const conversions = new Conversions(schemas, codecs.length > 0 || isRenamed);
  const toSchemas = (at: Position, ref: string | undefined): readonly Schema[] =>
    ref === undefined ? [] : [{ ref, at, doc: {} }];
  const usage = findUsage({ schemas, conversions }, [
    ...exchanged,
    // Users of a package receive what the service sends to a webhook.
    ...webhooks.map(({ at, payload, response }) => ({
      module: 'webhooks',
      sent: toSchemas(at, response),
      received: toSchemas(at, payload),
    })),
  ]);
  const enums = enumStyle === 'union' ? undefined : lowerEnums(names.enums, enumStyle, usage.modules);
  if (enums?.size === 0) {
    const message = '`enums` changes nothing: no enum of the document gets names for its values';
    diagnostics.unused('unused-option', message, { at: optionsAt?.['enums'], file: document.file });
  }
  reportEnums(enums ?? new Map(), diagnostics);
  const shaping = { schemas, conversions, ...(enums && { enums }) };
  const models = lowerModels({ ...shaping, names, usage, webhooks });
  const byId = new Map(models.map((model) => [model.id, model]));
  const operations = drafts.map((draft) => {
    const own = names.operations.get(draft);
    if (own === undefined) throw new Error(`no name was made for ${draft.id}`);
    return shapeOperation(draft, own, { ...shaping, models: byId, wires: names.wires });
  });
  reportAmbiguous(conversions, [...listRoots(exchanged), ...schemas.values()], diagnostics);
  reportLargeModules(models, diagnostics);
  return { models, operations, enums, isRenamed };
}

function listRoots(exchanged: readonly SchemaUse[]): readonly Schema[] {
  return exchanged.flatMap(({ sent, received }) => [...sent, ...received]);
}

/** Queues the schemas of the components first, in their order, whether or not anything refers to them. */
function enqueueComponents(lowering: Lowering): void {
  const { root, document } = lowering;
  const components = root.components?.schemas ?? {};
  for (const [key, value] of Object.entries(components)) {
    const id = `#${printPointer(['components', 'schemas', key])}`;
    enqueueSchema(lowering, { id, value, locate: () => document.positions.ofValue(components, key) });
  }
}

/** Reports names that are taken, renames properties of one value that have equal names, and reports options without effect. */
function checkNames(
  parts: NamedDocument,
  { document, properties, diagnostics }: Lowering,
  { optionsAt }: LowerOptions,
): void {
  reportNames(parts, diagnostics);
  if (properties.isUsed) tellPropertiesApart(listRoots(parts.exchanged), parts.schemas, diagnostics);
  const unused = unusedCases(parts, properties.isCaseUsed);
  const areAllUnused = optionsAt !== undefined && unused.length === Object.keys(parts.options).length;
  for (const { named, message } of unused) {
    const at = optionsAt?.[`names.${named}`] ?? locateStart(document.file);
    diagnostics[areAllUnused ? 'error' : 'warning']('unused-option', message, at);
  }
}

/** Lists the schemas that an operation sends and receives. */
function listExchanged(draft: OperationDraft, names: ApiNames): SchemaUse {
  const { parameters, body: { contents = [], media } = {}, responses } = draft;
  return {
    module: names.operations.get(draft)?.group.module ?? '',
    sent: [...parameters, ...contents].map(({ schema }) => schema).concat(media?.metadata ?? []),
    received: responses.flatMap((one) => [...one.contents, ...(one.typedHeaders ?? [])].map(({ schema }) => schema)),
  };
}

/**
 * Counts the facts of the spec and of its overlays, by the file that states each. If an overlay adds a parameter to an operation of
 * the spec, the operation counts for the spec and the parameter for the overlays. Call it after all schemas are lowered.
 */
function countLayers(
  lowering: Lowering,
  operations: readonly Pick<Operation, 'at' | 'parameters'>[],
): readonly Layer[] {
  const overlays = new Set(lowering.document.overlays);
  const nodes = [...lowering.known.keys()];
  const countLayer = (kind: Layer['kind']): Layer => {
    const count = (files: readonly string[]): number =>
      files.filter((file) => overlays.has(file) === (kind === 'overlays')).length;
    return {
      kind,
      operations: count(operations.map(({ at }) => at.file)),
      parameters: count(operations.flatMap(({ parameters }) => parameters.map(({ at }) => at.file))),
      schemas: count(keyFiles(lowering, lowering.root.components?.schemas)),
      properties: count(nodes.flatMap(({ properties }) => keyFiles(lowering, properties))),
      enumValues: count(nodes.flatMap(({ enum: values }) => keyFiles(lowering, values))),
    };
  };
  return overlays.size === 0 ? [countLayer('spec')] : [countLayer('spec'), countLayer('overlays')];
}

/** Lists the file of each key of an object, or of each item of a list. */
function keyFiles({ document: { positions } }: Lowering, value: object = []): readonly string[] {
  return Object.keys(value).map((key) => positions.fileOfKey(value, key));
}
