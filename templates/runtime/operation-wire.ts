import type { CallResponse } from './client/options/call-response.js';
import type { WirePart } from './wire-schema.js';

/** Converts the values of calls (`convert`, `sendWritable`, or both). */
export interface WireConverter {
  /** Takes a `Call` and the function that sends it. `never`, because these types refer to this one. */
  readonly around: (call: never, next: never) => Promise<CallResponse<unknown>>;
  /** Parses JSON and keeps all digits of its numbers. */
  readonly parse?: (text: string) => unknown;
}

/** The parameter that selects parts of the response, and its default: a fixed list, or the `bodyKeys` that the request body has. */
export interface PartsDefault {
  readonly property: string;
  readonly default?: readonly string[];
  readonly bodyKeys?: readonly string[];
}

/**
 * Members that only the service sets: `{ etag: true, snippet: { publishedAt: true } }`. Members of an array are those of its
 * items; `*` matches names that are not listed.
 */
export interface ReadOnlyMembers {
  readonly [name: string]: true | ReadOnlyMembers | (() => ReadOnlyMembers);
}

/** Schemas by name. */
export type WireParts = Readonly<Record<string, WirePart>>;

/** The differences between the values of an operation in the program and on the wire. */
export interface OperationWire {
  readonly convert: WireConverter;
  /** Members that are left out of request bodies, named as in the program. */
  readonly readOnly?: ReadOnlyMembers;
  /** Names of properties of the params object, on the wire and in the program, where they differ: `{ page_size: 'pageSize' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Schemas of parameters, by their names on the wire. */
  readonly parameters?: WireParts;
  /** Schemas of request bodies by media type; `media` is the JSON that is sent with bytes. */
  readonly bodies?: WireParts;
  /** Schemas of successful responses by status: `200`, `2XX`, `default`. The first one is for all statuses that are not declared. */
  readonly responses?: WireParts;
  /** Schema of an item, if the response is read item by item. */
  readonly items?: WirePart;
  /** Schemas of bodies of errors by status. */
  readonly errors?: WireParts;
  /** The default of the parameter that selects parts, if it depends on the body on the wire. */
  readonly parts?: PartsDefault;
  /** Fields of the descriptor, such as `paging`, for features that see names on the wire. */
  readonly sent?: Readonly<Record<string, unknown>>;
}
