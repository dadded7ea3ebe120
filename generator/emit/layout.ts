import type { Api, Model, Operation, OperationGroup, ReportKeys } from '../api/api.js';
import type { ApiCodec } from '../api/types/codec.js';
import { camelCase } from '../api/tools/names.js';
import type { CodeSymbol } from './source-file.js';

/** `operations/service`: the facts that all operations share. */
export const serviceSymbol: CodeSymbol = { name: 'service', module: 'operations/service' };

/** The client feature for the daily quota of a service. */
export const dailyQuotaSymbol: CodeSymbol = { name: 'withDailyQuota', module: 'operations/service' };

/** `client/service-features`: the client features that depend on the service, such as validation. */
export const featuresSymbol: CodeSymbol = { name: 'serviceFeatures', module: 'client/service-features' };

/**
 * Suffixes of the types of an operation: `VideosListParams`. `BaseParams` are the params without the rules between them, `Result` the
 * response with the parts that a call selects, `MediaTypes` the response by media type, `Row` a row of a report, `Errors` the bodies of
 * its errors by status.
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

/** The modules and names of all generated code. This is the only place that maps nodes of the `Api` to modules. */
export interface Layout {
  /** `models/playlists`: the type of a model. Its `input` variant is in the same module. */
  model(model: Model): CodeSymbol;
  /** `models/playlists`: `PlaylistStatusPrivacyStatus`, an enum whose values have names, and its type. */
  enumType(name: string): CodeSymbol;
  /** Finds a model by its id. */
  modelById(id: string): Model | undefined;
  /** Returns a codec by its id; throws for an unknown id. */
  codec(id: string): ApiCodec;
  /** `operations/wire`: `PlaylistWireSchema`, the conversion of a model's values. */
  wire(model: Model): CodeSymbol;
  /** Returns the operations of a group, in the order of the spec. */
  operationsOf(group: OperationGroup): readonly Operation[];
  /** `operations/playlists`: `playlistsInsertOperation`. */
  descriptor(operation: Operation): CodeSymbol;
  /** `operations/playlists`: `PlaylistsInsertParams`. */
  type(operation: Operation, suffix: OperationTypeSuffix): CodeSymbol;
  /** `operations/playlists`: `PlaylistsInsertParamsWire`; `PlaylistsInsertParams` if the wire does not differ. */
  paramsWire(operation: Operation): CodeSymbol;
  /** `operations/reports`: `ReportsGenerateDimensions`, the type of a list of keys in the request of a report. */
  reportKeys(operation: Operation, keys: ReportKeys): CodeSymbol;
  /** `operations/read-only`: `PlaylistReadOnly`, the `readOnly` members of a model. */
  readOnly(model: Model): CodeSymbol;
  /** `operations/xml`: `PlaylistXml`, the form of a model in XML. */
  xml(model: Model): CodeSymbol;
  /** `operations/videos`: `VideosRateReason`, the reasons of its errors; those of all operations if it has none of its own. */
  reason(operation: Operation): CodeSymbol | undefined;
  /** `operations/service`: `CommonReason`, the reasons of errors of all operations; undefined if the spec has none. */
  commonReason(): CodeSymbol | undefined;
  /** `client/playlists`: the free function `playlistsInsert`. */
  method(operation: Operation): CodeSymbol;
  /** `client/playlists`: the class `PlaylistsResource`. */
  resource(group: OperationGroup): CodeSymbol;
  /** `mocks/playlists`: `playlistsPlans`, the emulator's plans for the operations of a module; `playlistsVendor`, rules of the real service. */
  mocks(module: string, of: 'Plans' | 'Vendor'): CodeSymbol;
  /** `mocks/playlists`: `PlaylistsGroupControls`, the controls for tests of the operations of a group. */
  controls(group: OperationGroup): CodeSymbol;
  /** `validators/playlists`: the object `Playlist` (type `Validator<Playlist>`). */
  validator(model: Model): CodeSymbol;
  /** `validators/playlists`: `playlistsInsertParameters`, `…Body`, `…Response` (first 2xx), `…StreamItem`. */
  operationValidator(operation: Operation, of: 'Parameters' | 'Body' | 'Response' | 'StreamItem'): CodeSymbol;
}

/**
 * Creates the layout: in each folder one file for each resource, with the same name. It does not depend on counts, so that an addition to
 * a resource changes no file of another one and moves no code.
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
 * Returns the path of a file in the output folder. Emitters use the paths of a package, with modules in `src/`; plain source consists of
 * these modules alone, without `src/`.
 */
export function outputPath(path: string, output: 'package' | 'source'): string {
  return output === 'source' ? path.replace(/^src\//, '') : path;
}

/** Lists all groups of a forest, each before the groups inside it. */
export function allGroups(groups: readonly OperationGroup[]): readonly OperationGroup[] {
  return groups.flatMap((group) => [group, ...allGroups(group.groups)]);
}

function found<T>(one: T | undefined, id: string): T {
  if (one === undefined) throw new Error(`Nothing has the id ${JSON.stringify(id)}`);
  return one;
}
