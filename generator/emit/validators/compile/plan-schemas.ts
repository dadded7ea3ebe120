import type { Schema } from '../../../api/types/schema.js';
import { followSchema } from '../../../api/schemas/target-schema.js';
import { Diagnostics, type Position } from '../../../diagnostics.js';
import { buildPlan } from '../plan/build-plan.js';
import { LocalNames, pascalCase } from '../plan/local-names.js';
import type { Program, Unit } from '../plan/plan.js';
import { createProgram } from '../plan/program.js';
import { type Json, isJsonObject, toObject, typeName } from '../../../json.js';
import { createSchemaCheck, type SchemaCheck } from './check-schemas.js';
import { namedPointer, type UnitOrigin } from './issue-positions.js';
import { metaSchemas } from './meta-schemas.js';
import type { CompileInput } from './read-input.js';
import {
  Registry,
  enterScope,
  followReference,
  type DynamicScope,
  schemaId,
  type LocatedSchema,
  type Report,
  ownString,
} from './registry.js';
import { readKeywords } from '../../../api/schemas/lower-schema.js';
import { printPointer } from '../../../spec/read/pointer.js';

/** Module that all functions of a compiled file are in. */
export const compiledModule = 'validators';

/** A named schema of the input and the unit that checks it. */
export interface NamedUnit {
  readonly name: string;
  /** Pointer in the input: what issues mean by `#`, or where the document has it. */
  readonly pointer: string;
  readonly unit: string;
  readonly schema: Json;
}

/** Output of `planSchemas`. */
export interface PlannedSchemas {
  readonly program: Program;
  readonly named: readonly NamedUnit[];
  /** Origins of the units, by their keys. */
  readonly origins: ReadonlyMap<string, UnitOrigin>;
}

/** A document with everything it refers to, which is planned once for each set of dynamic anchors it is reached with. */
interface World {
  /** Number of the document, in the keys of its units. */
  readonly number: number;
  /** Pointer of the document in the input. */
  readonly base: string;
  readonly registry: Registry;
  readonly report: Report;
  readonly check: SchemaCheck;
  /** Names of the dynamic anchors that any `$dynamicRef` mentions; others need not be told apart. */
  readonly anchors: ReadonlySet<string>;
  /** The schemas that were asked for, by the keys of their units. */
  readonly targets: Map<string, Target>;
}

interface Target {
  readonly located: LocatedSchema;
  readonly scope: DynamicScope;
  /** Absent until it is lowered. */
  schema?: Schema;
}

/** Plans all schemas of the input. Each is a document of its own that shares the remotes with the others. `undefined` where one is not valid. */
export function planSchemas({
  input,
  assertFormats,
  diagnostics,
  taken,
}: {
  readonly input: CompileInput;
  readonly assertFormats: boolean;
  readonly diagnostics: Diagnostics;
  /** Names that functions must not have. */
  readonly taken: Iterable<string>;
}): PlannedSchemas | undefined {
  const { document, positions } = input;
  const report: Report = ({ value }, keyword, code, message) => {
    if (isJsonObject(value)) diagnostics.error(code, message, positions.ofValue(value, keyword));
  };
  const shipped = new Registry();
  for (const schema of metaSchemas) shipped.add(String(schema['$id']), schema, String(schema['$id']));
  const remotes = new Registry(shipped, report);
  for (const [uri, schema] of Object.entries(input.remotes)) remotes.add(uri, schema, uri);
  // Warnings about a document were reported when it was read.
  const found = document === undefined ? diagnostics : new Diagnostics(diagnostics);
  const check = createSchemaCheck({ positions, diagnostics: found });
  const shared = mentionedAnchors([...Object.values(input.remotes), ...metaSchemas]);
  const documents = document
    ? [{ ...document, base: '#' }]
    : Object.entries(input.schemas).map(([name, root]) => {
        return { root, pointers: new Map([[name, '']]), base: namedPointer(name) };
      });
  const worlds = documents.map(({ root, pointers, base }, number) => {
    const anchors = new Set([...shared, ...mentionedAnchors(root)]);
    const registry = new Registry(remotes, report);
    const world: World = { number, base, registry, report, check, anchors, targets: new Map() };
    return { world, named: lowerDocument(world, root, pointers) };
  });
  if (found !== diagnostics) diagnostics.add(found.list.filter(({ severity }) => severity === 'error'));
  if (diagnostics.failed) return undefined;
  const names = new LocalNames(taken);
  const planned = worlds.flatMap(({ world, named }) => planWorld(world, named, names, assertFormats));
  return {
    program: createProgram(new Map(planned.map(({ unit }) => [unit.key, unit]))),
    named: worlds.flatMap(({ named }) => named),
    origins: new Map(planned.map(({ unit, origin }) => [unit.key, origin])),
  };
}

/** Lowers schemas of a document, by name and pointer, and everything they refer to. */
function lowerDocument(world: World, document: Json, pointers: ReadonlyMap<string, string>): readonly NamedUnit[] {
  const { registry, base, targets, check } = world;
  const { resource } = registry.add('schema:///', document, '');
  const named = [...pointers].flatMap(([name, pointer]) => {
    const located = registry.walk(resource, pointer);
    if (located === undefined) return [];
    return [{ name, pointer: base + pointer, unit: askFor(world, located, new Map()), schema: located.value }];
  });
  // Lowering asks for further schemas, which the loop reaches in turn.
  for (const target of targets.values()) target.schema = lowerJsonSchema(target.located, target.scope, world);
  for (const one of registry.schemas) check.keywords(one, registry);
  return named;
}

