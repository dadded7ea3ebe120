import type { Api, Model, Operation, OperationGroup, ReportKeys } from '../api/api.js';
import type { ApiCodec } from '../api/types/codec.js';
import { camelCase } from '../api/tools/names.js';
import type { CodeSymbol } from './source-file.js';

/** `operations/service`: what is the same for all operations. */
export const serviceSymbol: CodeSymbol = { name: 'service', module: 'operations/service' };

/** The feature for the daily budget of a service that has one. */
export const dailyQuotaSymbol: CodeSymbol = { name: 'withDailyQuota', module: 'operations/service' };

/** `client/service-features`: what the client of a service does beyond the runtime, such as to load validators. */
export const featuresSymbol: CodeSymbol = { name: 'serviceFeatures', module: 'client/service-features' };

/**
 * Suffixes of the types of an operation: `VideosListParams`. `BaseParams` are the params without the rules between them; `Result`
 * is the response with the parts that a call asks for, `MediaTypes` the response by media type, `Row` a row of a report, `Errors`
 * the bodies of its errors by status.
 */
export type OperationTypeSuffix =
  | 'Params'
  | 'BaseParams'
  | 'Response'
  | 'MediaTypes'
  | 'Part'
  | 'DefaultPart'
  | 'Result'
  | 'StreamItem'
  | 'Errors'
  | 'Headers'
  | 'Responses'
  | 'Row';

/** The modules and names of everything that is generated: nothing else maps a node of the `Api` to a module. */
export interface Layout {
  /** `models/playlists` : type of a model (its `input` variant lives in the same module). */
  model(model: Model): CodeSymbol;
  /** `models/playlists` : `PlaylistStatusPrivacyStatus`, an enum whose values have names; it is a type, too. */
  enumType(name: string): CodeSymbol;
  /** Looks a model up by the id a reference carries. */
  modelById(id: string): Model | undefined;
  /** Looks a codec up by the id that shapes and schemas carry. */
  codec(id: string): ApiCodec;
  /** `operations/wire` : `PlaylistWireSchema`, which of a model's values are converted. */
  wire(model: Model): CodeSymbol;
  /** Looks up the operations of a group, in the order of the spec. */
  operationsOf(group: OperationGroup): readonly Operation[];
  /** `operations/playlists` : `playlistsInsertOperation`. */
  descriptor(operation: Operation): CodeSymbol;
  /** `operations/playlists` : `PlaylistsInsertParams`. */
  type(operation: Operation, suffix: OperationTypeSuffix): CodeSymbol;
  /** `operations/playlists` : `PlaylistsInsertParamsWire`; the same as callers have it where nothing differs. */
  paramsWire(operation: Operation): CodeSymbol;
  /** `operations/reports` : `ReportsGenerateDimensions`, the lists of keys that its report can be asked for. */
  reportKeys(operation: Operation, keys: ReportKeys): CodeSymbol;
  /** `operations/read-only` : `PlaylistReadOnly`, what of a model only the service sets. */
  readOnly(model: Model): CodeSymbol;
  /** `operations/xml` : `PlaylistXml`, how a model is XML. */
  xml(model: Model): CodeSymbol;
  /** `operations/videos` : `VideosRateReason`, why it may be rejected; the reasons of all operations where it has none of its own. */
  reason(operation: Operation): CodeSymbol | undefined;
  /** `operations/service` : `CommonReason`, why any operation may be rejected, where the spec says so. */
  commonReason(): CodeSymbol | undefined;
  /** `client/playlists` : the free function `playlistsInsert`. */
  method(operation: Operation): CodeSymbol;
  /** `client/playlists` : the class `PlaylistsResource`. */
  resource(group: OperationGroup): CodeSymbol;
  /** `mocks/playlists` : `playlistsPlans`, what the emulator does for the operations of a module, and what else it knows of them. */
  mocks(module: string, of: 'Plans' | 'Vendor'): CodeSymbol;
  /** `mocks/playlists` : `PlaylistsGroupControls`, what a test may ask of the operations of a group. */
  controls(group: OperationGroup): CodeSymbol;
  /** `validators/playlists` : the object `Playlist` (type `Validator<Playlist>`). */
  validator(model: Model): CodeSymbol;
  /** `validators/playlists` : `playlistsInsertParameters`, `…Body`, `…Response` (first 2xx), `…StreamItem`. */
  operationValidator(operation: Operation, of: 'Parameters' | 'Body' | 'Response' | 'StreamItem'): CodeSymbol;
}

/**
 * Decides the module of everything that is generated: one file a resource in each folder, the same name in each. No count
 * decides anything, so that whatever is added changes no file of another resource, and moves nothing.
 */
export function createLayout({ models, enums = [], operations, errors, codecs = [] }: Api): Layout {
  const codecsById = new Map(codecs.map((codec) => [codec.id, codec]));
  const enumModules = new Map(enums.map(({ name, module }) => [name, module]));
  const modelsById = new Map(models.map((model) => [model.id, model]));
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  const common = errors?.reasons && { name: errors.typeName, module: serviceSymbol.module };
  const inFolder = (folder: string, module: string, name: string): CodeSymbol => ({
    name,
    module: `${folder}/${module}`,
  });
  const nameType = ({ typeName, module }: Operation, suffix: string): CodeSymbol =>
    inFolder('operations', module, `${typeName}${suffix}`);
  return {
    model: ({ name, module }) => inFolder('models', module, name),
    enumType: (name) => inFolder('models', found(enumModules.get(name), name), name),
    modelById: (id) => modelsById.get(id),
    codec: (id) => found(codecsById.get(id), id),
    wire: ({ name }) => inFolder('operations', 'wire', `${name}WireSchema`),
    operationsOf: (group) => group.operations.map((id) => found(operationsById.get(id), id)),
    descriptor: ({ name, module }) => inFolder('operations', module, `${name}Operation`),
    type: nameType,
    paramsWire: (operation) =>
      inFolder('operations', operation.module, operation.paramsWire ?? nameType(operation, 'Params').name),
    reportKeys: ({ module }, { typeName }) => inFolder('operations', module, typeName),
    readOnly: ({ name }) => inFolder('operations', 'read-only', `${name}ReadOnly`),
    xml: ({ name }) => inFolder('operations', 'xml', `${name}Xml`),
    reason: (operation) => (operation.reasons === undefined ? common : nameType(operation, 'Reason')),
    commonReason: () => common,
    method: ({ name, module }) => inFolder('client', module, name),
    resource: ({ typeName, module }) => inFolder('client', module, `${typeName}Resource`),
    mocks: (module, of) => inFolder('mocks', module, `${camelCase(module, 'resource')}${of}`),
    controls: ({ typeName, module }) => inFolder('mocks', module, `${typeName}GroupControls`),
    validator: ({ name, module }) => inFolder('validators', module, name),
    operationValidator: ({ name, module }, of) => inFolder('validators', module, `${name}${of}`),
  };
}

/**
 * Path of a file in the output folder. Emitters name the files of a package, whose modules are in `src`; plain source consists of
 * these modules alone, so it needs no folder for them.
 */
export function outputPath(path: string, output: 'package' | 'source'): string {
  return output === 'source' ? path.replace(/^src\//, '') : path;
}

/** The groups of a forest, each before those inside it. */
export function allGroups(groups: readonly OperationGroup[]): readonly OperationGroup[] {
  return groups.flatMap((group) => [group, ...allGroups(group.groups)]);
}

function found<T>(one: T | undefined, id: string): T {
  if (one === undefined) throw new Error(`Nothing has the id ${JSON.stringify(id)}`);
  return one;
}
