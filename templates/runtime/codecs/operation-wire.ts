import type { CallResponse } from '../client/options/call-response.js';
import type { WirePart } from './wire-schema.js';

/** What converts the values of calls (`convert`, `sendWritable`, or both). What it is given are a `Call` and what sends it, which hold the operation itself. */
export interface WireConverter {
  readonly around: (call: never, next: never) => Promise<CallResponse<unknown>>;
  /** Reads JSON with all digits of its numbers. */
  readonly parse?: (text: string) => unknown;
}

/** The parameter that names parts, and those that it names by default, or those of its properties that a body may hold. */
export interface PartsDefault {
  readonly property: string;
  readonly default?: readonly string[];
  readonly bodyKeys?: readonly string[];
}

/**
 * Members that only the service sets: `{ etag: true, snippet: { publishedAt: true } }`. Those of an array are members of its
 * items, and `*` is any name that is not listed.
 */
export interface ReadOnlyMembers {
  readonly [name: string]: true | ReadOnlyMembers | (() => ReadOnlyMembers);
}

/** Where the values of an operation are not what travels. */
export interface OperationWire {
  readonly convert: WireConverter;
  /** What is left out of request bodies, as callers have them. */
  readonly readOnly?: ReadOnlyMembers;
  /** What callers know properties of the params object by, where that is another name. */
  readonly names?: Readonly<Record<string, string>>;
  /** By property of the params object, as all that follows sees it. */
  readonly parameters?: Readonly<Record<string, WirePart>>;
  /** Request bodies by media type; under `media` the JSON that goes with bytes. */
  readonly bodies?: Readonly<Record<string, WirePart>>;
  /** Responses that mean success, by status: `200`, `2XX`, `default`. A status that is not declared has the first. */
  readonly responses?: Readonly<Record<string, WirePart>>;
  /** Items of a response that is read item by item. */
  readonly items?: WirePart;
  /** Bodies of errors, by status. */
  readonly errors?: Readonly<Record<string, WirePart>>;
  /** The parts that are sent where a caller names none, if that cannot be known before the values are those on the wire. */
  readonly parts?: PartsDefault;
  /** Fields of the descriptor that are others for what reads and validates what travels, such as `paging` where properties are renamed. */
  readonly sent?: Readonly<Record<string, unknown>>;
}