/** Plans what was lowered. */
function planWorld(
  { base, targets }: World,
  named: readonly NamedUnit[],
  names: LocalNames,
  assertFormats: boolean,
): readonly { readonly unit: Unit; readonly origin: UnitOrigin }[] {
  const roots = new Map(named.map(({ unit, name }) => [unit, name]));
  const schemas = new Map([...targets].flatMap(([key, { schema }]) => (schema === undefined ? [] : [[key, schema]])));
  const [outer = ''] = roots.size === 1 ? roots.values() : [];
  return [...targets].flatMap(([key, { located, schema }]) => {
    if (schema === undefined) return [];
    const own = roots.get(key);
    const { resource, pointer: within } = located;
    const [last = 'part'] = (within === '' ? resource.uri : within).split('/').slice(-1);
    const name = names.claim(pascalCase(own ?? `${outer} ${last}`));
    const plan = buildPlan(
      schema,
      { pointer: `${resource.label}#${within}`, hint: [] },
      {
        unitOf: (ref) => ref,
        isRequired: ({ required }) => required,
        resolve: (one) => followSchema(schemas, one),
        assertFormats: assertFormats || resource.assertsFormats,
      },
    );
    const type = own === undefined ? {} : { type: () => 'unknown' };
    const unit = { key, name, module: compiledModule, exported: false, ...type, plan };
    return [{ unit, origin: { name: own ?? outer, base, located } }];
  });
}

/** Returns the key of a position as it is reached from a scope, and lowers it later. */
function askFor({ number, anchors, targets }: World, located: LocatedSchema, outer: DynamicScope): string {
  const scope = enterScope(outer, located.resource, anchors);
  const found = [...scope].map(([name, resource]) => `${name}=${resource.uri}`).toSorted();
  const key = [String(number), schemaId(located), ...found].join(' ');
  if (!targets.has(key)) targets.set(key, { located, scope });
  return key;
}

/** The position of every schema: issues name schemas by their pointers. */
const at: Position = { file: '', line: 1, column: 1 };

/** Lowers a schema of draft 2020-12; unknown keywords say nothing, and those with values that they do not take are reported. */
function lowerJsonSchema(located: LocatedSchema, scope: DynamicScope, world: World): Schema {
  const { value, resource, pointer } = located;
  const { registry, check } = world;
  if (!isJsonObject(value)) return { at, boolean: value !== false, doc: {} };
  check.keywords(located, registry);
  check.patterns(located);
  const { allOf: stated = [], ...keywords } = readKeywords({
    node: value,
    isRead: ({ vocabulary }) => vocabulary !== 'validation' || resource.asserts,
    lower: (parent, key, steps) => {
      // Objects and arrays alike have it under the key.
      const inner = { value: Reflect.get(parent, key) as Json, resource, pointer: pointer + printPointer(steps) };
      // A schema with an `$id` may open a resource of its own.
      const id = ownString(toObject(inner.value), '$id');
      const opened = id === undefined ? undefined : registry.walk(resource, inner.pointer);
      if (opened === undefined || opened.resource === resource) return lowerJsonSchema(inner, scope, world);
      return { at, ref: askFor(world, opened, scope), doc: {} };
    },
  });
  // A schema has one `ref`, so a `$dynamicRef` beside a `$ref` becomes a part of `allOf`.
  const [ref, ...others] = (['$ref', '$dynamicRef'] as const).flatMap((keyword) => {
    const reference = ownString(value, keyword);
    return reference === undefined ? [] : (resolveReference(located, keyword, reference, { scope, world }) ?? []);
  });
  const allOf = [...stated, ...others.map((other): Schema => ({ at, ref: other, doc: {} }))];
  return { at, doc: {}, ...keywords, ...(ref !== undefined && { ref }), ...(allOf.length > 0 && { allOf }) };
}

/** Returns the key of the schema that a reference means; reports a reference that resolves to none. */
function resolveReference(
  from: LocatedSchema,
  keyword: '$ref' | '$dynamicRef',
  reference: string,
  { scope, world }: { readonly scope: DynamicScope; readonly world: World },
): string | undefined {
  const found = followReference(reference, from, world.registry, keyword === '$ref' ? undefined : scope);
  if (isJsonObject(found?.value) || typeof found?.value === 'boolean') return askFor(world, found, scope);
  const hint = reference.startsWith('#') ? '' : '; add other documents under "remotes"';
  const where = found === undefined ? `does not exist${hint}` : `points to ${typeName(found.value)}, not to a schema`;
  world.report(from, keyword, 'unknown-reference', `${keyword} ${JSON.stringify(reference)} ${where}`);
  return undefined;
}

/** Lists the names of the dynamic anchors that a document's `$dynamicRef`s mention. */
function mentionedAnchors(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mentionedAnchors);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$dynamicRef'] === 'string' ? [value['$dynamicRef'].replace(/^[^#]*#/, '')] : [];
  return [...own, ...Object.values(value).flatMap(mentionedAnchors)];
}
