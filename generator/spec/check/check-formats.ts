import type { CheckContext } from './check-context.js';
import type { JsonObject } from '../read/json.js';
import { didYouMean } from '../suggest.js';

/** Formats of JSON Schema and of the OpenAPI format registry, and those of Google's descriptions. */
export const knownFormats: ReadonlySet<string> = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference
  uri-template uuid json-pointer relative-json-pointer regex
  int8 uint8 int16 uint16 int32 uint32 int64 uint64 double-int float double decimal decimal128
  byte base64url binary char commonmark html password unixtime http-date date-time-local time-local media-range language
  ipv4-cidr ipv6-cidr sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token
  google-datetime google-duration google-fieldmask`.split(/\s+/),
);

/** Reports formats that nobody knows, each where it first stands: values of any text pass for them. */
export function formatCheck({ places, diagnostics }: CheckContext): (schema: JsonObject) => void {
  const seen = new Set<string>();
  return (schema) => {
    const format = Object.hasOwn(schema, 'format') ? schema['format'] : undefined;
    if (typeof format !== 'string' || knownFormats.has(format) || seen.has(format)) return;
    seen.add(format);
    const message = `no rule is known for the format ${JSON.stringify(format)}, so that it tells and does not judge${didYouMean(format, knownFormats)}`;
    diagnostics.warning('unknown-format', message, places.ofValue(schema, 'format'));
  };
}
