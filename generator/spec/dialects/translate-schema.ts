import { hasRef } from '../openapi/rules.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Draft } from '../../keywords/keyword.js';
import { asserts, keywords, listInnerSchemas } from '../../keywords/keywords.js';
import { isCompound, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Positions } from '../read/positions.js';

/** The context in which a schema is translated. */
export interface TranslationContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** The draft of schemas without a `$schema`. */
  readonly draft: Draft;
  /** Finds the draft of a dialect; `undefined` if it is unknown. Default: only the dialects of json-schema.org are known. */
  readonly findDraft?: (dialect: Json | undefined) => Draft | undefined;
  /** The schema that `#` refers to if no schema around has an `$id`. */
  readonly document?: Json;
}

/** Names of keywords after the translation, by the names that the author wrote: `items` → `prefixItems`. */
const renamed = new WeakMap<object, ReadonlyMap<string, string>>();

/** Translates the steps of a pointer into a document as its author wrote it: `['items', '0']` → `['prefixItems', '0']`. */
export function translateSteps(root: Json, steps: readonly string[]): readonly string[] {
  let value: unknown = root;
  return steps.map((step) => {
    if (!isCompound(value)) return step;
    const key = renamed.get(value)?.get(step) ?? step;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    return key;
  });
}

/** Returns the keyword that the author of a schema wrote: `prefixItems` → `items`, if `items` was a list. */
export function writtenKeyword(schema: JsonObject, keyword: string): string {
  return [...(renamed.get(schema) ?? [])].find(([, name]) => name === keyword)?.[0] ?? keyword;
}

/** Original drafts of the documents and schemas whose dialect has been translated. */
const stated = new WeakMap<JsonObject, Draft>();

/** Returns the draft of schemas without a `$schema` in a document (`jsonSchemaDialect`), and sets that field to 2020-12. */
export function translateDialect(root: JsonObject): Draft {
  const draft = stated.get(root) ?? readDraft(root['jsonSchemaDialect']) ?? 2020;
  stated.set(root, draft);
  if (draft !== 2020) rewritable(root)['jsonSchemaDialect'] = newestDialect;
  return draft;
}

/** Translates a schema to draft 2020-12, with all that is inside it. */
export function translateSchemas(schema: Json, context: TranslationContext): void {
  if (!isJsonObject(schema)) return;
  translateSchema(schema, context);
  for (const { value } of listInnerSchemas(schema)) translateSchemas(value, context);
  // References may also point into unknown keywords, where schemas would not be found otherwise.
  for (const [key, value] of Object.entries(schema)) if (!keywords.has(key)) translateSchemas(value, context);
}

/** Translates one schema object, unless that was done before. Its draft is that of its `$schema`, or of the objects around it, or of the context. */
export function translateSchema(node: JsonObject, context: TranslationContext): void {
  const { positions, diagnostics, document = true, findDraft = readDraft } = context;
  const { source } = positions.get(node);
  if (renamed.has(node) || (context.draft === 2020 && !source.mentionsOlderDraft)) return;
  let draft: Draft | undefined;
  let resource: Json | undefined;
  for (let outer: object | undefined = node; outer !== undefined; outer = positions.get(outer).parent) {
    if (!isJsonObject(outer)) continue;
    draft ??= stated.get(outer) ?? findDraft(outer['$schema']);
    if (typeof outer['$id'] === 'string') resource ??= outer;
  }
  draft ??= context.draft;
  if (draft === 2020) return;
  if (node['$schema'] !== undefined) stated.set(node, draft);
  const translated = translateKeywords({ node, draft, resource: resource ?? document }, (key, message) =>
    diagnostics.warning('ignored-field', message, positions.ofKey(node, key)),
  );
  relocate(node, translated, positions);
  const target = rewritable(node);
  for (const key of Object.keys(node)) delete target[key];
  for (const { name, value } of translated) target[name] = value;
  source.mentionsId ||= target['$id'] !== undefined;
}

/** Gives the translated keywords of a schema the positions of the keywords that its author wrote. */
function relocate(node: JsonObject, translated: readonly TranslatedKeyword[], positions: Positions): void {
  for (const { value, written } of translated)
    if (isCompound(value) && !positions.has(value)) positions.set(value, positions.get(Object(node[written])));
  const entries = translated.map(({ name, written }) => [name, { owner: node, key: written }] as const);
  positions.compose(node, positions.get(node), entries);
  renamed.set(node, new Map(translated.map(({ name, written }) => [written, name])));
}

const drafts: readonly Draft[] = [4, 6, 7, 2019, 2020];

/** Reads the draft from the URI of a dialect: `http://json-schema.org/draft-07/schema#` → `7`; `undefined` for an unknown dialect. */
export function readDraft(dialect: Json | undefined): Draft | undefined {
  const written = /^https?:\/\/json-schema\.org\/draft(?:-0([467])|\/(2019-09|2020-12))\/schema#?$/.exec(
    String(dialect),
  );
  return drafts.find((draft) => draft === Number.parseInt(written?.[1] ?? written?.[2] ?? ''));
}

/** The dialect that everything is translated to. */
const newestDialect = 'https://json-schema.org/draft/2020-12/schema';

/** Anchor in place of `$recursiveAnchor: true`. The metaschemas use the same one, and dialects may extend these. */
const recursive = 'meta';

