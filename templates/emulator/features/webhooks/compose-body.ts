import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { Sampler } from '../../plan/plan.js';
import { fillTemplate } from '../../values/fill-template.js';
import type { WebhookPlan, WebhooksPlan } from '../../plan/webhook-plan.js';

/** Matches media types of XML: `text/xml`, `application/atom+xml`. */
const isXml = /[/+]xml\b/;

/**
 * Creates the body of a webhook: its template, filled in with the known values of `row`, `before`, `event`, `id` and `time`. Without a
 * template, the row, or else a sample with the row in it, if the schema allows one of them, else a sample. Undefined for a webhook
 * without a body.
 */
export function composeBody(
  { name, body: validator, mediaType }: WebhookPlan,
  sampler: Sampler | undefined,
  values: JsonObject,
  template?: Json,
): Json | undefined {
  if (template !== undefined) return fillTemplate(template, values);
  const { row } = values;
  if (!validator) return mediaType === undefined ? undefined : row;
  if (row !== undefined && validator.is(row)) return row;
  const sample = sampler?.(validator, `webhook ${name} ${writeExactly(values)}`);
  if (!row || !isJsonObject(sample)) return sample;
  return (
    Object.keys(sample)
      .filter((key) => isJsonObject(sample[key]))
      .map((key) => ({ ...sample, [key]: row }))
      .find((one) => validator.is(one)) ?? sample
  );
}

/** Explains why a body does not match the schema of a webhook; undefined if it does, and for XML as a string, which is sent as it is. */
export function whyInvalid(
  { body: validator, mediaType = '' }: WebhookPlan,
  body: Json | undefined,
): string | undefined {
  if (typeof body === 'string' && isXml.test(mediaType)) return undefined;
  const [issue] = validator?.check(body) ?? [];
  if (!issue) return undefined;
  const at = (issue.path ?? []).map(String).join('.');
  return `The body does not match the schema of the webhook: ${at && `${at} `}${issue.message}.`;
}

/** Writes the body of a webhook in its media type, by default JSON. Throws a `TypeError` for one that cannot be written as XML. */
export function writeBody(
  { mediaType = 'application/json', xml = {} }: WebhookPlan,
  body: Json | undefined,
  codec: WebhooksPlan['codec'],
): string | undefined {
  if (body === undefined) return undefined;
  const writeText = (value: Json) => (typeof value === 'string' ? value : writeExactly(value));
  if (mediaType.includes('form-urlencoded') && isJsonObject(body))
    return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, writeText(value)])).toString();
  if (typeof body === 'string' && !/json/i.test(mediaType)) return body;
  if (!isXml.test(mediaType) || !codec) return writeExactly(body);
  return codec.write(body, { mediaType, kind: 'xml', xml }, (message) => new TypeError(`The body ${message}.`));
}
