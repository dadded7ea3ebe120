import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { XmlPart } from '@speccast/runtime/xml';
import { writeExactly } from '@speccast/runtime/requests';
import type { Sampler } from '../../plan/plan.js';
import { fillTemplate } from '../../values/fill-template.js';
import type { WebhookPlan, WebhooksPlan } from '../../plan/webhook-plan.js';
import { isXml } from './xml-part.js';

/**
 * Makes the body of a webhook: its template filled in; else the row, or a sample with the row in it, whichever its schema takes; else
 * a sample. Undefined for a webhook without a body.
 */
export function composeBody(
  { name, body: validator, mediaType }: WebhookPlan,
  source: {
    /** The template of the trigger, if it has one. */
    readonly template?: Json | undefined;
    /** `row`, `before`, `event`, `id` and `time`, as far as they are known. */
    readonly values: JsonObject;
    readonly sampler: Sampler | undefined;
  },
): Json | undefined {
  const { template, values, sampler } = source;
  if (template !== undefined) return fillTemplate(template, values);
  const { row } = values;
  if (validator === undefined) return mediaType === undefined ? undefined : row;
  if (row !== undefined && validator.is(row)) return row;
  const sample = sampler?.(validator, `webhook ${name} ${writeExactly(values)}`);
  if (row === undefined || !isJsonObject(sample)) return sample;
  const withRow = Object.keys(sample)
    .filter((key) => isJsonObject(sample[key]))
    .map((key) => ({ ...sample, [key]: row }));
  return withRow.find((one) => validator.is(one)) ?? sample;
}

/** Says why the schema of a webhook does not take a body; undefined if it does, and for XML as a string, which is sent as it is. */
export function whyInvalid({ body: validator, mediaType }: WebhookPlan, body: Json | undefined): string | undefined {
  if (typeof body === 'string' && isXml(mediaType)) return undefined;
  const [issue] = validator?.check(body) ?? [];
  if (issue === undefined) return undefined;
  const at = (issue.path ?? []).map(String).join('.');
  return `The body is not what the schema of the webhook says: ${at && `${at} `}${issue.message}.`;
}

/** Writes a body in its media type, by default JSON. Throws a `TypeError` for one that cannot be written as XML. */
export function writeBody(
  body: Json | undefined,
  {
    mediaType = 'application/json',
    xml,
    codec,
  }: {
    readonly mediaType?: string | undefined;
    readonly xml?: XmlPart | undefined;
    readonly codec?: WebhooksPlan['xml'] | undefined;
  },
): string | undefined {
  if (body === undefined) return undefined;
  const writeText = (value: Json): string => (typeof value === 'string' ? value : writeExactly(value));
  if (mediaType.includes('form-urlencoded') && isJsonObject(body))
    return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, writeText(value)])).toString();
  if (!/json/i.test(mediaType) && typeof body === 'string') return body;
  if (xml === undefined || codec === undefined) return writeExactly(body);
  return codec.write(body, { mediaType, kind: 'xml', xml }, (message) => new TypeError(`The body ${message}.`));
}
