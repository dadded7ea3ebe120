import type { Diagnostics } from '../../../diagnostics.js';
import { keywords } from '../../../keywords/keywords.js';
import { checkValue } from '../../../spec/check/check-value.js';
import { writtenKeyword } from '../../../spec/dialects/translate-schema.js';
import { ruleOfKeyword } from '../../../spec/openapi/kinds.js';
import { checkPatterns } from '../../../spec/patterns/check-patterns.js';
import { isJsonObject, readInner, type Json, type JsonObject } from '../../../json.js';
import { isRegex } from '../../../spec/patterns/read-pattern.js';
import { isShipped, vocabularies } from './meta-schemas.js';
import { absolute, withoutFragment, ownString, type LocatedSchema, type Registry } from './registry.js';
import type { Positions } from '../../../spec/read/positions.js';

/** The context of checks: diagnostics, and the positions of schemas. */
export interface CheckContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** The checks of schemas. Each schema is checked once, however often the methods are called. */
export interface SchemaCheck {
  /** Reports keywords with invalid values. */
  keywords(located: LocatedSchema, registry: Registry): void;
  /** Reports patterns that can take very long. */
  patterns(located: LocatedSchema): void;
}

/** Creates the checks for all schemas of an input. Metaschemas are not checked. */
export function createSchemaCheck(context: CheckContext): SchemaCheck {
  const isNew = ({ value, resource }: LocatedSchema, seen: Set<Json>): boolean => {
    if (seen.has(value) || isShipped(resource.uri)) return false;
    seen.add(value);
    return true;
  };
  const checked = new Set<Json>();
  const searched = new Set<Json>();
  return {
    keywords(located, registry) {
      const { value } = located;
      if (isJsonObject(value) && isNew(located, checked)) checkKeywords(context, located, value, registry);
    },
    patterns(located) {
      const { value, resource } = located;
      if (isJsonObject(value) && resource.asserts && isNew(located, searched)) checkPatterns(context, value);
    },
  };
}

function checkKeywords(context: CheckContext, located: LocatedSchema, schema: JsonObject, registry: Registry): void {
  for (const [key, value] of Object.entries(schema)) {
    const vocabulary = keywords.get(key)?.vocabulary;
    const rule = ruleOfKeyword(key);
    // Keywords of OpenAPI, and those that the dialect of the schema does not include, are ignored.
    const isUnknown = vocabulary === 'openapi' || (vocabulary === 'validation' && !located.resource.asserts);
    if (rule === undefined || isUnknown) continue;
    checkValue(context, { owner: schema, key, name: writtenKeyword(schema, key) }, value, rule);
  }
  const { positions, diagnostics } = context;
  const report = (key: string, reason: string): void => {
    const name = writtenKeyword(schema, key);
    const message = `"${name}" cannot be ${JSON.stringify(schema[key])}; it must be ${reason}`;
    diagnostics.error('invalid-value', message, positions.ofValue(schema, key));
  };
  // References find schemas by `$id` and anchors, so their form matters.
  const id = ownString(schema, '$id');
  if (id !== undefined && (/#./.test(id) || absolute(id, 'schema:///') === undefined))
    report('$id', 'a URI without a fragment');
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = ownString(schema, keyword);
    if (name !== undefined && !/^[A-Za-z_][-A-Za-z0-9._]*$/.test(name))
      report(keyword, 'a letter or "_", then letters, digits, "-", "_" and "."');
  }
  const patterns = readInner(schema, 'patternProperties');
  for (const pattern of Object.keys(patterns).filter((one) => !isRegex(one))) {
    const message = `${JSON.stringify(pattern)} is not a regular expression that JavaScript understands`;
    diagnostics.error('invalid-value', message, positions.ofKey(patterns, pattern));
  }
  if (located.pointer === '') checkDialect(context, schema, registry);
}

/** Dialects that are the same as draft 2020-12 for validation, without a metaschema here. */
const aliases: ReadonlySet<string> = new Set(['https://spec.openapis.org/oas/3.1/dialect/base']);

/** Reports an unknown dialect, and one that needs an unsupported vocabulary. */
function checkDialect({ positions, diagnostics }: CheckContext, schema: JsonObject, registry: Registry): void {
  const dialect = ownString(schema, '$schema');
  if (dialect === undefined || aliases.has(withoutFragment(dialect))) return;
  const name = JSON.stringify(dialect);
  const meta = registry.find(withoutFragment(dialect))?.root;
  if (meta === undefined) {
    const message = `"$schema" names ${name}, which is neither a draft from draft-04 on nor one of the remotes; the schema is read as draft 2020-12`;
    diagnostics.warning('unknown-dialect', message, positions.ofValue(schema, '$schema'));
    return;
  }
  for (const [vocabulary, isNeeded] of Object.entries(readInner(meta, '$vocabulary'))) {
    if (isNeeded !== true || vocabularies.has(vocabulary)) continue;
    const message = `${name} needs the vocabulary ${JSON.stringify(vocabulary)}, which is not supported`;
    diagnostics.error('unknown-vocabulary', message, positions.ofValue(schema, '$schema'));
  }
}
