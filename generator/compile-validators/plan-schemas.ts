import type { Schema } from '../api/schemas/schema.js';
import type { Code, Diagnostics, Position } from '../diagnostics.js';
import { buildPlan, type PlanContext } from '../emit/validators/plan/build-plan.js';
import { LocalNames, pascalCase } from '../emit/validators/plan/local-names.js';
import { createProgram } from '../emit/validators/plan/create-program.js';
import type { Program, Unit } from '../emit/validators/plan/program.js';
import { typeName } from '../spec/check/check-value.js';
import { type Json, isJsonObject } from '../spec/read/json.js';
import { createPlaceCheck, type PlaceCheck } from './check-places.js';
import type { UnitOrigin } from './issue-places.js';
import { lowerJsonSchema } from './lower-json-schema.js';
import { metaSchemas } from './meta-schemas.js';
import type { CompileInput } from './read-input.js';
import {
  Registry,
  enterScope,
  followDynamicReference,
  followReference,
  type DynamicScope,
  placeId,
  type SchemaPlace,
} from './registry.js';

/** Module that all functions of a compiled file stand in. */
export const compiledModule = 'validators';

/** A named schema of the input and the unit that judges it. */
export interface NamedUnit {
  readonly name: string;
  readonly unit: string;
  readonly schema: Json;
}

/** What schemas are planned with. */
export interface PlanInput {
  readonly input: CompileInput;
  readonly assertFormats: boolean;
  readonly diagnostics: Diagnostics;
  /** Names that functions must not have. */
  readonly taken: Iterable<string>;
}

/** What schemas are planned as. */
export interface PlannedSchemas {
  readonly program: Program;
  readonly named: readonly NamedUnit[];
  /** What the units were planned from, by their keys. */
  readonly origins: ReadonlyMap<string, UnitOrigin>;
}

/** Plans all schemas of the input, each a world of its own but for the remotes; `undefined` where one is not valid. */
export function planSchemas({ input, assertFormats, diagnostics, taken }: PlanInput): PlannedSchemas | undefined {
  const report = reporter(input, diagnostics);
  const remotes = createRemotes(input, report);
  const names = new LocalNames(taken);
  const units = new Map<string, Unit>();
  const origins = new Map<string, UnitOrigin>();
  const check = createPlaceCheck({ places: input.places, diagnostics });
  const shared = mentionedAnchors([...Object.values(input.remotes), ...metaSchemas]);
  const worlds = Object.entries(input.schemas).map(([name, schema], index) => {
    const anchors = new Set([...shared, ...mentionedAnchors(schema)]);
    const planner = new WorldPlanner({
      world: index,
      name,
      remotes,
      assertFormats,
      names,
      units,
      origins,
      report,
      check,
      anchors,
    });
    return { planner, named: { name, schema, unit: planner.lower(schema) } };
  });
  if (diagnostics.failed) return undefined;
  for (const { planner, named } of worlds) planner.plan(named.unit);
  const named = worlds.map((world) => world.named);
  return { program: createProgram(units), named, origins };
}

function createRemotes({ remotes }: CompileInput, report: Report): Registry {
  const registry = new Registry();
  for (const schema of metaSchemas) registry.add(String(schema['$id']), schema, String(schema['$id']));
  const documents = new Registry(registry, report);
  for (const [uri, schema] of Object.entries(remotes)) documents.add(uri, schema, uri);
  return documents;
}

/** Reports what is wrong with a keyword of a schema. */
type Report = (place: SchemaPlace, keyword: string, code: Code, message: string) => void;

function reporter({ places }: CompileInput, diagnostics: Diagnostics): Report {
  return ({ value }, keyword, code, message) => {
    if (isJsonObject(value)) diagnostics.error(code, message, places.ofValue(value, keyword));
  };
}

interface World {
  readonly world: number;
  readonly name: string;
  readonly remotes: Registry;
  readonly assertFormats: boolean;
  readonly names: LocalNames;
  readonly units: Map<string, Unit>;
  readonly origins: Map<string, UnitOrigin>;
  readonly report: Report;
  readonly check: PlaceCheck;
  /** Names of the dynamic anchors that any `$dynamicRef` mentions; others need not be told apart. */
  readonly anchors: ReadonlySet<string>;
}

interface Target {
  readonly place: SchemaPlace;
  readonly scope: DynamicScope;
}

/** Plans one schema and everything it refers to, once for each set of dynamic anchors it is reached with. */
class WorldPlanner {
  readonly #world: World;
  readonly #registry: Registry;
  readonly #wanted: ReadonlySet<string>;
  readonly #targets = new Map<string, Target>();
  readonly #schemas = new Map<string, Schema>();
  readonly #open: string[] = [];
  readonly #nowhere: Position;

