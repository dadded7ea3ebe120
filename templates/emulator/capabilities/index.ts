// What capabilities are written with: code for one service that its emulator runs.
export { textAt, textsOf, valueAt, withoutValue, withValue } from '../engine/json-path.js';
export type {
  Answer as CapabilityResponse,
  Capability,
  Caller,
  ReceivedMedia,
  RefusalDetails as ErrorDetails,
  Row,
} from '../engine/plan.js';
export type { SearchRule } from '../engine/search-rows.js';
export type { CapabilityCall, PageRule } from './capability-call.js';
export { invalidInput, missingInput, notFoundIn, notOwnerOf, type InputRule } from './capability-errors.js';
export { defineCapability, type CapabilityDefinition, type CapabilityError } from './define-capability.js';
export type { UploadedImage } from './require-image.js';
export type { TableRows, ThumbnailSize } from './table-rows.js';
