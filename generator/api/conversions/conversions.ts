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

/** One alternative of a union that codecs tell apart, in the order in which the runtime tries them. */
export interface Choice {
  readonly schema: Schema;
  readonly facts: BranchFacts;
  /** Properties that must be there, where types and tags do not tell it from another one. */
  readonly required: readonly string[];
}

/** The way to convert a union: by its alternatives in order, or by all of them at once, as they convert the same. */
export type UnionConversion =
  | { readonly kind: 'one'; readonly choices: readonly Choice[] }
  | { readonly kind: 'all'; readonly schemas: readonly Schema[] };

/** A question about a schema. */
type SchemaTest = (schema: Schema) => boolean;

/** Names of the properties of a value, by whether they are converted, and alternatives that may have further ones. */
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
  /** Returns true if any would be converted, were all unions told apart. */
  readonly #may: SchemaTest;
  /** Returns true if any of these has a codec, whatever its properties are called. */
  readonly #mayDecode: SchemaTest;
  readonly #unions = new Map<readonly Schema[], UnionConversion | undefined>();
  readonly #whole = new Map<Schema, boolean>();
  readonly #members = new Map<Schema, MemberNames>();
  /** Number of the schemas that are being looked at, each for the one before. */
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

  /** Returns true if a union converts something, and nothing tells which of its alternatives a value is. */
  staysWire(owner: Schema, key: UnionKey): boolean {
    const { codec, [key]: branches = [] } = owner;
    return !codec?.any && branches.some(this.#may) && !this.findConversion(owner, key);
  }

  /**
   * Returns true if all of a schema stays as it is on the wire: it has a union that does, with a property that the schema converts
   * where it declares it beside the union, or that has the name that callers know such a property by.
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
    // A map hands out what is added while it is walked: alternatives of alternatives are beside the rest, too.
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
    // A map hands out what is added while it is walked.
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
    // Of thousands of alternatives that one property tells apart, not each need be compared with each.
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

  /** Prints a text that is the same for schemas that convert in the same way. */
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

/** Finds the facts about a branch; a discriminator says which values of a property mean it. */
function findBranchFacts({ discriminator }: Schema, branch: Schema, schemas: Schemas): BranchFacts {
  const known = branchFacts(branch, schemas);
  const values = discriminator?.mapping.flatMap(({ value, ref }) => (ref === branch.ref ? [value] : [])) ?? [];
  // Alternatives that say their tags have them as values, such as 1; a mapping has strings.
  if (!discriminator || values.length === 0 || known.tags.has(discriminator.property)) return known;
  return { ...known, tags: new Map([...known.tags, [discriminator.property, values]]) };
}

function isPlainObject({ allOf, oneOf, anyOf, ref, object, array }: Schema): boolean {
  const { properties, patternProperties, additionalProperties } = object ?? {};
  const others = allOf ?? oneOf ?? anyOf ?? ref ?? array ?? patternProperties ?? additionalProperties?.codec;
  return others === undefined && properties !== undefined;
}

/** Returns true if callers have values or names of an API in another way than the wire. */
export function isConverted({ codecs, renamed }: Pick<Api, 'codecs' | 'renamed'>): boolean {
  return codecs !== undefined || renamed === true;
}

const known = new WeakMap<Api['schemas'], Conversions>();

/** Finds the conversions of an API; once, since emitters ask for them one by one. */
export function findConversions(api: Api): Conversions {
  const found = known.get(api.schemas) ?? new Conversions(new Map(Object.entries(api.schemas)), isConverted(api));
  known.set(api.schemas, found);
  return found;
}

function hasCodec({ codec }: Schema): boolean {
  return codec !== undefined;
}

/**
 * Returns a function that says whether a schema passes a test, or one inside it, or one that any of these refers to. `view` returns
 * a schema as it counts.
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

/** Orders branches: each comes before those from which its required properties tell it. */
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

/** Warns of unions whose values are not converted, because nothing tells which of their alternatives a value is. */
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
