import type { Diagnostics } from '../../diagnostics.js';
import type { Draft } from '../../keywords/keyword.js';
import { keywords, listInnerSchemas } from '../../keywords/keywords.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Positions } from '../read/positions.js';
import { newestDialect, readDraft, translateKeywords, type TranslatedKeyword } from './translate-keywords.js';

/** The context in which a schema is translated. */
export interface TranslationContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** The draft of schemas that do not say theirs. */
  readonly draft: Draft;
  /** Finds the draft of a dialect; `undefined` where it is not known. Default: dialects of other authors are not known. */
  readonly findDraft?: (dialect: Json | undefined) => Draft | undefined;
  /** The schema that `#` refers to where none around has an `$id`. */
  readonly document?: Json;
}

/** Keywords of translated schemas by the names that their authors wrote: `items` → `prefixItems`. */
const renamed = new WeakMap<object, ReadonlyMap<string, string>>();

/** Translates the steps of a pointer into what an author wrote: `['items', '0']` → `['prefixItems', '0']`. */
export function translateSteps(root: Json, steps: readonly string[]): readonly string[] {
  let value: unknown = root;
  return steps.map((step) => {
    if (typeof value !== 'object' || value === null) return step;
    const key = renamed.get(value)?.get(step) ?? step;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    return key;
  });
}

/** Returns the keyword that the author of a schema wrote: `prefixItems` → `items`, where `items` was a list. */
export function writtenKeyword(schema: JsonObject, keyword: string): string {
  return [...(renamed.get(schema) ?? [])].find(([, name]) => name === keyword)?.[0] ?? keyword;
}

/** Drafts of the documents and schemas whose dialect has been translated. */
const stated = new WeakMap<JsonObject, Draft>();

/** Returns the draft of the schemas of a document that do not say theirs, and says in the document that they are in 2020-12. */
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
  // References may lead into keywords that are not known.
  for (const [key, value] of Object.entries(schema)) if (!keywords.has(key)) translateSchemas(value, context);
}

/** Translates one schema object, once: its draft is that of its `$schema`, else of the objects around it, else of the context. */
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

/** Gives the keywords that a schema is about to hold the positions of those that its author wrote. */
function relocate(node: JsonObject, translated: readonly TranslatedKeyword[], positions: Positions): void {
  for (const { value, written } of translated)
    if (typeof value === 'object' && value !== null && !positions.has(value))
      positions.set(value, positions.get(Object(node[written])));
  const entries = translated.map(({ name, written }) => [name, { owner: node, key: written }] as const);
  positions.compose(node, positions.get(node), entries);
  renamed.set(node, new Map(translated.map(({ name, written }) => [written, name])));
}
