import { isJsonObject, type JsonObject } from '../spec/read/json.js';
import type { CheckPlacesContext } from './check-places.js';
import { vocabularies } from './meta-schemas.js';
import { withoutFragment } from './registry.js';
import { ownText, ownValue, type Resource } from './resource.js';

/** The resource of a URI. */
export type FindResource = (uri: string) => Resource | undefined;

/** Dialects that mean draft 2020-12 and are not among the metaschemas. */
const aliases: ReadonlySet<string> = new Set(['https://spec.openapis.org/oas/3.1/dialect/base']);

/** Says where a schema is of another dialect than draft 2020-12, or of one that needs what is not known here. */
export function checkDialect(
  { places, diagnostics }: CheckPlacesContext,
  schema: JsonObject,
  find: FindResource,
): void {
  const dialect = ownText(schema, '$schema');
  if (dialect === undefined || aliases.has(withoutFragment(dialect))) return;
  const name = JSON.stringify(dialect);
  const meta = find(withoutFragment(dialect))?.root;
  if (meta === undefined) {
    const message = `"$schema" names ${name}, which is neither draft 2020-12 nor one of the remotes; the schema is read as draft 2020-12`;
    diagnostics.warning('unknown-dialect', message, places.ofValue(schema, '$schema'));
    return;
  }
  const used = isJsonObject(meta) ? ownValue(meta, '$vocabulary') : undefined;
  for (const [vocabulary, isNeeded] of Object.entries(isJsonObject(used) ? used : {})) {
    if (isNeeded !== true || vocabularies.has(vocabulary)) continue;
    const message = `${name} needs the vocabulary ${JSON.stringify(vocabulary)}, which is not supported`;
    diagnostics.error('unknown-vocabulary', message, places.ofValue(schema, '$schema'));
  }
}
