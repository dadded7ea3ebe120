import type { Api, Model, Operation, OperationGroup, ReportKeys } from '../api/api.js';
import { camelCase } from '../api/naming/names.js';
import type { CodeSymbol } from './source-file.js';

/**
 * Decides the module of everything that is generated: one file a resource in each folder, the same name in each. No count
 * decides anything, so that whatever is added changes no file of another resource, and moves nothing.
 */
export function createLayout(api: Api): Layout {
  const models = new Map(api.models.map((model) => [model.id, model]));
  return {
    model: ({ name, module }) => ({ name, module: `models/${module}` }),
    modelById: (id) => models.get(id),
    validator: ({ name, module }) => ({ name, module: `validators/${module}` }),
    operationValidator: ({ name, module }, of) => ({ name: `${name}${of}`, module: `validators/${module}` }),
    ...operationLayout(api),
    method: ({ name, module }) => ({ name, module: `client/${module}` }),
    resource: ({ typeName, module }) => ({ name: `${typeName}Resource`, module: `client/${module}` }),
    plans: (module) => ({ name: `${camelCase(module, 'resource')}Plans`, module: `mocks/${module}` }),
    controls: ({ typeName, module }) => ({ name: `${typeName}GroupControls`, module: `mocks/${module}` }),
  };
}

type OfOperations =
  | 'descriptor'
  | 'params'
  | 'result'
  | 'part'
  | 'defaultPart'
  | 'partResult'
  | 'item'
  | 'errors'
  | 'headers'
  | 'reportRow'
  | 'reportKeys'
  | 'reason'
  | 'commonReason';

/** Where the types of operations and their descriptors live. */
function operationLayout({ errors }: Api): Pick<Layout, OfOperations> {
  const common = errors?.reasons && { name: errors.typeName, module: 'operations/service' };
  const typeOf = (operation: Operation, suffix: string): CodeSymbol => ({
    name: `${operation.typeName}${suffix}`,
    module: `operations/${operation.module}`,
  });
  return {
    descriptor: ({ name, module }) => ({ name: `${name}Operation`, module: `operations/${module}` }),
    params: (operation) => typeOf(operation, 'Params'),
    result: (operation) => typeOf(operation, 'Response'),
    part: (operation) => typeOf(operation, 'Part'),
    defaultPart: (operation) => typeOf(operation, 'DefaultPart'),
    partResult: (operation) => typeOf(operation, 'Result'),
    item: (operation) => typeOf(operation, 'StreamItem'),
    errors: (operation) => typeOf(operation, 'Errors'),
    headers: (operation) => typeOf(operation, 'Headers'),
    reportRow: (operation) => typeOf(operation, 'Row'),
    reportKeys: ({ module }, { typeName }) => ({ name: typeName, module: `operations/${module}` }),
    reason: (operation) => (operation.reasons === undefined ? common : typeOf(operation, 'Reason')),
    commonReason: () => common,
  };
}

/** `operations/service`: what is the same for all operations. */
export const serviceSymbol: CodeSymbol = { name: 'service', module: 'operations/service' };

/** Where everything lives: the only place that maps a node of the IR to a module. */
export interface Layout {
  /** `models/playlists` : type of a model (its `input` variant lives in the same module). */
  model(model: Model): CodeSymbol;
  /** Looks a model up by the id a reference carries. */
  modelById(id: string): Model | undefined;
  /** `operations/playlists` : `playlistsInsertOperation`. */
  descriptor(operation: Operation): CodeSymbol;
  /** `operations/playlists` : `PlaylistsInsertParams`. */
  params(operation: Operation): CodeSymbol;
  /** `operations/playlists` : `PlaylistsInsertResponse` (an alias of the model where there is one). */
  result(operation: Operation): CodeSymbol;
  /** `operations/videos` : `VideosListPart`, the names of the parts of its answer. */
  part(operation: Operation): CodeSymbol;
  /** `operations/videos` : `VideosListDefaultPart`, the parts that come where a call names none. */
  defaultPart(operation: Operation): CodeSymbol;
  /** `operations/videos` : `VideosListResult`, its answer with the parts that a call asks for. */
  partResult(operation: Operation): CodeSymbol;
  /** `operations/chats` : `ChatsCreateStreamItem`, an item of an answer that can also come as a whole. */
  item(operation: Operation): CodeSymbol;
  /** `operations/chats` : `ChatsCreateErrors`, the bodies of its errors by status. */
  errors(operation: Operation): CodeSymbol;
  /** `operations/pets` : `PetsListHeaders`, the headers of its answer. */
  headers(operation: Operation): CodeSymbol;
  /** `operations/reports` : `ReportsGenerateRow`, a row of its report with what a call asks for. */
  reportRow(operation: Operation): CodeSymbol;
  /** `operations/reports` : `ReportsGenerateDimensions`, the lists of keys that its report can be asked for. */
  reportKeys(operation: Operation, keys: ReportKeys): CodeSymbol;
  /** `operations/videos` : `VideosRateReason`, why it may be refused; the reasons of all operations where it has none of its own. */
  reason(operation: Operation): CodeSymbol | undefined;
  /** `operations/service` : `CommonReason`, why any operation may be refused, where the spec says so. */
  commonReason(): CodeSymbol | undefined;
  /** `client/playlists` : the free function `playlistsInsert`. */
  method(operation: Operation): CodeSymbol;
  /** `client/playlists` : the class `PlaylistsResource`. */
  resource(group: OperationGroup): CodeSymbol;
  /** `mocks/playlists` : `playlistsPlans`, what the emulator does for the operations of a module. */
  plans(module: string): CodeSymbol;
  /** `mocks/playlists` : `PlaylistsGroupControls`, what a test may ask of the operations of a group. */
  controls(group: OperationGroup): CodeSymbol;
  /** `validators/playlists` : the object `Playlist` (type `Validator<Playlist>`). */
  validator(model: Model): CodeSymbol;
  /** `validators/playlists` : `playlistsInsertParameters`, `…Body`, `…Response` (first 2xx), `…StreamItem`. */
  operationValidator(operation: Operation, of: 'Parameters' | 'Body' | 'Response' | 'StreamItem'): CodeSymbol;
}
