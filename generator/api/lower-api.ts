import { locateStart, type Diagnostics, type Position } from '../diagnostics.js';
import { drainSchemas, enqueueSchema } from './schemas/lower-schema.js';
import { bundleDocument } from '../spec/references/bundle-document.js';
import { printPointer } from '../spec/read/pointer.js';
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
  const { name, diagnostics, methodNames = 'short', enums: enumStyle = 'union' } = options;
  const { names: nameOptions = {}, reserved = [] } = options;
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
  const choices = { methodNames, enums: enumStyle, options: nameOptions, reserved: reservedNames };
  const names = nameApi({ name, schemas, operations: drafts, webhooks, ...choices });
  checkNames({ names, schemas, drafts, options: nameOptions }, lowering, options);

  const named = { names, schemas, drafts, webhooks, codecs };
  const { models, operations, enums, isRenamed } = shapeApi(named, lowering, options);
  const { root: bundled, locations } = bundleDocument(document);
  const common = findCommonParameters(operations);
  const errors = lowerServiceErrors(lowering, drafts);
  return reportRelativeServers(lowering, {
    name,
    typeName: names.typeName,
    title: root.info.title,
    version: root.info.version,
    doc: lowerDoc(root.info),
    servers: lowerServers(root.servers),
    securitySchemes,
    operations,
    ...(errors !== undefined && { errors: { typeName: names.commonReason, ...errors } }),
    ...(webhooks.length > 0 && { webhooks }),
    ...(common !== undefined && { commonParameters: { typeName: names.commonParams, ...common } }),
    groups: lowerGroups(names.groups, operations),
    models,
    ...(codecs.length > 0 && { codecs }),
    ...(isRenamed && { renamed: true }),
    ...(enums !== undefined && { enums: [...new Set(enums.values())] }),
    schemas: Object.fromEntries(schemas),
    extensions: lowerExtensions(root),
    layers: countLayers(lowering, operations),
    document: bundled,
    ...(locations.size > 0 && { locations: Object.fromEntries(locations) }),
  });
}

/** The schemas, operations and webhooks of a document with their names, before they have shapes. */
interface NamedDocument {
  readonly names: ApiNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly webhooks: readonly Webhook[];
  readonly codecs: NonNullable<Api['codecs']>;
}

/** Gives operations, models and enums their shapes. Reports what is ambiguous, too large or without effect. */
function shapeApi(
  { names, schemas, drafts, webhooks, codecs }: NamedDocument,
  { properties, document }: Lowering,
  { enums: enumStyle = 'union', optionsAt, diagnostics }: LowerOptions,
): {
  readonly operations: readonly Operation[];
  readonly models: readonly Model[];
  readonly enums: Enums | undefined;
  readonly isRenamed: boolean;
} {
  const parameters = [...names.operations.values()].flatMap((one) => one.parameters);
  const isRenamed = properties.isUsed || parameters.some(({ isAsked }) => isAsked);
  const conversions = new Conversions(schemas, codecs.length > 0 || isRenamed);
  const exchanged = drafts.map((draft) => ({
    ...listExchanged(draft),
    module: names.operations.get(draft)?.group.module ?? '',
  }));
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
  const shaping = { schemas, conversions, ...(enums !== undefined && { enums }) };
  const models = lowerModels({ ...shaping, names, usage, webhooks });
  const byId = new Map(models.map((model) => [model.id, model]));
  const operations = drafts.map((draft) => {
    const own = names.operations.get(draft);
    if (own === undefined) throw new Error(`no name was made for ${draft.id}`);
    return shapeOperation(draft, own, { ...shaping, models: byId, wires: names.wires });
  });
  reportAmbiguous(
    conversions,
    [...exchanged.flatMap(({ sent, received }) => [...sent, ...received]), ...schemas.values()],
    diagnostics,
  );
  reportLargeModules(models, diagnostics);
  return { models, operations, enums, isRenamed };
}

/** Queues the schemas of the components first, in their order, whether or not anything refers to them. */
function enqueueComponents(lowering: Lowering): void {
  const { root, document } = lowering;
  const components = root.components?.schemas ?? {};
  for (const [key, value] of Object.entries(components)) {
    const id = `#${printPointer(['components', 'schemas', key])}`;
    enqueueSchema(lowering, { id, value, positionOf: () => document.positions.ofValue(components, key) });
  }
}

/** Reports names that cannot be had, gives properties of one value different names, and reports options that change nothing. */
function checkNames(
  parts: NamedParts,
  { document, properties, diagnostics }: Lowering,
  { names = {}, optionsAt }: LowerOptions,
): void {
  const { schemas, drafts } = parts;
  reportNames(parts, diagnostics);
  if (properties.isUsed) {
    const exchanged = drafts.map(listExchanged).flatMap(({ sent, received }) => [...sent, ...received]);
    tellPropertiesApart(exchanged, schemas, diagnostics);
  }
  const unused = unusedCases(parts, properties.isCaseUsed);
  const isVain = optionsAt !== undefined && unused.length === Object.keys(names).length;
  for (const { named, message } of unused)
    diagnostics[isVain ? 'error' : 'warning'](
      'unused-option',
      message,
      optionsAt?.[`names.${named}`] ?? locateStart(document.file),
    );
}

/** Lists the schemas of what an operation sends and receives. */
function listExchanged({ parameters, body, responses }: OperationDraft): Omit<SchemaUse, 'module'> {
  const { contents = [], media } = body ?? {};
  return {
    sent: [...parameters, ...contents].map(({ schema }) => schema).concat(media?.metadata ?? []),
    received: responses.flatMap((one) => [...one.contents, ...(one.typedHeaders ?? [])].map(({ schema }) => schema)),
  };
}

/**
 * Counts what the spec states itself and what its overlays add, by the file in which each thing is: an operation that an
 * overlay adds to is the spec's, what it gains is the overlay's. Call it when all schemas are lowered.
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

/** Lists the files in which the keys of an object are, or the items of a list. */
function keyFiles({ document: { positions } }: Lowering, value: object = []): readonly string[] {
  return Object.keys(value).map((key) => positions.fileOfKey(value, key));
}
