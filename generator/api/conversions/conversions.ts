import type { Api } from '../api.js';
import { followSchema, schemasById, takesOtherTags } from '../schemas/target-schema.js';
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

/** The keywords of unions. */
export type UnionKey = 'oneOf' | 'anyOf';

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

/**
 * A union whose values stay as they are on the wire, because nothing tells which codec converts them; without `key` a schema all of
 * which stays so, because of such a union in what it combines.
 */
export interface AmbiguousUnion {
  readonly owner: Schema;
  readonly key?: UnionKey;
}

/** Names of the properties of a value, by whether they are converted, and alternatives that may have further ones. */
interface MemberNames {
  readonly converted: ReadonlySet<string>;
  readonly kept: ReadonlySet<string>;
  readonly branches: readonly Schema[];
}

/** Finds the schemas of a document that convert values, and the unions that cannot. */
export class Conversions {
  readonly #schemas: Schemas;
  readonly #isUsed: boolean;
  readonly #mayConvert: ReadonlySet<string>;
  readonly #converting: ReadonlySet<string>;
  /** Those of them that have a codec, whatever their properties are called. */
  readonly #mayDecode: ReadonlySet<string>;
  readonly #unions = new Map<readonly Schema[], UnionConversion | undefined>();
  readonly #facts = new Map<Schema, BranchFacts>();
  readonly #whole = new Map<Schema, boolean>();
  readonly #members = new Map<Schema, MemberNames>();
  /** Number of the schemas that are being looked at, each for the one before. */
  #level = 0;

  constructor(schemas: Schemas, isUsed: boolean) {
    this.#schemas = schemas;
    this.#isUsed = isUsed;
    const none: ReadonlySet<string> = new Set();
    this.#mayConvert = isUsed ? spread(schemas, (schema) => schema) : none;
    this.#mayDecode = isUsed ? spread(schemas, (schema) => schema, hasCodec) : none;
    // Schemas mostly refer to later ones: with those known first, each search ends early.
    for (const schema of [...schemas.values()].toReversed()) this.staysWhole(schema);
    this.#converting = isUsed ? spread(schemas, (schema) => this.#withoutKept(schema)) : none;
  }

  /** Returns true if any value of a schema, or inside it, is converted. */
  converts(schema: Schema): boolean {
    return this.#isUsed && reaches(schema, this.#converting, (one) => this.#withoutKept(one));
  }

