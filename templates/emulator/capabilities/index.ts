// The API for capabilities: code for one service, which its emulator runs.
export { readInstant } from '../act/lists/compare.js';
export { stringAt, stringsOf, valueAt, valuesAt, withoutValue, withValue } from '../values/json-path.js';
export type { CallResponse as CapabilityResponse, Capability, Caller } from '../plan/plan.js';
export type { HttpErrorDetails as ErrorDetails } from '@speccast/runtime/requests';
export type { Row } from '../store/table.js';
export type { ReceivedMedia } from '../store/media.js';
export type { SearchRule, SearchSort } from '../act/lists/list.js';
export type { RowChange } from '../plan/webhook-plan.js';
export type { SendOutcome } from '../plan/plan.js';
export type { CapabilityCall, PageRule, SentRequest } from './capability-call.js';
export { invalidInput, missingInput, notFoundIn, notOwnerOf, type InputRule } from './capability-errors.js';
export { defineCapability, type CapabilityDefinition, type CapabilityError } from './define-capability.js';
export type { UploadedImage } from './require-image.js';
export type { TableRows, ThumbnailSize } from './table-rows.js';