/** A keyword of a translated schema, and the keyword that the author wrote. */
export interface TranslatedKeyword {
  readonly name: string;
  readonly value: Json;
  readonly written: string;
}

/** A schema object to translate. */
export interface OlderSchema {
  readonly node: JsonObject;
  readonly draft: Draft;
  /** The schema that `#` refers to. */
  readonly resource: Json;
}

type Entries = Readonly<Record<string, Json | undefined>>;

/** Keywords of older drafts, with functions that return the keywords of 2020-12; `undefined` if nothing changes. */
const translations: Readonly<Record<string, (value: Json, schema: OlderSchema) => Entries | undefined>> = {
  id: (value, { draft }) => (draft === 4 && typeof value === 'string' ? splitId(value) : undefined),
  $id: (value, { draft }) => ((draft === 6 || draft === 7) && typeof value === 'string' ? splitId(value) : undefined),
  items: (value) => (Array.isArray(value) ? { prefixItems: value } : undefined),
  additionalItems: (value, { node }) => (Array.isArray(node['items']) ? { items: value } : {}),
  minimum: (_, { node }) => (node['exclusiveMinimum'] === true ? {} : undefined),
  maximum: (_, { node }) => (node['exclusiveMaximum'] === true ? {} : undefined),
  exclusiveMinimum: (value, { node, draft }) => translateBound('exclusiveMinimum', value, node['minimum'], draft),
  exclusiveMaximum: (value, { node, draft }) => translateBound('exclusiveMaximum', value, node['maximum'], draft),
  dependencies(value, { draft }) {
    if (draft > 7 || !isJsonObject(value)) return undefined;
    const [lists, schemas] = [true, false].map((isList) =>
      Object.entries(value).filter(([, one]) => Array.isArray(one) === isList),
    );
    return {
      ...(lists?.length && { dependentRequired: Object.fromEntries(lists) }),
      ...(schemas?.length && { dependentSchemas: Object.fromEntries(schemas) }),
    };
  },
  $recursiveAnchor(value, { node, draft, resource }) {
    if (draft !== 2019) return undefined;
    return value === true && node === resource ? { $dynamicAnchor: recursive } : {};
  },
  $recursiveRef(value, { draft, resource }) {
    if (draft !== 2019) return undefined;
    const isDynamic = isJsonObject(resource) && (resource['$recursiveAnchor'] ?? resource['$dynamicAnchor']);
    return { $dynamicRef: isDynamic === true || isDynamic === recursive ? `#${recursive}` : value };
  },
  $vocabulary(value, { draft }) {
    if (draft !== 2019 || !isJsonObject(value)) return undefined;
    const entries = Object.entries(value).map(([uri, isNeeded]): [string, Json] => {
      const format = isNeeded === true ? 'format-assertion' : 'format-annotation';
      return [uri.replace('/2019-09/', '/2020-12/').replace(/\/format$/, `/${format}`), isNeeded];
    });
    return { $vocabulary: Object.fromEntries(entries) };
  },
};

/** Splits an id: `{"$id": "http://x.test/a#b"}` → `{"$id": "http://x.test/a", "$anchor": "b"}`. */
function splitId(id: string): Entries {
  const [uri = '', fragment = ''] = id.split('#');
  const isAnchor = fragment !== '' && !fragment.startsWith('/');
  return { ...(uri !== '' && { $id: uri }), ...(isAnchor && { $anchor: fragment }) };
}

/** Translates an exclusive bound of draft-04: `minimum: 1, exclusiveMinimum: true` → `exclusiveMinimum: 1`. */
function translateBound(name: string, value: Json, bound: Json | undefined, draft: Draft): Entries | undefined {
  if (draft !== 4 || typeof value !== 'boolean') return undefined;
  return value && bound !== undefined ? { [name]: bound } : {};
}

/** Keywords that name schemas. In an older draft without such a keyword, it must not name anything. */
const naming = new Set(['$id', '$anchor', '$dynamicRef', '$dynamicAnchor']);

/**
 * Translates the keywords of one schema object to draft 2020-12, but not the schemas inside it. Leaves out keywords without effect and
 * reports them: keywords of later drafts, and up to draft-07 keywords beside a `$ref`.
 */
function translateKeywords(
  schema: OlderSchema,
  report: (key: string, message: string) => void,
): readonly TranslatedKeyword[] {
  const { node, draft } = schema;
  const isReference = draft <= 7 && hasRef(node);
  return Object.entries(node).flatMap(([written, value]): readonly TranslatedKeyword[] => {
    if (written === '$schema' && readDraft(value) !== undefined)
      return [{ name: written, value: newestDialect, written }];
    const keyword = keywords.get(written);
    const isApplied = keyword !== undefined && (asserts(keyword) || naming.has(written));
    const translate = Object.hasOwn(translations, written) ? translations[written] : undefined;
    const isBeside = isReference && written !== '$ref' && (isApplied || translate !== undefined);
    if (isBeside || (isApplied && (keyword.since ?? 4) > draft)) {
      report(
        written,
        `"${written}" has no effect ${isBeside ? 'beside "$ref" ' : ''}in draft${draft > 7 ? ' 2019-09' : `-0${draft}`}`,
      );
      return [];
    }
    const meant = translate?.(value, schema) ?? { [written]: value };
    return Object.entries(meant).flatMap(([name, one]) => (one === undefined ? [] : [{ name, value: one, written }]));
  });
}
