import type { CallResponse } from './client/options/call-response.js';
import type { WirePart } from './wire-schema.js';

/** Converts the values of calls (`convert`, `sendWritable`, or both). Takes a `Call` and the function that sends it, whose types hold this one. */
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

/** Schemas by name. */
export type WireParts = Readonly<Record<string, WirePart>>;

/** The values of an operation that differ on the wire. */
export interface OperationWire {
  readonly convert: WireConverter;
  /** Members that are left out of request bodies, by the names of callers. */
  readonly readOnly?: ReadOnlyMembers;
  /** Names of properties of the params object for callers, where they differ: `{ page_size: 'pageSize' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** By property of the params object, as it is named on the wire. */
  readonly parameters?: WireParts;
  /** Request bodies by media type; under `media` the JSON that goes with bytes. */
  readonly bodies?: WireParts;
  /** Responses that mean success, by status: `200`, `2XX`, `default`. A status that is not declared has the first. */
  readonly responses?: WireParts;
  /** Items of a response that is read item by item. */
  readonly items?: WirePart;
  /** Bodies of errors, by status. */
  readonly errors?: WireParts;
  /** The parts that are sent where a caller names none, if they depend on values on the wire. */
  readonly parts?: PartsDefault;
  /** Fields of the descriptor for features that see the values on the wire, such as `paging` where properties are renamed. */
  readonly sent?: Readonly<Record<string, unknown>>;
}
