import type { CheckContext } from './check-context.js';
import { entriesOf } from './check-context.js';
import type { JsonObject } from '../read/json.js';
import { isJsonObject } from '../read/json.js';
import { suggest } from '../suggest.js';

/** Media types that are often meant. */
const common = `application/json application/xml application/pdf application/zip application/octet-stream
  application/x-www-form-urlencoded application/problem+json application/merge-patch+json application/json-patch+json
  application/x-ndjson application/jsonl application/vnd.api+json application/hal+json application/yaml multipart/form-data
  multipart/mixed text/plain text/html text/csv text/xml text/event-stream`.split(/\s+/);
const known: ReadonlySet<string> = new Set(common);

const form = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/;
/** Media types near those, which somebody may use on purpose. */
const alike: ReadonlySet<string> = new Set(
  'application/json5 application/gzip application/xaml application/gml+xml text/css text/vcf text/x-csv'.split(' '),
);

/** Says which keys of a "content" are no media types, or nearly one that is common. */
export function checkMediaTypes({ places, diagnostics }: CheckContext, { content }: JsonObject): void {
  if (!isJsonObject(content)) return;
  for (const [name] of entriesOf(content)) {
    const essence = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (known.has(essence) || alike.has(essence)) continue;
    const isOne = form.test(essence);
    const meant = isOne ? suggest(essence, common, 2) : meantBy(essence);
    if (isOne && meant === undefined) continue;
    const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
    const message = `${JSON.stringify(name)} is no media type that is known${hint}`;
    diagnostics.warning('unknown-media-type', message, places.ofKey(content, name));
  }
}

function meantBy(name: string): string | undefined {
  return common.find((one) => one.endsWith(`/${name}`)) ?? suggest(name, common, 2);
}
