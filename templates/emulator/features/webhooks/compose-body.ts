import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { xmlCodec, type XmlPart } from '@speccast/runtime/xml';
import { writeExactly } from '@speccast/runtime/requests';
import type { Sampler } from '../../plan/plan.js';
import { fillTemplate } from '../../values/fill-template.js';
import type { WebhookPlan } from '../../plan/webhook-plan.js';

/** What a body is made from. */
export interface BodySource {
  /** The template of the trigger, if it has one. */
  readonly template?: Json | undefined;
  /** `row`, `before`, `event`, `id` and `time`, as far as they are known. */
  readonly values: JsonObject;
  readonly sampler: Sampler | undefined;
}

/**
 * The body of a webhook: its template filled in; else the row, or a sample with the row in it, whichever its schema takes; else a
 * sample. Undefined where it has none.
 */
export function composeBody({ name, body: validator, mediaType }: WebhookPlan, source: BodySource): Json | undefined {
  const { template, values, sampler } = source;
  if (template !== undefined) return fillTemplate(template, values);
  if (validator === undefined)
    return mediaType === undefined || values['row'] === undefined ? undefined : values['row'];
  const { row } = values;
  if (row !== undefined && validator.is(row)) return row;
  const sample = sampler?.(validator, `webhook ${name} ${writeExactly(values)}`);
  if (row === undefined || !isJsonObject(sample)) return sample;
  const withRow = Object.keys(sample)
    .filter((key) => isJsonObject(sample[key]))
    .map((key) => ({ ...sample, [key]: row }))
    .find((one) => validator.is(one));
  return withRow ?? sample;
}

/** Why a body is not what the schema of a webhook says; undefined where it is. XML that is given as a string is sent as it is. */
export function whyInvalid({ body: validator, mediaType }: WebhookPlan, body: Json | undefined): string | undefined {
  if (typeof body === 'string' && isXml(mediaType)) return undefined;
  const [issue] = validator?.check(body) ?? [];
  if (issue === undefined) return undefined;
  const at = (issue.path ?? []).map((step) => String(step)).join('.');
  return `The body is not what the schema of the webhook says: ${at === '' ? '' : `${at} `}${issue.message}.`;
}

/** How a body is written. */
export interface BodyForm {
  readonly mediaType?: string | undefined;
  /** How it is XML. */
  readonly xml?: XmlPart | undefined;
}

/** A body as it is sent. Throws a `TypeError` for one that cannot be written as XML. */
export function writeBody(
  body: Json | undefined,
  { mediaType = 'application/json', xml }: BodyForm,
): string | undefined {
  if (body === undefined) return undefined;
  if (mediaType.includes('form-urlencoded') && isJsonObject(body)) {
    const fields = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : writeExactly(value),
    ]);
    return new URLSearchParams(fields).toString();
  }
  if (typeof body === 'string' && !/json/i.test(mediaType)) return body;
  if (xml === undefined) return writeExactly(body);
  return xmlCodec.write(body, { mediaType, kind: 'xml', xml }, (message) => new TypeError(`The body ${message}.`));
}

function isXml(mediaType = ''): boolean {
  return /[/+]xml\b/.test(mediaType);
}
