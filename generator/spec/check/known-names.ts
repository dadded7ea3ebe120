import { type SpecContext } from '../references/spec-context.js';
import { listEntries, isJsonObject, type JsonObject } from '../../json.js';
import { warnAtKey, warnAtValue } from '../repair/repairs.js';
import { didYouMean, suggest } from '../suggest.js';

/** Formats of JSON Schema and of the OpenAPI format registry, and those of Google's descriptions. */
const knownFormats = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference
  uri-template uuid json-pointer relative-json-pointer regex
  int8 uint8 int16 uint16 int32 uint32 int64 uint64 double-int float double decimal decimal128
  byte base64url binary char commonmark html password unixtime http-date date-time-local time-local media-range language
  ipv4-cidr ipv6-cidr sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token
  google-datetime google-duration google-fieldmask`.split(/\s+/),
);

/** Creates the check that warns of unknown formats, each at its first use. Such formats are not validated. */
export function formatCheck(context: SpecContext): (schema: JsonObject) => void {
  const seen = new Set<string>();
  return (schema) => {
    const { format } = schema;
    if (typeof format !== 'string' || knownFormats.has(format) || seen.has(format)) return;
    seen.add(format);
    const message = `the format ${JSON.stringify(format)} is not known, so it is documented and not validated${didYouMean(format, knownFormats)}`;
    warnAtValue(context, 'unknown-format', message, [schema, 'format']);
  };
}

/** Common media types, with which misspelt ones are compared. */
const common = `application/json application/xml application/pdf application/zip application/octet-stream
  application/x-www-form-urlencoded application/problem+json application/merge-patch+json application/json-patch+json
  application/x-ndjson application/jsonl application/vnd.api+json application/hal+json application/yaml multipart/form-data
  multipart/mixed text/plain text/html text/csv text/xml text/event-stream`.split(/\s+/);

const form = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/;
/** `image/*`, `application/*+json` */
const range = /^[^/]+\/\*(?:\+[^/*]+)?$/;
/** Valid media types that are similar to common ones. */
const alike =
  'application/json5 application/gzip application/xaml application/gml+xml text/css text/vcf text/x-csv'.split(' ');

/** Warns of keys of a `content` that are no media types, or probably misspelt ones. */
export function checkMediaTypes(context: SpecContext, { content }: JsonObject): void {
  if (!isJsonObject(content)) return;
  for (const [name] of listEntries(content)) {
    const essence = name.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const isOne = form.test(essence);
    if (common.includes(essence) || alike.includes(essence) || (isOne && range.test(essence))) continue;
    // `json` means `application/json`.
    const whole = isOne ? undefined : common.find((one) => one.endsWith(`/${essence}`));
    const meant = whole ?? suggest(essence, common, 2);
    if (isOne && meant === undefined) continue;
    const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
    const message = `${JSON.stringify(name)} is not a known media type${hint}`;
    warnAtKey(context, 'unknown-media-type', message, [content, name]);
  }
}
