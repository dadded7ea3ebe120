import type { Schema } from '../../../api/types/schema.js';
import { followSchema } from '../../../api/schemas/target-schema.js';
import { Diagnostics, type Position } from '../../../diagnostics.js';
import { buildPlan, type PlanContext } from '../plan/build-plan.js';
import { LocalNames, pascalCase } from '../plan/local-names.js';
import type { Program, Unit } from '../plan/plan.js';
import { createProgram } from '../plan/program.js';
import { type Json, isJsonObject, typeName } from '../../../json.js';
import { createSchemaCheck, type SchemaCheck } from './check-schemas.js';
import { namedPointer, type UnitOrigin } from './issue-positions.js';
import { metaSchemas } from './meta-schemas.js';
import type { CompileInput } from './read-input.js';
import {
  Registry,
  enterScope,
  followDynamicReference,
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

/** Input of `planSchemas`. */
interface PlanInput {
  readonly input: CompileInput;
  readonly assertFormats: boolean;
  readonly diagnostics: Diagnostics;
  /** Names that functions must not have. */
  readonly taken: Iterable<string>;
}

/** Output of `planSchemas`. */
interface PlannedSchemas {
  readonly program: Program;
  readonly named: readonly NamedUnit[];
  /** Origins of the units, by their keys. */
  readonly origins: ReadonlyMap<string, UnitOrigin>;
}

/** Plans all schemas of the input. Each is a document of its own that shares the remotes with the others. `undefined` where one is not valid. */
export function planSchemas({ input, assertFormats, diagnostics, taken }: PlanInput): PlannedSchemas | undefined {
  const report: Report = ({ value }, keyword, code, message) => {
    if (isJsonObject(value)) diagnostics.error(code, message, input.positions.ofValue(value, keyword));
  };
  const registry = new Registry();
  for (const schema of metaSchemas) registry.add(String(schema['$id']), schema, String(schema['$id']));
  const remotes = new Registry(registry, report);
  for (const [uri, schema] of Object.entries(input.remotes)) remotes.add(uri, schema, uri);
  const names = new LocalNames(taken);
  const units = new Map<string, Unit>();
  const origins = new Map<string, UnitOrigin>();
  // Warnings about a document were reported when it was read.
  const found = input.document === undefined ? diagnostics : new Diagnostics(diagnostics);
  const check = createSchemaCheck({ positions: input.positions, diagnostics: found });
  const shared = mentionedAnchors([...Object.values(input.remotes), ...metaSchemas]);
  const open = (world: number, base: string, documents: readonly Json[]): WorldPlanner => {
    const anchors = new Set([...shared, ...documents.flatMap(mentionedAnchors)]);
    return new WorldPlanner({ world, base, remotes, assertFormats, names, units, origins, report, check, anchors });
  };
  const { document } = input;
  const worlds: readonly (readonly [WorldPlanner, readonly NamedUnit[]])[] =
    document === undefined
      ? Object.entries(input.schemas).map(([name, schema], index) => {
          const planner = open(index, namedPointer(name), [schema]);
          return [planner, planner.lower(schema, new Map([[name, '']]))];
        })
      : [open(0, '#', [document.root])].map((planner) => [planner, planner.lower(document.root, document.pointers)]);
  if (found !== diagnostics) diagnostics.add(found.list.filter(({ severity }) => severity === 'error'));
  if (diagnostics.failed) return undefined;
  for (const [planner] of worlds) planner.plan();
  return { program: createProgram(units), named: worlds.flatMap(([, named]) => named), origins };
}

interface World {
  readonly world: number;
  /** Pointer of the document in the input. */
  readonly base: string;
  readonly remotes: Registry;
  readonly assertFormats: boolean;
  readonly names: LocalNames;
  readonly units: Map<string, Unit>;
  readonly origins: Map<string, UnitOrigin>;
  readonly report: Report;
  readonly check: SchemaCheck;
  /** Names of the dynamic anchors that any `$dynamicRef` mentions; others need not be told apart. */
  readonly anchors: ReadonlySet<string>;
}

interface Target {
  readonly located: LocatedSchema;
  readonly scope: DynamicScope;
}

/** The position of every schema: issues name schemas by their pointers. */
const nowhereAt: Position = { file: '', line: 1, column: 1 };

/** Plans schemas of one document and everything they refer to, once for each set of dynamic anchors it is reached with. */
class WorldPlanner {
  readonly #world: World;
  readonly #registry: Registry;
  readonly #targets = new Map<string, Target>();
  readonly #schemas = new Map<string, Schema>();
  readonly #open: string[] = [];
  /** Names of the schemas that were asked for, by the keys of their units. */
  readonly #roots = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
    this.#registry = new Registry(world.remotes, world.report);
  }

  /** Lowers schemas of a document, by name and pointer, and everything they refer to. */
  lower(document: Json, pointers: ReadonlyMap<string, string>): readonly NamedUnit[] {
    const { resource } = this.#registry.add('schema:///', document, '');
    const named = [...pointers].flatMap(([name, pointer]) => {
      const located = this.#registry.walk(resource, pointer);
      if (located === undefined) return [];
      const unit = this.#want(located, new Map());
      this.#roots.set(unit, name);
      return [{ name, pointer: this.#world.base + pointer, unit, schema: located.value }];
    });
    // The list grows while it is walked.
    for (const key of this.#open) this.#lower(key);
    for (const one of this.#registry.schemas) this.#check(one);
    return named;
  }

  /** Plans what was lowered. */
  plan(): void {
    for (const key of this.#targets.keys()) this.#addUnit(key);
  }

  #check(located: LocatedSchema): void {
    this.#world.check.keywords(located, (uri) => this.#registry.find(uri));
  }

  /** Returns the key of a position as it is reached from a scope, and plans it later. */
  #want(located: LocatedSchema, outer: DynamicScope): string {
    const scope = enterScope(outer, located.resource, this.#world.anchors);
    const anchors = [...scope].map(([name, resource]) => `${name}=${resource.uri}`).toSorted();
    const key = [String(this.#world.world), schemaId(located), ...anchors].join(' ');
    if (this.#targets.has(key)) return key;
    this.#targets.set(key, { located, scope });
    this.#open.push(key);
    return key;
  }

  #lower(key: string): void {
    const target = this.#targets.get(key);
    if (target === undefined) return;
    const { scope } = target;
    const schema = lowerJsonSchema(target.located, {
      at: nowhereAt,
      reference: (located, keyword, reference) => this.#follow(located, keyword, reference, scope),
      embedded: (located) => this.#embedded(located, scope),
      visit: (located) => {
        this.#check(located);
        this.#world.check.patterns(located);
      },
    });
    this.#schemas.set(key, schema);
  }

  #follow(
    from: LocatedSchema,
    keyword: '$ref' | '$dynamicRef',
    reference: string,
    scope: DynamicScope,
  ): string | undefined {
    const found =
      keyword === '$ref'
        ? followReference(reference, from, this.#registry)
        : followDynamicReference(reference, from, scope, this.#registry);
    if (isJsonObject(found?.value) || typeof found?.value === 'boolean') return this.#want(found, scope);
    const hint = reference.startsWith('#') ? '' : '; other documents have to stand under "remotes"';
    const where = found === undefined ? `leads nowhere${hint}` : `leads to ${typeName(found.value)}, not to a schema`;
    this.#world.report(from, keyword, 'unknown-reference', `${keyword} ${JSON.stringify(reference)} ${where}`);
    return undefined;
  }

  #embedded(located: LocatedSchema, scope: DynamicScope): string | undefined {
    const found = this.#registry.walk(located.resource, located.pointer);
    return found === undefined || found.resource === located.resource ? undefined : this.#want(found, scope);
  }

  #addUnit(key: string): void {
    const schema = this.#schemas.get(key);
    const target = this.#targets.get(key);
    if (schema === undefined || target === undefined) return;
    const { names, base, units, origins } = this.#world;
    const own = this.#roots.get(key);
    const [outer = ''] = this.#roots.size === 1 ? this.#roots.values() : [];
    const { resource, pointer: within } = target.located;
    const [last = 'part'] = (within === '' ? resource.uri : within).split('/').slice(-1);
    const stem = names.claim(pascalCase(own ?? `${outer} ${last}`));
    const pointer = `${resource.label}#${within}`;
    const plan = buildPlan(schema, { pointer, hint: [] }, this.#planContext(target.located));
    origins.set(key, { name: own ?? outer, base, located: target.located });
    units.set(key, {
      key,
      name: stem,
      module: compiledModule,
      exported: false,
      ...(own === undefined ? {} : { type: () => 'unknown' }),
      plan,
    });
  }

  #planContext({ resource }: LocatedSchema): PlanContext {
    return {
      unitOf: (ref) => ref,
      isRequired: ({ required }) => required,
      resolve: (schema) => followSchema(this.#schemas, schema),
      assertFormats: this.#world.assertFormats || resource.assertsFormats,
    };
  }
}

/** Lists the names of the dynamic anchors that a document's `$dynamicRef`s mention. */
function mentionedAnchors(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mentionedAnchors);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$dynamicRef'] === 'string' ? [value['$dynamicRef'].replace(/^[^#]*#/, '')] : [];
  return [...own, ...Object.values(value).flatMap(mentionedAnchors)];
}

/** Callbacks of lowering. */
interface LowerContext {
  readonly at: Position;
  /** Key of the schema that a `$ref` or `$dynamicRef` of a position refers to; reports it and returns `undefined` where it resolves to nothing. */
  readonly reference: (located: LocatedSchema, keyword: '$ref' | '$dynamicRef', target: string) => string | undefined;
  /** Key of a schema inside that opens a resource of its own; `undefined` where it does not. */
  readonly embedded: (located: LocatedSchema) => string | undefined;
  /** Looks at a schema whose keywords are about to be read; reports those with values that they do not take. */
  readonly visit: (located: LocatedSchema) => void;
}

/** Lowers a schema of draft 2020-12; unknown keywords say nothing, and what `visit` reports is not to be used. */
function lowerJsonSchema(located: LocatedSchema, context: LowerContext): Schema {
  const { value, resource, pointer } = located;
  const { at } = context;
  if (!isJsonObject(value)) return { at, boolean: value !== false, doc: {} };
  context.visit(located);
  const { allOf: stated, ...keywords } = readKeywords({
    node: value,
    isRead: ({ vocabulary }) => vocabulary !== 'validation' || resource.asserts,
    lower: (parent, key, steps) => {
      // Objects and arrays alike have it under the key.
      const inner = { value: Reflect.get(parent, key) as Json, resource, pointer: pointer + printPointer(steps) };
      const isResource = isJsonObject(inner.value) && ownString(inner.value, '$id') !== undefined;
      const embedded = isResource ? context.embedded(inner) : undefined;
      return embedded === undefined ? lowerJsonSchema(inner, context) : { at, ref: embedded, doc: {} };
    },
  });
  const { ref, allOf } = lowerReferences(located, stated, context);
  return { at, doc: {}, ...keywords, ...(ref !== undefined && { ref }), ...(allOf.length > 0 && { allOf }) };
}

/** Lowers `$ref` and `$dynamicRef`. A schema has one `ref`, so a `$dynamicRef` beside a `$ref` becomes a part of `allOf`. */
function lowerReferences(
  located: LocatedSchema,
  stated: readonly Schema[] = [],
  { at, reference }: LowerContext,
): { readonly ref: string | undefined; readonly allOf: readonly Schema[] } {
  const [ref, ...others] = (['$ref', '$dynamicRef'] as const).flatMap((keyword) => {
    const target = isJsonObject(located.value) ? ownString(located.value, keyword) : undefined;
    return target === undefined ? [] : (reference(located, keyword, target) ?? []);
  });
  return { ref, allOf: [...stated, ...others.map((other): Schema => ({ at, ref: other, doc: {} }))] };
}
