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

/** Name of the module with all functions of a compiled file. */
export const compiledModule = 'validators';

/** A named schema of the input, with the unit that checks it. */
export interface NamedUnit {
  readonly name: string;
  /** Pointer of the schema in the input. */
  readonly pointer: string;
  /** Key of the unit. */
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

/** A document with all schemas that it refers to. Each schema is planned once for each set of dynamic anchors in its scope. */
interface World {
  /** Number of the document, in the keys of its units. */
  readonly number: number;
  /** Pointer of the document in the input. */
  readonly base: string;
  readonly registry: Registry;
  readonly report: Report;
  readonly check: SchemaCheck;
  /** Names of the dynamic anchors that a `$dynamicRef` refers to; all others do not matter. */
  readonly anchors: ReadonlySet<string>;
  /** The schemas that need units, by the keys of these. */
  readonly targets: Map<string, Target>;
}

interface Target {
  readonly located: LocatedSchema;
  readonly scope: DynamicScope;
  /** Absent until it is lowered. */
  schema?: Schema;
}

/** Plans all schemas of the input. Each is a document of its own; the remotes are shared. Returns `undefined` after errors. */
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
  // Reading an OpenAPI document has already reported its warnings.
  const found = document === undefined ? diagnostics : new Diagnostics(diagnostics);
  const check = createSchemaCheck({ positions, diagnostics: found });
  const shared = listDynamicAnchors([...Object.values(input.remotes), ...metaSchemas]);
  const documents = document
    ? [{ ...document, base: '#' }]
    : Object.entries(input.schemas).map(([name, root]) => {
        return { root, pointers: new Map([[name, '']]), base: namedPointer(name) };
      });
  const worlds = documents.map(({ root, pointers, base }, number) => {
    const anchors = new Set([...shared, ...listDynamicAnchors(root)]);
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

/** Lowers named schemas of a document, and all schemas that they refer to. `pointers` has their pointers by name. */
function lowerDocument(world: World, document: Json, pointers: ReadonlyMap<string, string>): readonly NamedUnit[] {
  const { registry, base, targets, check } = world;
  const { resource } = registry.add('schema:///', document, '');
  const named = [...pointers].flatMap(([name, pointer]) => {
    const located = registry.walk(resource, pointer);
    if (located === undefined) return [];
    return [{ name, pointer: base + pointer, unit: enqueue(world, located, new Map()), schema: located.value }];
  });
  // Lowering a schema may queue further ones, which the loop visits, too.
  for (const target of targets.values()) target.schema = lowerJsonSchema(target.located, target.scope, world);
  for (const one of registry.schemas) check.keywords(one, registry);
  return named;
}

/** Plans the lowered schemas of a document. */
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
        findUnit: (ref) => ref,
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

/** Queues a schema for lowering in a dynamic scope; returns the key of its unit. */
function enqueue({ number, anchors, targets }: World, located: LocatedSchema, outer: DynamicScope): string {
  const scope = enterScope(outer, located.resource, anchors);
  const found = [...scope].map(([name, resource]) => `${name}=${resource.uri}`).toSorted();
  const key = [String(number), schemaId(located), ...found].join(' ');
  if (!targets.has(key)) targets.set(key, { located, scope });
  return key;
}

/** Position of every lowered schema; not used, since issues name schemas by pointers. */
const at: Position = { file: '', line: 1, column: 1 };

/** Lowers a schema of draft 2020-12. Ignores unknown keywords, and reports keywords with invalid values. */
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
      // `Reflect.get` reads members of objects and items of arrays, but returns `any`.
      const inner = { value: Reflect.get(parent, key) as Json, resource, pointer: pointer + printPointer(steps) };
      // A schema with an `$id` can be a resource of its own, with a base URI for its references.
      const id = ownString(toObject(inner.value), '$id');
      const opened = id === undefined ? undefined : registry.walk(resource, inner.pointer);
      if (opened === undefined || opened.resource === resource) return lowerJsonSchema(inner, scope, world);
      return { at, ref: enqueue(world, opened, scope), doc: {} };
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

/** Returns the key of the unit for the target of a reference; reports a reference without a target. */
function resolveReference(
  from: LocatedSchema,
  keyword: '$ref' | '$dynamicRef',
  reference: string,
  { scope, world }: { readonly scope: DynamicScope; readonly world: World },
): string | undefined {
  const found = followReference(reference, from, world.registry, keyword === '$ref' ? undefined : scope);
  if (isJsonObject(found?.value) || typeof found?.value === 'boolean') return enqueue(world, found, scope);
  const hint = reference.startsWith('#') ? '' : '; add other documents under "remotes"';
  const where = found === undefined ? `does not exist${hint}` : `points to ${typeName(found.value)}, not to a schema`;
  world.report(from, keyword, 'unknown-reference', `${keyword} ${JSON.stringify(reference)} ${where}`);
  return undefined;
}

/** Lists the names of the dynamic anchors that each `$dynamicRef` of a document refers to. */
function listDynamicAnchors(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listDynamicAnchors);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$dynamicRef'] === 'string' ? [value['$dynamicRef'].replace(/^[^#]*#/, '')] : [];
  return [...own, ...Object.values(value).flatMap(listDynamicAnchors)];
}
