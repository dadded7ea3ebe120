import { asserts, keywords } from '../../keywords/keywords.js';
import type { Draft } from '../../keywords/keyword.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';

const drafts: readonly Draft[] = [4, 6, 7, 2019, 2020];

/** Reads the draft that a dialect is: `http://json-schema.org/draft-07/schema#` → `7`; `undefined` for a dialect that is not known. */
export function readDraft(dialect: Json | undefined): Draft | undefined {
  const written = /^https?:\/\/json-schema\.org\/draft(?:-0([467])|\/(2019-09|2020-12))\/schema#?$/.exec(
    String(dialect),
  );
  return drafts.find((draft) => draft === Number.parseInt(written?.[1] ?? written?.[2] ?? ''));
}

/** The dialect that everything is translated to. */
export const newestDialect = 'https://json-schema.org/draft/2020-12/schema';

/** Anchor in place of `$recursiveAnchor: true`; it is that of the metaschemas, which dialects may extend. */
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
  /** The schema that has the URI which `#` refers to. */
  readonly resource: Json;
}

type Entries = Readonly<Record<string, Json | undefined>>;

/** Keywords that older drafts write otherwise, with what they are in 2020-12; `undefined` where that is the same. */
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

/** `{"$id": "http://x.test/a#b"}` → `{"$id": "http://x.test/a", "$anchor": "b"}`. */
function splitId(id: string): Entries {
  const [uri = '', fragment = ''] = id.split('#');
  const isAnchor = fragment !== '' && !fragment.startsWith('/');
  return { ...(uri !== '' && { $id: uri }), ...(isAnchor && { $anchor: fragment }) };
}

/** In draft-04 the exclusive bounds are flags of the plain ones. */
function translateBound(name: string, value: Json, bound: Json | undefined, draft: Draft): Entries | undefined {
  if (draft !== 4 || typeof value !== 'boolean') return undefined;
  return value && bound !== undefined ? { [name]: bound } : {};
}

/** Keywords by which schemas are found; an older draft that does not have one finds nothing by it. */
const naming: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicRef', '$dynamicAnchor']);

/**
 * Translates the keywords of one schema object to draft 2020-12; the schemas inside it stay as they are. Reports keywords
 * without effect, which are left out: those of later drafts, and up to draft-07 those beside a `$ref`.
 */
export function translateKeywords(
  schema: OlderSchema,
  report: (key: string, message: string) => void,
): readonly TranslatedKeyword[] {
  const { node, draft } = schema;
  const isReference = draft <= 7 && typeof node['$ref'] === 'string';
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
