import type { CallResponse } from '../client/transport/call-response.js';
import type { WirePart } from './wire-schema.js';

/** What converts the values of calls (`convert`). What it is given are a `Call` and what sends it, which hold the operation itself. */
export interface WireConverter {
  readonly around: (call: never, readBody: boolean, next: never) => Promise<CallResponse<unknown>>;
  /** Reads JSON with all digits of its numbers. */
  readonly parse: (text: string) => unknown;
}

/** Where the values of an operation are not what travels. */
export interface OperationWire {
  readonly convert: WireConverter;
  /** By property of the params object. */
  readonly parameters?: Readonly<Record<string, WirePart>>;
  /** Request bodies by media type; under `media` the JSON that goes with bytes. */
  readonly bodies?: Readonly<Record<string, WirePart>>;
  /** Responses that mean success, by status: `200`, `2XX`, `default`. */
  readonly responses?: Readonly<Record<string, WirePart>>;
  /** Items of a response that is read item by item. */
  readonly items?: WirePart;
  /** Bodies of errors, by status. */
  readonly errors?: Readonly<Record<string, WirePart>>;
  /** Fields of the descriptor that are others for what reads and validates what travels, such as `paging` where properties are renamed. */
  readonly sent?: Readonly<Record<string, unknown>>;
}
