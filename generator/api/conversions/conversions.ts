import type { Api } from '../api.js';
import { followSchema, isPlainReference, listCombined, takesOtherTags } from '../schemas/target-schema.js';
import type { Schema } from '../types/schema.js';
import { namesAgree, renames } from './names-agree.js';
import {
  DEEPEST,
  areApart,
  findTag,
  branchFacts,
  demands,
  differ,
  typedParts,
  type BranchFacts,
} from './tell-apart.js';
import { groupPairs, reachable } from '../../iterables.js';
import type { Diagnostics } from '../../diagnostics.js';

const UNION_KEYS = ['oneOf', 'anyOf'] as const;

/** The keywords of unions. */
export type UnionKey = (typeof UNION_KEYS)[number];

type Schemas = ReadonlyMap<string, Schema>;

/** An alternative of a union, with the facts by which codecs recognize its values. */
export interface Choice {
  readonly schema: Schema;
  readonly facts: BranchFacts;
  /** Properties by which values are recognized, where types and tags do not distinguish the alternative from another one. */
  readonly required: readonly string[];
}

/** The way to convert a union: by the first choice that fits a value (`one`), or by any alternative, since all convert alike (`all`). */
export type UnionConversion =
  | { readonly kind: 'one'; readonly choices: readonly Choice[] }
  | { readonly kind: 'all'; readonly schemas: readonly Schema[] };

/** A predicate of schemas. */
type SchemaTest = (schema: Schema) => boolean;

/** Names of the properties of a value: converted ones, ones that stay as on the wire (`kept`), and the alternatives that may add more. */
interface MemberNames {
  readonly converted: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
  readonly branches: readonly Schema[];
}

/** Finds the schemas of a document that convert values, and the unions that cannot. */
export class Conversions {
  readonly #schemas: Schemas;
  /** Returns true if any value of a schema, or inside it, is converted. */
  readonly converts: SchemaTest;
  /** Like `converts`, but as if the alternatives of every union could be told apart. */
  readonly #may: SchemaTest;
  /** Like `#may`, but for codecs alone, without renamed properties. */
  readonly #mayDecode: SchemaTest;
  readonly #unions = new Map<readonly Schema[], UnionConversion | undefined>();
  readonly #whole = new Map<Schema, boolean>();
  readonly #members = new Map<Schema, MemberNames>();
  /** Number of nested calls of `staysWhole`. */
  #level = 0;

