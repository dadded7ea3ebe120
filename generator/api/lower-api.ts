import { locateStart, type Diagnostics, type Position } from '../diagnostics.js';
import { drainSchemas, enqueueSchema } from './schemas/lower-schema.js';
import { bundleDocument } from '../spec/references/bundle-document.js';
import { printPointer } from '../spec/read/pointer.js';
import type { SpecDocument } from '../spec/spec-document.js';
import type { Api, Layer, Operation, Webhook } from './api.js';
import { ownCodecTypes } from './codecs/built-in-codecs.js';
import type { ApiCodec } from './types/codec.js';
import { withCallersView } from './conversions/callers-view.js';
import { Conversions } from './conversions/conversions.js';
import { nameWires } from './shapes/name-wires.js';
import { reportAmbiguous } from './conversions/report-ambiguous.js';
import { lowerDoc } from './schemas/doc.js';
import { lowerServiceErrors, lowerOperations, type OperationDraft } from './operations/lower-operation.js';
import { findCommonParameters } from './shapes/find-common-parameters.js';
import { lowerGroups } from './naming/name-groups.js';
import { lowerModels, SHARED, shapeOperation } from './shapes/shape-operation.js';
import { lowerSecuritySchemes } from './service/lower-security.js';
import { reportRelativeServers, lowerServers } from './service/servers.js';
import { describeBodies, lowerWebhooks } from './operations/lower-webhooks.js';
import { type CallersOptions, lowerExtensions, type Lowering, startLowering } from './schemas/lowering.js';
import { type ApiNames, nameApi } from './naming/name-api.js';
import type { OperationNames } from './naming/name-operations.js';
import { ownName, type NamePositions } from './tools/name-options.js';
import { isComponent, type NamedParts, reportNames, unusedCases } from './naming/report-names.js';
import type { MethodNames } from './naming/short-names.js';
import { tellPropertiesApart } from './naming/tell-properties-apart.js';
import { lastStep } from './tools/names.js';
import { findEnums, type EnumOwner } from './shapes/find-enums.js';
import { lowerEnums, reportEnums, type Enums } from './shapes/lower-enums.js';
import type { EnumStyle } from './types/enum-type.js';
import type { Schema } from './types/schema.js';
import { reportLargeModules } from './shapes/report-large-modules.js';
import { findUsage, type SchemaUse, type Usage } from './shapes/usage.js';

/** What the IR needs to know besides the document. */
export interface LowerOptions extends CallersOptions {
  /** Kebab-case name of the service. */
  readonly name: string;
  readonly diagnostics: Diagnostics;
  /** Default: `short`. */
  readonly methodNames?: MethodNames | undefined;
  /** How enums are written. Default: `union`. */
  readonly enums?: EnumStyle | undefined;
  /** Where that is said. Default: nowhere, as on a command line. */
  readonly enumsAt?: Position | undefined;
  /** Where the cases of names are stated. Default: nowhere, as on a command line. */
  readonly namesAt?: NamePositions | undefined;
  /** Further names that no model and no operation may take. */
  readonly reserved?: ReadonlySet<string>;
}

