import type { Diagnostics, Position } from '../../diagnostics.js';
import type { CodecOptions } from '../types/codec.js';
import { CodecFinder } from './codecs.js';
import {
  type NameOptions,
  findCase,
  hasWrongName,
  memberInCase,
  type NameCase,
  ownName,
  reportWrongName,
} from '../tools/name-options.js';
import { follow, type SpecDocument } from '../../spec/spec-document.js';
import type { Json, JsonObject } from '../../json.js';
import type {
  OpenApiDocument,
  Reference,
  SchemaObject,
  OperationObject,
  PathItemObject,
} from '../../spec/openapi/openapi.js';
import type { Schema, ObjectRules, Property } from '../types/schema.js';
import type { HttpMethod } from '../api.js';
import { itemOperations } from '../../spec/openapi/walk.js';

/** The target of a `$ref` that waits to be lowered, so that recursion in the spec is not recursion here. */
export interface PendingSchema {
  readonly id: string;
  readonly value: Json;
  /** Returns the place of the reference, at which a target that is `true` or `false` is reported. */
  readonly positionOf: () => Position;
}

/** The first list of a kind whose further pages cannot be asked for, and how many there are. */
export interface UnknownPaging {
  readonly at: Position;
  readonly message: string;
  readonly overlay: string;
  count: number;
}

/** The state that the lowering of one document shares: the document, and the schemas met so far. */
export interface Lowering {
  readonly document: SpecDocument;
  readonly root: OpenApiDocument;
  readonly diagnostics: Diagnostics;
  /** Ids that were met, in the order of meeting; the schemas follow when the queue is drained. */
  readonly met: Set<string>;
  readonly pending: PendingSchema[];
  /** Lowered targets of references by id. */
  readonly schemas: Map<string, Schema>;
  /** Lowered schemas by the object they came from: shared parameters and responses are lowered once. */
  readonly known: Map<SchemaObject, Schema>;
  readonly codecs: CodecFinder;
  readonly properties: PropertyNamer;
  /** Lists whose further pages cannot be asked for, by their kind of paging. */
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
    met: new Set(),
    pending: [],
    schemas: new Map(),
    known: new Map(),
    codecs: new CodecFinder(document, diagnostics, options),
    properties: new PropertyNamer(diagnostics, options.names),
    unknownPaging: new Map(),
  };
}

/** Returns the object itself, or what its `$ref` resolves to. */
export function dereference<T extends JsonObject>(lowering: Lowering, node: T | Reference): T {
  return follow<T>(lowering.document, node).value;
}

/** Returns the named entries of an object of the spec, in its order, without `x-` extensions. */
export function namedEntries<T extends Json>(
  node: { readonly [name: string]: T } | undefined,
): readonly (readonly [string, T])[] {
  return node === undefined ? [] : Object.entries(node).filter(([name]) => !name.startsWith('x-'));
}

/** Keeps the `x-` extensions of an object as data. */
export function lowerExtensions(node: JsonObject): JsonObject {
  const keys = Object.keys(node).filter((key) => key.startsWith('x-'));
  return Object.fromEntries(keys.map((key) => [key, node[key] ?? null]));
}

/** Keys that say nothing about which values are good. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/** Returns true if a position is in an overlay: then the document itself does not state the fact. */
export function isOverlaid({ document }: Lowering, { file }: Position): boolean {
  return document.overlays?.includes(file) === true;
}

/** Returns true if an overlay narrows the values of a schema, or of one inside it. */
export function isNarrowed(lowering: Lowering, schema: Json | undefined): boolean {
  if (lowering.document.overlays === undefined || typeof schema !== 'object' || schema === null) return false;
  const { positions } = lowering.document;
  return Object.entries(schema).some(([key, value]: [string, Json]) => {
    if (key.startsWith('x-') || annotations.has(key)) return false;
    return isOverlaid(lowering, positions.ofKey(schema, key)) || isNarrowed(lowering, value);
  });
}

/** Names properties as callers know them, where that is not as they are on the wire. */
class PropertyNamer {
  readonly #diagnostics: Diagnostics;
  readonly #style: NameCase | undefined;
  /** A property has a name of its own. */
  isUsed: boolean = false;
  /** The option `names: { properties }` changes the name of a property. */
  isCaseUsed: boolean = false;

  constructor(diagnostics: Diagnostics, options: NameOptions = {}) {
    this.#diagnostics = diagnostics;
    this.#style = findCase(options, 'properties');
  }

  /** The keywords of an object, with the names that its properties have for callers. */
  name(object: ObjectRules | undefined): ObjectRules | undefined {
    if (object === undefined) return undefined;
    const { properties, requiredOnly } = object;
    const named = properties?.map((property) => this.#property(property));
    const unnamed = requiredOnly?.filter((name) => memberInCase(name, this.#style) !== name) ?? [];
    const isSame = named?.every((property, index) => property === properties?.[index]) ?? true;
    if (isSame && unnamed.length === 0) return object;
    return { ...object, ...(named && { properties: named }), ...(unnamed.length > 0 && { unnamed }) };
  }

  #property(property: Property): Property {
    const { name, schema } = property;
    if (hasWrongName(schema.extensions)) reportWrongName(schema, this.#diagnostics);
    const own = ownName(schema.extensions, 'property');
    const callersName = own ?? memberInCase(name, this.#style);
    if (own === undefined && callersName !== name) this.isCaseUsed = true;
    if (callersName === name) return property;
    this.isUsed = true;
    return { ...property, callersName };
  }
}

/** An operation of a path item, with the item. */
interface OperationEntry {
  readonly item: PathItemObject;
  readonly method: HttpMethod;
  readonly node: OperationObject;
  /** Steps from the item to the operation: `['get']`. */
  readonly steps: readonly string[];
}

/** Lists the operations of a path item. The `$ref` of an item is followed; fields beside it win. */
export function listItemOperations(lowering: Lowering, stated: PathItemObject): readonly OperationEntry[] {
  const item = stated.$ref === undefined ? stated : { ...dereference<PathItemObject>(lowering, stated), ...stated };
  return itemOperations(item).map(({ method, operation, steps }) => ({
    item,
    method,
    // The check stage has seen to it that an operation stands under each method.
    node: operation as OperationObject,
    steps,
  }));
}
