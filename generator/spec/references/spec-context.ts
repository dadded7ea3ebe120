import { type KindName, hasRef } from '../openapi/rules.js';
import { walk } from '../openapi/walk.js';
import { readInner, readMember, isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { isResolved, type Problem, type References } from './references.js';
import type { Resolved } from '../spec-document.js';
import { reportFault, type FaultContext, type Repair } from '../repair/repairs.js';
import type { SpecVersion } from '../openapi/spec-version.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { reachable } from '../../iterables.js';

/** The context of all checks, repairs and rewrites of one document. */
export interface SpecContext extends FaultContext {
  readonly root: JsonObject;
  /** The version the document was written in, before any upgrade. */
  readonly version: SpecVersion;
  readonly references: References;
  readonly vocabulary: Vocabulary | undefined;
  /** References that were reported. Several chains may include the same one. */
  readonly reported: WeakSet<JsonObject>;
}

/** Reports a reference that does not resolve, once. One that must not be followed is never repaired. */
export function reportProblem(context: SpecContext, problem: Problem, repair?: Repair): void {
  const { code, message, node } = problem;
  if (message === undefined || context.reported.has(node)) return;
  context.reported.add(node);
  const fault = { code, message, at: context.positions.ofValue(node, '$ref') };
  reportFault(context, fault, code === 'disallowed-reference' ? undefined : repair);
}

/** Returns the value if it is an object, or the target of its reference, or `undefined`. */
export function objectAt(context: SpecContext, value: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = hasRef(value) ? resolveTarget(context, value)?.value : value;
  return isJsonObject(found) ? found : undefined;
}

/** Finds the target of a reference; `undefined` if the value is no reference or does not resolve. */
export function resolveTarget(
  { references }: Pick<SpecContext, 'references'>,
  node: Json | undefined,
): Resolved | undefined {
  if (!hasRef(node)) return undefined;
  const outcome = references.follow(node);
  return isResolved(outcome) ? outcome : undefined;
}

/** Finds the schema that a mapping refers to; `undefined` if the mapping has only its name in the components. */
export function mappedSchema(context: SpecContext, name: string, mapping: JsonObject): Json | undefined {
  if (Object.hasOwn(readComponents(context, 'schemas'), name)) return undefined;
  const found = context.references.find(name, mapping)?.value;
  return resolveTarget(context, found)?.value ?? found;
}

/** Visits every object of a document once per kind, including the targets of references and mappings. */
export function walkDocument(context: SpecContext, visit: (node: JsonObject, kind: KindName) => void): void {
  walk(context.root, {
    visit,
    refer: (node) => resolveTarget(context, node)?.value,
    map: (name, mapping) => mappedSchema(context, name, mapping),
  });
}

/** Maximum number of schemas that are combined. Chains of them may be as long as a document. */
const MAX_COMBINED = 500;

/**
 * Lists a schema and all schemas that apply to the same value: its target, and the schemas in `allOf` or other given keywords.
 */
export function listCombined(
  context: SpecContext,
  schema: Json,
  keywords: readonly string[] = ['allOf'],
): readonly JsonObject[] {
  let count = 0;
  const listParts = (part: Json): readonly (Json | undefined)[] => {
    count += 1;
    if (count > MAX_COMBINED || !isJsonObject(part)) return [];
    return [resolveTarget(context, part)?.value, ...keywords.flatMap((keyword) => toArray(part[keyword]))];
  };
  return [...reachable([schema], listParts)].filter(isJsonObject);
}

/** Lists all schemas that apply to the value of one property. */
export function listPropertySchemas(
  context: SpecContext,
  { properties }: JsonObject,
  name: string,
): readonly JsonObject[] {
  return listCombined(context, readMember(properties, name) ?? true);
}

/** Returns a section of the components of a document, or an empty one. */
export function readComponents({ root }: SpecContext, section: string): JsonObject {
  return readInner(root['components'], section);
}