/** Turns a checked document into the IR: first all schemas, then all names, then all shapes. */
export function lowerApi(document: SpecDocument, options: LowerOptions): Api {
  const { name, diagnostics } = options;
  const lowering = startLowering(document, diagnostics, options);
  enqueueComponents(lowering);
  const securitySchemes = lowerSecuritySchemes(lowering);
  const drafts = lowerOperations(lowering, securitySchemes);
  const webhooks = [...lowerWebhooks(lowering), ...drafts.flatMap(({ callbacks }) => callbacks)];
  const schemas = lowerSchemas(lowering);
  const codecs = lowering.codecs.finish();
  const names = nameAll({ schemas, drafts, webhooks, codecs }, lowering, options);
  const renamed = lowering.properties.isUsed || hasRenamedParameters(names);
  const conversions = new Conversions(schemas, codecs.length > 0 || renamed);
  const usage = findUsage({ schemas, conversions }, listSchemaUses(drafts, webhooks, names));
  const enums = nameEnums({ schemas, drafts, names, usage }, options.enums ?? 'union');
  if (enums?.size === 0) reportNoEnums(document.file, options);
  if (enums !== undefined) reportEnums(enums, diagnostics);
  const shaping = { schemas, conversions, ...(enums !== undefined && { enums }) };
  const shaped = drafts.map((draft) =>
    withCallersView(shapeOperation(draft, findOperationNames(draft, names), shaping), schemas),
  );
  const { root } = lowering;
  const { root: bundled, locations } = bundleDocument(document);
  const common = findCommonParameters(shaped);
  const errors = lowerServiceErrors(lowering, drafts);
  const described = describeBodies(lowerModels({ ...shaping, typeNames: names, usage }), webhooks);
  const { models: all, operations } = nameWires(described, shaped, names);
  reportAmbiguous(conversions, operations, diagnostics);
  reportLargeModules(all, diagnostics);
  return reportRelativeServers(lowering, {
    name,
    typeName: names.typeName,
    title: root.info.title,
    version: root.info.version,
    doc: lowerDoc(root.info),
    servers: lowerServers(root.servers),
    securitySchemes,
    operations,
    ...(errors !== undefined && { errors: { typeName: names.commonReason(), ...errors } }),
    ...(webhooks.length > 0 && { webhooks }),
    ...(common !== undefined && { commonParameters: { typeName: names.commonParams(), ...common } }),
    groups: lowerGroups(names.groups, operations),
    models: all,
    ...(codecs.length > 0 && { codecs }),
    ...(renamed && { renamed }),
    ...(enums !== undefined && { enums: [...new Set(enums.values())] }),
    schemas: Object.fromEntries(schemas),
    extensions: lowerExtensions(root),
    layers: countLayers(lowering, operations),
    document: bundled,
    ...(locations.size > 0 && { locations: Object.fromEntries(locations) }),
  });
}

/** Reports that `enums` changes nothing. */
function reportNoEnums(file: string, { enumsAt: at, diagnostics }: LowerOptions): void {
  const message = '`enums` changes nothing: no enum of the document gets names for its values';
  diagnostics.unused('unused-option', message, { at, file });
}

/** What is named. */
interface Nameless {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly webhooks: readonly Webhook[];
  readonly codecs: readonly ApiCodec[];
}

/** Names everything, and reports names that were asked for and cannot be had. */
function nameAll({ schemas, drafts, webhooks, codecs }: Nameless, lowering: Lowering, options: LowerOptions): ApiNames {
  const { name, methodNames = 'short', reserved = new Set(), names: nameOptions = {} } = options;
  const names = nameApi({
    name,
    models: [...schemas.keys()],
    schemas,
    operations: drafts,
    webhooks,
    methodNames,
    options: nameOptions,
    ownNames: listStatedTypeNames(schemas),
    reserved: new Set([...reserved, ...ownCodecTypes(codecs)]),
  });
  checkNames({ names, schemas, drafts, options: nameOptions }, lowering, options);
  return names;
}

/** Whether callers know any parameter by another name than the wire. */
function hasRenamedParameters({ operations }: ApiNames): boolean {
  return [...operations.values()].some(({ parameters }) => parameters.some(({ isAsked }) => isAsked));
}

/** The names that the document gives types, by the ids of their schemas. */
function listStatedTypeNames(schemas: ReadonlyMap<string, Schema>): ReadonlyMap<string, string> {
  return new Map(
    [...schemas].flatMap(([id, { extensions }]) => {
      const own = isComponent(id) ? ownName(extensions, 'type') : undefined;
      return own === undefined ? [] : [[id, own] as const];
    }),
  );
}

/** Tells properties apart, and reports names that cannot be had and cases of names that change nothing. */
function checkNames(
  parts: NamedParts,
  { document, properties, diagnostics }: Lowering,
  { names = {}, namesAt }: LowerOptions,
): void {
  const { schemas, drafts } = parts;
  reportNames(parts, diagnostics);
  if (properties.isUsed) tellPropertiesApart(drafts.flatMap(listOperationSchemas), schemas, diagnostics);
  const unused = unusedCases(parts, properties.isCaseUsed);
  const isVain = namesAt !== undefined && unused.length === Object.keys(names).length;
  for (const { named, message } of unused)
    diagnostics[isVain ? 'error' : 'warning']('unused-option', message, namesAt?.[named] ?? locateStart(document.file));
}

function listOperationSchemas({ parameters, body, responses }: OperationDraft): readonly Schema[] {
  const contents = [
    ...(body?.contents ?? []),
    ...responses.flatMap((one) => [...one.contents, ...(one.typedHeaders ?? [])]),
  ];
  return [...parameters, ...contents].map(({ schema }) => schema).concat(body?.media?.metadata ?? []);
}

/** What enums are looked for in. */
interface EnumSources {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly names: ApiNames;
  readonly usage: Usage;
}