  constructor(schemas: Schemas, isUsed: boolean) {
    this.#schemas = schemas;
    const find = (test: SchemaTest, view?: (schema: Schema) => Schema): SchemaTest =>
      isUsed ? findReaching(schemas, test, view) : () => false;
    const convertsItself: SchemaTest = (schema) => hasCodec(schema) || renames(schema);
    this.#may = find(convertsItself);
    this.#mayDecode = find(hasCodec);
    // Schemas mostly refer to later ones: with those known first, each search ends early.
    for (const schema of [...schemas.values()].toReversed()) this.staysWhole(schema);
    this.converts = find(convertsItself, (schema) => this.#withoutKept(schema));
  }

  /** Returns true if a union is not converted although an alternative should be: a value does not show which alternative it is. */
  staysWire(owner: Schema, key: UnionKey): boolean {
    const { codec, [key]: branches = [] } = owner;
    return !codec?.any && branches.some(this.#may) && !this.findConversion(owner, key);
  }

  /**
   * Returns true if a whole schema stays as it is on the wire. The reason is a union inside that stays so, and has a property that the
   * schema also declares beside the union and would convert there, or has the same name for callers as such a property.
   */
  staysWhole(schema: Schema): boolean {
    const known = this.#whole.get(schema);
    if (known !== undefined) return known;
    if (hasCodec(schema) || this.#level > DEEPEST || !this.#may(schema)) return false;
    // A schema that is reached from itself adds nothing.
    this.#whole.set(schema, false);
    this.#level += 1;
    const isWhole = this.#hasClash(schema);
    this.#level -= 1;
    this.#whole.set(schema, isWhole);
    return isWhole;
  }

  #hasClash(schema: Schema): boolean {
    const { converted, kept } = this.#memberNames(schema);
    const clash = (names: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
      [...names].some((name) => others.has(name));
    // The loop also visits entries that it adds: alternatives of alternatives are beside the rest, too.
    const beside = new Map([[schema, 0]]);
    for (const [branch, depth] of beside) {
      const own = this.#memberNames(branch);
      if (clash(converted, own.kept) || clash(own.converted, kept)) return true;
      for (const inner of depth < DEEPEST ? own.branches : []) if (!beside.has(inner)) beside.set(inner, depth + 1);
    }
    return false;
  }

  /** Returns true if a schema refers to one whose values a codec converts as a whole. */
  refersToCoded(schema: Schema): boolean {
    return [schema, ...(schema.allOf ?? [])].some((one) => one.ref && hasCodec(followSchema(this.#schemas, one)));
  }

  /** Finds the way to convert a union; `undefined` where it is not converted, or cannot be. */
  findConversion(owner: Schema, key: UnionKey): UnionConversion | undefined {
    const branches = owner[key];
    if (!branches) return undefined;
    if (!this.#unions.has(branches)) this.#unions.set(branches, this.#findUnion(owner, branches));
    return this.#unions.get(branches);
  }

  /** Lists the names of the properties of a value: on the wire and for callers where they are converted, and the others. */
  #memberNames(schema: Schema): MemberNames {
    const known = this.#members.get(schema);
    if (known) return known;
    const names = { converted: new Set<string>(), kept: new Set<string>(), branches: new Array<Schema>() };
    const all = new Map([[schema, { isBelow: false, depth: 0 }]]);
    // The loop also visits entries that it adds.
    for (const [one, { isBelow, depth }] of all) {
      const isKept = isBelow || (one !== schema && this.staysWhole(one));
      const add = (part: Schema | undefined, isPartKept: boolean): void => {
        if (part && depth < DEEPEST && !all.has(part)) all.set(part, { isBelow: isPartKept, depth: depth + 1 });
      };
      for (const part of listCombined(this.#schemas, one)) add(part, isKept);
      for (const key of UNION_KEYS) {
        const staysWire = isKept || this.staysWire(one, key);
        for (const branch of one[key] ?? []) {
          if (staysWire) add(branch, true);
          else names.branches.push(branch);
        }
      }
      for (const { name, callersName, schema: value } of one.object?.properties ?? [])
        if (isKept) names.kept.add(name);
        else if (callersName || this.#may(value)) names.converted.add(name).add(callersName ?? name);
    }
    this.#members.set(schema, names);
    return names;
  }

  #withoutKept(schema: Schema): Schema {
    if (this.staysWhole(schema)) return { at: schema.at, doc: schema.doc };
    const kept = UNION_KEYS.filter((key) => this.staysWire(schema, key));
    return kept.length === 0 ? schema : { ...schema, ...Object.fromEntries(kept.map((key) => [key, []])) };
  }

  #findUnion(owner: Schema, branches: readonly Schema[]): UnionConversion | undefined {
    const all = branches.filter(({ types }) => types?.join() !== 'null');
    if (!all.some(this.#may)) return undefined;
    const known = all.map((schema) => ({
      schema,
      facts: findBranchFacts(owner, schema, this.#schemas),
      converts: this.#may(schema),
    }));
    // A tag tells thousands of alternatives apart without comparing each with each.
    const others = known.filter(({ schema }) => takesOtherTags(owner, schema));
    const tagged = known.filter((one) => !others.includes(one));
    if (findTag(tagged.map(({ facts }) => facts)) !== undefined)
      return {
        kind: 'one',
        choices: [...tagged, ...others].map(({ schema, facts }) => ({ schema, facts, required: [] })),
      };
    const isClear = everyPair(
      known,
      (left, right) => !(left.converts || right.converts) || areApart(left.facts, right.facts),
    );
    if (isClear) return { kind: 'one', choices: arrange(known) };
    const isSame = everyPair(known, (left, right) => this.#convertSame(left.schema, right.schema));
    return isSame ? { kind: 'all', schemas: all.filter(this.#may) } : undefined;
  }

  /** Returns true if two branches convert their values in the same way, so that it does not matter which of them a value is. */
  #convertSame(left: Schema, right: Schema): boolean {
    const decodes = [left, right].some(this.#mayDecode);
    return (!decodes || this.#decodeSame(left, right)) && namesAgree([left, right], this.#schemas);
  }

  #decodeSame(left: Schema, right: Schema): boolean {
    const [one, other] = [followSchema(this.#schemas, left), followSchema(this.#schemas, right)];
    if (one.codec ?? other.codec) return JSON.stringify(one.codec) === JSON.stringify(other.codec);
    if (!isPlainObject(one) || !isPlainObject(other)) return this.#printDecoding(one) === this.#printDecoding(other);
    const members = new Map(other.object?.properties?.map(({ name, schema }) => [name, schema]));
    return (one.object?.properties ?? []).every(({ name, schema }) => {
      const twin = members.get(name);
      return !twin || this.#printDecoding(schema) === this.#printDecoding(twin);
    });
  }

  /** Prints a string that is equal for schemas that decode values in the same way. */
  #printDecoding(schema: Schema | undefined, depth = 0): string {
    if (!schema || !this.#mayDecode(schema)) return '';
    if (depth > 4) return JSON.stringify(schema.at);
    const { ref, codec, allOf, oneOf, anyOf, object = {}, array } = schema;
    if (isPlainReference(schema)) return schema.ref;
    const inner = (one: Schema | undefined): string => this.#printDecoding(one, depth + 1);
    const properties = object.properties?.map((one) => [one.name, inner(one.schema)]);
    const isCombined = allOf ?? oneOf ?? anyOf ?? object.patternProperties;
    const others = isCombined ? schema.at : [inner(object.additionalProperties), inner(array?.items)];
    return JSON.stringify([ref, codec, properties, others]);
  }
}

/** Finds the facts about a branch; the mapping of a discriminator adds a tag. */
function findBranchFacts({ discriminator }: Schema, branch: Schema, schemas: Schemas): BranchFacts {
  const known = branchFacts(branch, schemas);
  const values = discriminator?.mapping.flatMap(({ value, ref }) => (ref === branch.ref ? [value] : [])) ?? [];
  // The branch's own tag has the exact values, such as `1`; a mapping has the string `'1'`.
  if (!discriminator || values.length === 0 || known.tags.has(discriminator.property)) return known;
  return { ...known, tags: new Map([...known.tags, [discriminator.property, values]]) };
}

function isPlainObject({ allOf, oneOf, anyOf, ref, object, array }: Schema): boolean {
  const { properties, patternProperties, additionalProperties } = object ?? {};
  const others = allOf ?? oneOf ?? anyOf ?? ref ?? array ?? patternProperties ?? additionalProperties?.codec;
  return others === undefined && properties !== undefined;
}

/** Returns true if callers have other values or other names of properties than the wire. */
export function isConverted({ codecs, renamed }: Pick<Api, 'codecs' | 'renamed'>): boolean {
  return codecs !== undefined || renamed === true;
}

const known = new WeakMap<Api['schemas'], Conversions>();

/** Returns the conversions of an API. They are found once, since each emitter needs them. */
export function findConversions(api: Api): Conversions {
  const found = known.get(api.schemas) ?? new Conversions(new Map(Object.entries(api.schemas)), isConverted(api));
  known.set(api.schemas, found);
  return found;
}

function hasCodec({ codec }: Schema): boolean {
  return codec !== undefined;
}

/**
 * Returns a predicate: true for a schema that passes a test, contains a schema that does, or refers to one. `view` returns the schema
 * that is tested in place of another one.
 */
function findReaching(schemas: Schemas, test: SchemaTest, view = (schema: Schema) => schema): SchemaTest {
  function* walkInside(schema: Schema): Generator<Schema> {
    for (const one of reachable([schema], (part) => typedParts(view(part)))) yield view(one);
  }
  const found = new Set<string>();
  const uses: (readonly [used: string, user: string])[] = [];
  for (const [id, schema] of schemas) {
    for (const one of walkInside(schema)) {
      if (test(one)) found.add(id);
      if (one.ref) uses.push([one.ref, id]);
    }
  }
  const users = groupPairs(uses);
  const ids = new Set(reachable(found, (id) => users.get(id) ?? []));
  return (schema) => {
    for (const one of walkInside(schema)) if (test(one) || ids.has(one.ref ?? '')) return true;
    return false;
  };
}

function everyPair<T>(list: readonly T[], holds: (left: T, right: T) => boolean): boolean {
  return list.every((left, index) => list.slice(index + 1).every((right) => holds(left, right)));
}

/** Orders branches: one that requires properties which another does not declare is tried before it. */
function arrange(known: readonly Pick<Choice, 'schema' | 'facts'>[]): readonly Choice[] {
  const choices = known.map(({ schema, facts }) => {
    const unclear = known.filter((other) => other.schema !== schema && !differ(facts, other.facts));
    const required = new Set(unclear.flatMap((other) => demands(facts, other.facts)));
    return { schema, facts, required: [...required] };
  });
  const ordered: Choice[] = [];
  const waiting = new Map(choices.map((one) => [one, choices.filter((other) => comesBefore(other, one)).length]));
  while (waiting.size > 0) {
    const left = [...waiting.keys()];
    const next = left.find((one) => waiting.get(one) === 0) ?? left[0];
    if (!next) break;
    waiting.delete(next);
    ordered.push(next);
    for (const [one, before] of waiting) if (comesBefore(next, one)) waiting.set(one, before - 1);
  }
  return ordered;
}

function comesBefore(left: Choice, right: Choice): boolean {
  if (differ(left.facts, right.facts)) return false;
  return demands(left.facts, right.facts).length > 0 && demands(right.facts, left.facts).length === 0;
}

/** Warns of unions whose values are not converted, because a value does not show which alternative it is. */
export function reportAmbiguous(conversions: Conversions, roots: Iterable<Schema>, diagnostics: Diagnostics): void {
  const seen = new Set<string>();
  const warn = ({ at }: Schema, message: string): void => {
    const id = JSON.stringify([at, message]);
    if (!seen.has(id)) diagnostics.warning('ambiguous-codec', message, at);
    seen.add(id);
  };
  for (const schema of reachable(roots, typedParts)) {
    for (const key of UNION_KEYS) {
      const reason = `the alternatives of "${key}" are ambiguous: no types, constants or required properties distinguish those that are converted`;
      if (conversions.staysWire(schema, key)) warn(schema, `${reason}, so its values are not converted`);
    }
    if (conversions.staysWhole(schema))
      warn(
        schema,
        'one part is ambiguous and has properties that another part converts, so nothing of this schema is converted',
      );
  }
}
