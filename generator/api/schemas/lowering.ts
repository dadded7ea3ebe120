import type { Diagnostics, Position } from '../../diagnostics.js';
import type { CodecOptions } from '../types/codec.js';
import { findCase, type NameCase, type NameOptions } from '../tools/name-options.js';
import { follow, type SpecDocument } from '../../spec/spec-document.js';
import { isCompound, type Json, type JsonObject } from '../../json.js';
import type {
  OpenApiDocument,
  Reference,
  SchemaObject,
  OperationObject,
  PathItemObject,
} from '../../spec/openapi/openapi.js';
import type { Schema } from '../types/schema.js';
import type { HttpMethod } from '../api.js';
import { itemOperations } from '../../spec/openapi/walk.js';

/** The target of a `$ref` in the queue. The queue keeps recursive schemas from becoming recursive calls. */
export interface PendingSchema {
  readonly id: string;
  readonly value: Json;
  /** Returns the position of the reference, for targets without a position of their own: `true` and `false`. */
  readonly locate: () => Position;
}

/** The first list whose further pages the client cannot request, and the number of all of the same kind. */
export interface UnknownPaging {
  readonly at: Position;
  readonly message: string;
  readonly overlay: string;
  count: number;
}

/** The shared state while one document is lowered: the document, and the schemas so far. */
export interface Lowering {
  readonly document: SpecDocument;
  readonly root: OpenApiDocument;
  readonly diagnostics: Diagnostics;
  /** Queue of the targets of references, by id; `drainSchemas` lowers them into `schemas`, in their order. */
  readonly pending: Map<string, PendingSchema>;
  readonly schemas: Map<string, Schema>;
  /** Lowered schemas by their schema object, so that the schemas of shared parameters and responses are lowered once. */
  readonly known: Map<SchemaObject, Schema>;
  /** The options for codecs, and the codecs that schemas use. */
  readonly codecs: {
    readonly options: CodecOptions;
    /** Names of the user's own codecs. */
    readonly own: ReadonlySet<string>;
    /** Formats whose type an option sets. */
    readonly formats: Set<string>;
    /** Ids of the codecs that schemas use. */
    readonly used: Set<string>;
    /** Integers of 64 bits without a codec, which are inexact numbers for callers. */
    readonly large: SchemaObject[];
  };
  /** The names of properties for callers: the case that the user chose, and its effect so far. */
  readonly properties: {
    readonly style: NameCase | undefined;
    /** At least one property has another name for callers. */
    isUsed: boolean;
    /** The option `names: { properties }` changes at least one name. */
    isCaseUsed: boolean;
  };
  /** Lists whose further pages the client cannot request, by their kind of paging. */
  readonly unknownPaging: Map<string, UnknownPaging>;
}

/** Options that change values and names for callers. */
export interface CallersOptions extends CodecOptions {
  readonly names?: NameOptions | undefined;
}

/** Starts the lowering of a document. */
export function startLowering(
  document: SpecDocument,
  diagnostics: Diagnostics,
  options: CallersOptions = {},
): Lowering {
  return {
    document,
    root: document.openapi,
    diagnostics,
    pending: new Map(),
    schemas: new Map(),
    known: new Map(),
    codecs: {
      options,
      own: new Set(options.codecs?.map(({ name }) => name)),
      formats: new Set(),
      used: new Set(),
      large: [],
    },
    properties: { style: findCase(options.names ?? {}, 'properties'), isUsed: false, isCaseUsed: false },
    unknownPaging: new Map(),
  };
}

/** Returns the object itself, or what its `$ref` resolves to. */
export function dereference<T extends JsonObject>(lowering: Lowering, node: T | Reference): T {
  return follow<T>(lowering.document, node).value;
}

/** Returns the named entries of an object of the spec, in its order, without `x-` extensions. */
export function namedEntries<T extends Json>(
  node: { readonly [name: string]: T } = {},
): readonly (readonly [string, T])[] {
  return Object.entries(node).filter(([name]) => !name.startsWith('x-'));
}

/** Keeps the `x-` extensions of an object as data. */
export function lowerExtensions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-')));
}

/** Keys of schemas that do not restrict values. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/** Returns true if a position is in an overlay: then the document itself does not state the fact. */
export function isOverlaid({ document }: Lowering, { file }: Position): boolean {
  return document.overlays?.includes(file) === true;
}

/** Returns true if an overlay narrows the values of a schema, or of one inside it. */
export function isNarrowed(lowering: Lowering, schema: Json | undefined): boolean {
  const { overlays, positions } = lowering.document;
  if (!overlays || !schema || !isCompound(schema)) return false;
  return Object.entries(schema).some(([key, value]: [string, Json]) => {
    if (key.startsWith('x-') || annotations.has(key)) return false;
    return isOverlaid(lowering, positions.ofKey(schema, key)) || isNarrowed(lowering, value);
  });
}

/** Lists the operations of a path item. Follows its `$ref`; fields beside the `$ref` replace those of the target. */
export function listItemOperations(
  lowering: Lowering,
  stated: PathItemObject,
): readonly {
  readonly item: PathItemObject;
  readonly method: HttpMethod;
  readonly node: OperationObject;
  /** Steps from the item to the operation: `['get']`. */
  readonly steps: readonly string[];
}[] {
  const item = stated.$ref === undefined ? stated : { ...dereference<PathItemObject>(lowering, stated), ...stated };
  return itemOperations(item).map(({ method, operation, steps }) => ({
    item,
    method,
    // The check stage has reported methods whose value is no operation object.
    node: operation as OperationObject,
    steps,
  }));
}
