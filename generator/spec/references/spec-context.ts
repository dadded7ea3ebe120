import { type KindName, hasRef } from '../openapi/rules.js';
import { walk } from '../openapi/walk.js';
import { readInner, readMember, isJsonObject, toArray, type Json, type JsonObject } from '../../json.js';
import { isResolved, type Problem, type References } from './references.js';
import type { Resolved } from '../spec-document.js';
import { reportFault, type FaultContext, type Repair } from '../repair/repairs.js';
import type { SpecVersion } from '../openapi/spec-version.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { reachable } from '../../iterables.js';

/** The context of everything that looks at one document: checks, repairs and rewrites. */
export interface SpecContext extends FaultContext {
  readonly root: JsonObject;
  /** The version the document was written in, before any upgrade. */
  readonly version: SpecVersion;
  readonly references: References;
  readonly vocabulary: Vocabulary | undefined;
  /** References already reported: a chain of them may be followed from several ends. */
  readonly reported: WeakSet<JsonObject>;
}

/** Reports a reference that resolves to nothing, once; one that may not be followed is never repaired. */
export function reportProblem(context: SpecContext, problem: Problem, repair?: Repair): void {
  const { code, message, node } = problem;
  if (message === undefined || context.reported.has(node)) return;
  context.reported.add(node);
  const fault = { code, message, at: context.positions.ofValue(node, '$ref') };
  reportFault(context, fault, code === 'disallowed-reference' ? undefined : repair);
}

/** Returns the value if it is an object, or the target of its reference; `undefined` where there is none. */
export function objectAt(context: SpecContext, value: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = hasRef(value) ? resolveTarget(context, value)?.value : value;
  return isJsonObject(found) ? found : undefined;
}

/** Finds the target of a reference; `undefined` for a value that is no reference, or resolves to nothing. */
export function resolveTarget(
  { references }: Pick<SpecContext, 'references'>,
  node: Json | undefined,
): Resolved | undefined {
  if (!hasRef(node)) return undefined;
  const outcome = references.follow(node);
  return isResolved(outcome) ? outcome : undefined;
}

/** Finds the schema that a mapping names by a reference; `undefined` for one that it names by its name in the components. */
export function mappedSchema(context: SpecContext, name: string, mapping: JsonObject): Json | undefined {
  if (Object.hasOwn(readComponents(context, 'schemas'), name)) return undefined;
  const found = context.references.find(name, mapping)?.value;
  return resolveTarget(context, found)?.value ?? found;
}

/** Visits every object of a document once per kind, and all that references and mappings lead to. */
export function walkDocument(context: SpecContext, visit: (node: JsonObject, kind: KindName) => void): void {
  walk(context.root, {
    visit,
    refer: (node) => resolveTarget(context, node)?.value,
    map: (name, mapping) => mappedSchema(context, name, mapping),
  });
}

/** Most schemas that are asked for the parts of one: chains of them can be as long as a document. */
const mostAsked = 500;

/** Lists a schema and all that apply to the same value with it: its target, and the schemas that `allOf`, or other keywords, combine. */
export function listCombined(
  context: SpecContext,
  schema: Json,
  keywords: readonly string[] = ['allOf'],
): readonly JsonObject[] {
  let asked = 0;
  const listParts = (part: Json): readonly (Json | undefined)[] => {
    asked += 1;
    if (asked > mostAsked || !isJsonObject(part)) return [];
    return [resolveTarget(context, part)?.value, ...keywords.flatMap((keyword) => toArray(part[keyword]))];
  };
  return [...reachable([schema], listParts)].filter(isJsonObject);
}

/** Lists the schemas of one property, with all that apply to its value. */
export function listPropertySchemas(
  context: SpecContext,
  { properties }: JsonObject,
  name: string,
): readonly JsonObject[] {
  return listCombined(context, readMember(properties, name) ?? true);
}

/** Returns a section of the components of a document; an empty one where there is none. */
export function readComponents({ root }: SpecContext, section: string): JsonObject {
  return readInner(root['components'], section);
}