/** The enums that get names for their values; nothing where they are written as unions. */
function nameEnums({ schemas, drafts, names, usage }: EnumSources, style: EnumStyle): Enums | undefined {
  if (style === 'union') return undefined;
  const found = findEnums([
    ...[...schemas].map(([model, schema]) => ({
      schema,
      model,
      words: [names.models.get(model) ?? ''],
      module: usage.modules.get(model) ?? SHARED,
    })),
    ...drafts.flatMap((draft) => enumOwners(draft, findOperationNames(draft, names))),
  ]);
  const inside = names.enums(
    found.filter(({ model }) => model === undefined),
    ({ words }) => words,
  );
  return lowerEnums(found, (one) => inside.get(one) ?? names.models.get(one.model ?? '') ?? '', style);
}

function enumOwners(draft: OperationDraft, { typeName, group: { module } }: OperationNames): readonly EnumOwner[] {
  const { parameters, body, responses, parts } = draft;
  const own = (schema: Schema, ...words: readonly string[]): EnumOwner => ({ schema, words, module });
  const contents = [...(body?.contents ?? []), ...(body?.media?.metadata ? [{ schema: body.media.metadata }] : [])];
  return [
    // The parts have a type of their own.
    ...parameters
      .filter(({ name }) => name !== parts?.parameter)
      .map(({ name, schema, reference }) =>
        reference === undefined
          ? own(schema, typeName, name)
          : { ...own(schema, lastStep(reference), 'Parameter'), module: SHARED },
      ),
    ...contents.map(({ schema }) => own(schema, typeName, 'Body')),
    ...responses.flatMap(({ status, contents: all, typedHeaders = [] }) => [
      ...all.map(({ schema }) =>
        own(schema, typeName, ...(status.startsWith('2') ? ['Response'] : ['Response', status])),
      ),
      ...typedHeaders.map(({ name, schema }) => own(schema, typeName, name)),
    ]),
  ];
}

/** The schemas of the components come first, in their order, whether or not anything refers to them. */
function enqueueComponents(lowering: Lowering): void {
  const named = lowering.root.components?.schemas ?? {};
  for (const [name, value] of Object.entries(named)) {
    const id = `#${printPointer(['components', 'schemas', name])}`;
    enqueueSchema(lowering, { id, value, positionOf: () => lowering.document.positions.ofValue(named, name) });
  }
}

/** Every schema with an id, in the order in which they were met. */
function lowerSchemas(lowering: Lowering): ReadonlyMap<string, Schema> {
  drainSchemas(lowering);
  return new Map(
    [...lowering.met].flatMap((id) => {
      const schema = lowering.schemas.get(id);
      return schema === undefined ? [] : [[id, schema]];
    }),
  );
}

function listSchemaUses(
  drafts: readonly OperationDraft[],
  webhooks: readonly Webhook[],
  names: ApiNames,
): readonly SchemaUse[] {
  return [...drafts.map((draft) => toSchemaUse(draft, names)), ...webhooks.map(useOfWebhook)];
}

function toSchemaUse(draft: OperationDraft, names: ApiNames): SchemaUse {
  const contents = draft.body?.contents ?? [];
  const metadata = draft.body?.media?.metadata;
  return {
    module: findOperationNames(draft, names).group.module,
    sent: [...draft.parameters, ...contents].map((one) => one.schema).concat(metadata ?? []),
    received: draft.responses.flatMap(({ contents, typedHeaders = [] }) =>
      [...contents, ...typedHeaders].map((one) => one.schema),
    ),
  };
}

/** Whoever is called receives what the service sends. */
function useOfWebhook({ payload, response, at }: Webhook): SchemaUse {
  const toSchemas = (ref: string | undefined): readonly Schema[] => (ref === undefined ? [] : [{ ref, at, doc: {} }]);
  return { module: 'webhooks', sent: toSchemas(response), received: toSchemas(payload) };
}

function findOperationNames(draft: OperationDraft, names: ApiNames): OperationNames {
  const found = names.operations.get(draft);
  if (found === undefined) throw new Error(`no name was made for ${draft.id}`);
  return found;
}

/**
 * Counts what the spec states itself and what its overlays add, by the file in which each thing is: an operation that an
 * overlay adds to is the spec's, what it gains is the overlay's. Only to be called when all schemas are lowered.
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

/** Files of the keys of an object, or of the items of a list. */
function keyFiles({ document: { positions } }: Lowering, value: object = []): readonly string[] {
  return Object.keys(value).map((key) => positions.fileOfKey(value, key));
}