  /** Returns true if a union converts something, and nothing tells which of its alternatives a value is. */
  staysWire(owner: Schema, key: UnionKey): boolean {
    const { codec, [key]: branches = [] } = owner;
    if (!this.#isUsed || codec?.any !== undefined || !branches.some((one) => this.#may(one))) return false;
    return this.findConversion(owner, key) === undefined;
  }

  /**
   * Returns true if all of a schema stays as it is on the wire: it has a union that does, with a property that the schema converts
   * where it declares it beside the union, or that has the name that callers know such a property by.
   */
  staysWhole(schema: Schema): boolean {
    const known = this.#whole.get(schema);
    if (known !== undefined || !this.#isUsed || schema.codec !== undefined) return known ?? false;
    if (this.#level > DEEPEST) return false;
    // A schema that is reached from itself adds nothing.
    this.#whole.set(schema, false);
    this.#level += 1;
    const isWhole = this.#hasClash(schema);
    this.#level -= 1;
    this.#whole.set(schema, isWhole);
    return isWhole;
  }

  #hasClash(schema: Schema): boolean {
    const { converted, kept, branches } = this.#memberNames(schema);
    const clash = (names: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
      [...names].some((name) => others.has(name));
    if (clash(converted, kept)) return true;
    // A map hands out what is added while it is walked: alternatives of alternatives are beside the rest, too.
    const beside = new Map(branches.map((one) => [one, 1]));
    for (const [branch, depth] of beside) {
      const own = this.#memberNames(branch);
      if (clash(converted, own.kept) || clash(own.converted, kept)) return true;
      for (const inner of depth < DEEPEST ? own.branches : []) if (!beside.has(inner)) beside.set(inner, depth + 1);
    }
    return false;
  }

  /** Returns true if a schema refers to one whose values a codec converts as a whole. */
  refersToCoded(schema: Schema): boolean {
    if (this.#mayConvert.size === 0) return false;
    return [schema, ...(schema.allOf ?? [])].some(
      (one) => one.ref !== undefined && followSchema(this.#schemas, one).codec !== undefined,
    );
  }

  /** Finds the way to convert a union; `undefined` where it is not converted, or cannot be. */
  findConversion(owner: Schema, key: UnionKey): UnionConversion | undefined {
    const branches = owner[key];
    if (branches === undefined) return undefined;
    if (!this.#unions.has(branches)) this.#unions.set(branches, this.#findUnion(owner, branches));
    return this.#unions.get(branches);
  }

  /** Lists the unions that stay as they are on the wire, in all schemas that are handed in and in those of the document. */
  ambiguous(roots: Iterable<Schema>): readonly AmbiguousUnion[] {
    const found: AmbiguousUnion[] = [];
    if (!this.#isUsed) return found;
    for (const schema of reachable([...roots, ...this.#schemas.values()], typedParts)) {
      for (const key of ['oneOf', 'anyOf'] as const)
        if (this.staysWire(schema, key)) found.push({ owner: schema, key });
      if (this.staysWhole(schema)) found.push({ owner: schema });
    }
    return found;
  }

  #may(schema: Schema): boolean {
    return reaches(schema, this.#mayConvert, (one) => one);
  }

  /** Lists the names of the properties of a value: on the wire and for callers where they are converted, and the others. */
  #memberNames(schema: Schema): MemberNames {
    const known = this.#members.get(schema);
    if (known !== undefined) return known;
    const names = { converted: new Set<string>(), kept: new Set<string>(), branches: [] as Schema[] };
    const all = new Map([[schema, { isBelow: false, depth: 0 }]]);
    // A map hands out what is added while it is walked.
    for (const [one, { isBelow, depth }] of all) {
      const isKept = isBelow || (one !== schema && this.staysWhole(one));
      const add = (part: Schema, isPartKept: boolean): void => {
        if (depth < DEEPEST && !all.has(part)) all.set(part, { isBelow: isPartKept, depth: depth + 1 });
      };
      const target = one.ref === undefined ? undefined : this.#schemas.get(one.ref);
      for (const part of [...(target ? [target] : []), ...(one.allOf ?? [])]) add(part, isKept);
      for (const key of ['oneOf', 'anyOf'] as const) {
        const staysWire = isKept || this.staysWire(one, key);
        for (const branch of one[key] ?? []) {
          if (staysWire) add(branch, true);
          else names.branches.push(branch);
        }
      }
      for (const { name, callersName, schema: value } of one.object?.properties ?? [])
        if (isKept) names.kept.add(name);
        else if (callersName !== undefined || this.#may(value)) names.converted.add(name).add(callersName ?? name);
    }
    this.#members.set(schema, names);
    return names;
  }

  #withoutKept(schema: Schema): Schema {
    if (this.staysWhole(schema)) return { at: schema.at, doc: schema.doc };
    const { oneOf, anyOf, ...others } = schema;
    const keeps = (key: UnionKey): boolean => this.staysWire(schema, key);
    if ((oneOf ?? anyOf) === undefined || !(keeps('oneOf') || keeps('anyOf'))) return schema;
    return { ...others, ...(!keeps('oneOf') && oneOf && { oneOf }), ...(!keeps('anyOf') && anyOf && { anyOf }) };
  }

  #findUnion(owner: Schema, branches: readonly Schema[]): UnionConversion | undefined {
    const all = branches.filter(({ types }) => types?.join() !== 'null');
    if (!all.some((one) => this.#may(one))) return undefined;
    const known = all.map((schema) => ({ schema, facts: this.#factsOf(owner, schema), converts: this.#may(schema) }));
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
    return isSame ? { kind: 'all', schemas: all.filter((one) => this.#may(one)) } : undefined;
  }

  /** A discriminator says which values of a property mean a branch. */
  #factsOf({ discriminator }: Schema, branch: Schema): BranchFacts {
    const known = this.#facts.get(branch) ?? branchFacts(branch, this.#schemas);
    this.#facts.set(branch, known);
    const values = discriminator?.mapping.flatMap(({ value, ref }) => (ref === branch.ref ? [value] : [])) ?? [];
    // Alternatives that say their tags have them as values, such as 1; a mapping has strings.
    if (discriminator === undefined || values.length === 0 || known.tags.has(discriminator.property)) return known;
    return { ...known, tags: new Map([...known.tags, [discriminator.property, values]]) };
  }

  /** Returns true if two branches convert their values in the same way, so that it does not matter which of them a value is. */
  #convertSame(left: Schema, right: Schema): boolean {
    const decodes = [left, right].some((one) => reaches(one, this.#mayDecode, (inner) => inner, hasCodec));
    return (!decodes || this.#decodeSame(left, right)) && namesAgree([left, right], this.#schemas);
  }

  #decodeSame(left: Schema, right: Schema): boolean {
    const [one, other] = [followSchema(this.#schemas, left), followSchema(this.#schemas, right)];
    if (one.codec !== undefined || other.codec !== undefined)
      return JSON.stringify(one.codec ?? null) === JSON.stringify(other.codec ?? null);
    if (!isPlainObject(one) || !isPlainObject(other)) return this.#keyOf(one, 0) === this.#keyOf(other, 0);
    const members = new Map(other.object?.properties?.map(({ name, schema }) => [name, schema]));
    return (one.object?.properties ?? []).every(({ name, schema }) => {
      const twin = members.get(name);
      return twin === undefined || this.#keyOf(schema, 0) === this.#keyOf(twin, 0);
    });
  }

  /** A text that is the same for schemas that convert in the same way. */
  #keyOf(schema: Schema, depth: number): string {
    if (!reaches(schema, this.#mayDecode, (one) => one, hasCodec)) return '';
    if (depth > 4) return JSON.stringify(schema.at);
    const { ref, codec = null, object, array } = schema;
    if (ref !== undefined && Object.keys(schema).every((key) => /^(?:at|doc|ref)$/.test(key))) return ref;
    const inner = (one: Schema | undefined): string => (one === undefined ? '' : this.#keyOf(one, depth + 1));
    const properties = object?.properties?.map(({ name, schema: one }) => [name, inner(one)]);
    const isPlain = [schema.allOf, schema.oneOf, schema.anyOf, object?.patternProperties].every(
      (one) => one === undefined,
    );
    const own = isPlain ? [inner(object?.additionalProperties), inner(array?.items)] : [schema.at];
    return JSON.stringify([ref ?? null, codec, properties ?? null, own]);
  }
}

function isPlainObject({ allOf, oneOf, anyOf, ref, object, array }: Schema): boolean {
  const { patternProperties, additionalProperties } = object ?? {};
  const others = [allOf, oneOf, anyOf, ref, array, patternProperties].every((one) => one === undefined);
  return others && object?.properties !== undefined && additionalProperties?.codec === undefined;
}

/** Returns true if callers have values or names of an API in another way than the wire. */
export function isConverted({ codecs, renamed }: Pick<Api, 'codecs' | 'renamed'>): boolean {
  return codecs !== undefined || renamed === true;
}

const known = new WeakMap<Api['schemas'], Conversions>();

/** Finds the conversions of an API; once, since emitters ask for them one by one. */
export function findConversions(api: Api): Conversions {
  const found = known.get(api.schemas) ?? new Conversions(schemasById(api), isConverted(api));
  known.set(api.schemas, found);
  return found;
}

/** Returns true if a schema converts something itself, or refers to one of those that do (`ids`). */
function reaches(
  schema: Schema,
  ids: ReadonlySet<string>,
  view: (schema: Schema) => Schema,
  converts: (schema: Schema) => boolean = convertsItself,
): boolean {
  for (const one of walkInside(schema, view))
    if (converts(one) || (one.ref !== undefined && ids.has(one.ref))) return true;
  return false;
}

function hasCodec({ codec }: Schema): boolean {
  return codec !== undefined;
}

function convertsItself(schema: Schema): boolean {
  return hasCodec(schema) || renames(schema);
}

/** Finds the ids of the schemas that convert something, themselves or through what they refer to. */
function spread(
  schemas: Schemas,
  view: (schema: Schema) => Schema,
  converts: (schema: Schema) => boolean = convertsItself,
): ReadonlySet<string> {
  const found = new Set<string>();
  const uses: (readonly [used: string, user: string])[] = [];
  for (const [id, schema] of schemas) {
    for (const one of walkInside(schema, view)) {
      if (converts(one)) found.add(id);
      if (one.ref !== undefined) uses.push([one.ref, id]);
    }
  }
  const users = groupPairs(uses);
  return new Set(reachable(found, (id) => users.get(id) ?? []));
}

/** Yields a schema and those inside it, as `view` returns them; a schema that it refers to is not inside. */
function* walkInside(schema: Schema, view: (schema: Schema) => Schema): Generator<Schema> {
  for (const one of reachable([schema], (part) => typedParts(view(part)))) yield view(one);
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
    const next = [...waiting].find(([, before]) => before === 0) ?? [...waiting][0];
    if (next === undefined) break;
    const [first] = next;
    waiting.delete(first);
    ordered.push(first);
    for (const [one, before] of waiting) if (comesBefore(first, one)) waiting.set(one, before - 1);
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
  for (const { owner, key } of conversions.ambiguous(roots)) {
    const { file, line, column } = owner.at;
    const id = `${file}:${line}:${column} ${key}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const message =
      key === undefined
        ? `a part that stays as it is on the wire has properties that are converted beside it: all of it stays as it is on the wire`
        : `neither types nor constants nor required properties tell the alternatives of "${key}" apart, of which some are converted: its values stay as they are on the wire`;
    diagnostics.warning('ambiguous-codec', message, owner.at);
  }
}
