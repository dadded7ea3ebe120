import type { Model, Operation, OperationGroup, ReportKeys } from '../api/api.js';
import type { CodeSymbol } from './source-file.js';

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