  constructor(world: World) {
    this.#world = world;
    this.#registry = new Registry(world.remotes, world.report);
    this.#wanted = world.anchors;
    this.#nowhere = { file: '', line: 1, column: 1 };
  }

  /** Lowers a schema and everything it refers to; returns the key of its unit. */
  lower(schema: Json): string {
    const place = this.#registry.add('schema:///', schema, '');
    const root = this.#want(place, new Map());
    for (let key = this.#open.shift(); key !== undefined; key = this.#open.shift()) this.#lower(key);
    for (const one of this.#registry.places) this.#check(one);
    return root;
  }

  /** Plans what was lowered. */
  plan(root: string): void {
    for (const key of this.#targets.keys()) this.#addUnit(key, root);
  }

  #check(place: SchemaPlace): void {
    this.#world.check.keywords(place, (uri) => this.#registry.find(uri));
  }

  /** Key of a place as it is reached from a scope. */
  #want(place: SchemaPlace, outer: DynamicScope): string {
    const scope = enterScope(outer, place.resource, this.#wanted);
    const anchors = [...scope].map(([name, resource]) => `${name}=${resource.uri}`).toSorted();
    const key = [String(this.#world.world), placeId(place), ...anchors].join(' ');
    if (this.#targets.has(key)) return key;
    this.#targets.set(key, { place, scope });
    this.#open.push(key);
    return key;
  }

  #lower(key: string): void {
    const target = this.#targets.get(key);
    if (target === undefined) return;
    const { scope } = target;
    const schema = lowerJsonSchema(target.place, {
      at: this.#nowhere,
      reference: (place, keyword, reference) => this.#follow(place, keyword, reference, scope),
      embedded: (place) => this.#embedded(place, scope),
      visit: (place) => {
        this.#check(place);
        this.#world.check.patterns(place);
      },
    });
    this.#schemas.set(key, schema);
  }

  #follow(
    from: SchemaPlace,
    keyword: '$ref' | '$dynamicRef',
    reference: string,
    scope: DynamicScope,
  ): string | undefined {
    const found =
      keyword === '$ref'
        ? followReference(reference, from, this.#registry)
        : followDynamicReference(reference, from, scope, this.#registry);
    if (found !== undefined && isSchema(found.value)) return this.#want(found, scope);
    const where = found === undefined ? nowhere(reference) : `leads to ${typeName(found.value)}, not to a schema`;
    this.#world.report(from, keyword, 'unknown-reference', `${keyword} ${JSON.stringify(reference)} ${where}`);
    return undefined;
  }

  #embedded(place: SchemaPlace, scope: DynamicScope): string | undefined {
    const found = this.#registry.walk(place.resource, place.pointer);
    return found === undefined || found.resource === place.resource ? undefined : this.#want(found, scope);
  }

  #addUnit(key: string, root: string): void {
    const schema = this.#schemas.get(key);
    const target = this.#targets.get(key);
    if (schema === undefined || target === undefined) return;
    const { names, name, units, origins } = this.#world;
    const stem = names.claim(pascalCase(key === root ? name : `${name} ${lastToken(target.place)}`));
    const pointer = `${target.place.resource.label}#${target.place.pointer}`;
    const plan = buildPlan(schema, { pointer, hint: [] }, this.#planContext(target.place));
    origins.set(key, { name, place: target.place });
    units.set(key, {
      key,
      name: stem,
      module: compiledModule,
      exported: false,
      ...(key === root ? { type: () => 'unknown' } : {}),
      plan,
    });
  }

  #planContext({ resource }: SchemaPlace): PlanContext {
    return {
      unitOf: (ref) => ref,
      isRequired: ({ required }) => required,
      resolve: (schema) => this.#resolve(schema),
      assertFormats: this.#world.assertFormats || resource.assertsFormats,
    };
  }

  #resolve(schema: Schema): Schema {
    const seen = new Set<Schema>();
    let current = schema;
    while (current.ref !== undefined && !seen.has(current)) {
      seen.add(current);
      current = this.#schemas.get(current.ref) ?? current;
    }
    return current;
  }
}

function nowhere(reference: string): string {
  return `leads nowhere${reference.startsWith('#') ? '' : '; other documents have to stand under "remotes"'}`;
}

function isSchema(value: Json): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}

function lastToken({ resource, pointer }: SchemaPlace): string {
  const path = pointer === '' ? resource.uri : pointer;
  return path.split('/').at(-1) ?? 'part';
}

/** Names of the dynamic anchors that a document's `$dynamicRef`s mention. */
function mentionedAnchors(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mentionedAnchors);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$dynamicRef'] === 'string' ? [value['$dynamicRef'].replace(/^[^#]*#/, '')] : [];
  return [...own, ...Object.values(value).flatMap(mentionedAnchors)];
}
