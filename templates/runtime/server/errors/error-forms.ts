import { accepts, essenceOf } from '../../client/body/media.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { DescribedOperation, DescribedService } from '../described-operation.js';
import { findOperation } from '../../document/find-operation.js';
import { follow, jsonSchemaOf } from '../document/resolve-schema.js';
import { isJsonType } from '../values/media-type.js';
import type { ErrorSchema } from './fill-error.js';

/** The form of the errors with a status: its media type and schema. */
export interface ErrorForm extends ErrorSchema {
  /** As it is declared: `404`, `4XX` or `default`. */
  readonly status: string;
  readonly mediaType: string;
  /** Writes its bodies, if they are XML. */
  readonly write?: ((body: Json) => string) | undefined;
}

/**
 * The form of an error: that which the operation declares for the status, else for another error, else that of most errors of the
 * service; undefined if there is none.
 */
export function errorFormOf(
  service: DescribedService,
  plan: DescribedOperation | undefined,
  status: number,
): ErrorForm | undefined {
  const forms = plan === undefined ? [] : formsOf(service, plan);
  const kind = String(status).charAt(0);
  const wanted = [String(status), `${kind}XX`, 'default'];
  const own = wanted.flatMap((name) => forms.find((one) => one.status.toUpperCase() === name.toUpperCase()) ?? [])[0];
  return own ?? forms.find((one) => one.status.startsWith(kind)) ?? forms[0] ?? usualForm(service);
}

const formsOfPlans = new WeakMap<DescribedOperation, readonly ErrorForm[]>();

/** The forms of the errors that the document declares for an operation. A `default` beside no success describes successes. */
function formsOf({ document }: DescribedService, plan: DescribedOperation): readonly ErrorForm[] {
  const known = formsOfPlans.get(plan);
  if (known !== undefined) return known;
  const forms = document === undefined ? validatedForms(plan) : declaredForms(document, plan);
  formsOfPlans.set(plan, forms);
  return forms;
}

/** Without a document, the validators of the errors say their form. */
function validatedForms(plan: DescribedOperation): readonly ErrorForm[] {
  const { responses } = plan;
  const hasSuccess = responses.some(({ status }) => status.startsWith('2'));
  return responses.flatMap(({ status, body, mediaType = '*/*' }): readonly ErrorForm[] => {
    const schema = body === undefined || !isError(status, hasSuccess) ? undefined : jsonSchemaOf(body);
    const xml = /xml$/i.test(essenceOf(mediaType)) ? xmlForm(plan, status) : undefined;
    return schema === undefined ? [] : [{ status, mediaType, ...xml, schema, root: schema, validator: body }];
  });
}

function isError(status: string, hasSuccess: boolean): boolean {
  return /^[45]/.test(status) || (status === 'default' && hasSuccess);
}

function declaredForms(document: JsonObject, plan: DescribedOperation): readonly ErrorForm[] {
  const responses = findOperation(document, plan.operation)?.value['responses'];
  const entries = Object.entries(isJsonObject(responses) ? responses : {});
  const hasSuccess = entries.some(([status]) => status.startsWith('2'));
  return entries.flatMap(([status, response]): readonly ErrorForm[] => {
    if (!isError(status, hasSuccess)) return [];
    const find = (isWanted: (type: string) => boolean): ReturnType<typeof contentOf> =>
      contentOf(document, response, isWanted);
    const json = find((type) => isJsonType(essenceOf(type))) ?? find((type) => accepts(type, 'application/json'));
    const xml = json === undefined ? xmlForm(plan, status) : undefined;
    const found = json ?? (xml && find((type) => type === xml.mediaType));
    const text = found === undefined && find((type) => essenceOf(type) === 'text/plain');
    const validator = plan.responses.find((one) => one.status === status)?.body;
    if (found !== undefined) return [{ status, root: document, validator, ...found, ...xml }];
    return text ? [{ status, root: document, ...text, write: String }] : [];
  });
}

/** The media type of the errors in XML with a status, and what writes them. */
function xmlForm(
  { operation }: DescribedOperation,
  status: string,
): Pick<ErrorForm, 'mediaType' | 'write'> | undefined {
  const content = operation.xmlErrors?.find((one) => one.status === status)?.contents?.[0];
  if (content === undefined) return undefined;
  const fail = (reason: string): Error => new Error(`an error of ${operation.id} ${reason}`);
  return { mediaType: content.mediaType, write: (body) => operation.xml?.write(body, content, fail) ?? '' };
}

function contentOf(
  document: JsonObject,
  response: Json,
  isWanted: (type: string) => boolean,
): Pick<ErrorForm, 'mediaType' | 'schema'> | undefined {
  const { content } = resolved(document, response);
  const contents = Object.entries(isJsonObject(content) ? content : {});
  const [mediaType, media] = contents.find(([type]) => isWanted(type)) ?? [];
  const schema = isJsonObject(media) ? media['schema'] : undefined;
  return mediaType === undefined || !isJsonObject(schema) ? undefined : { mediaType, schema };
}

function resolved(document: JsonObject, value: Json): JsonObject {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  const target = typeof reference === 'string' ? follow(document, reference) : value;
  return isJsonObject(target) ? target : {};
}

const usualForms = new WeakMap<DescribedService, ErrorForm | 'none'>();

/** The form of the errors of half of the operations that declare some; that of one says nothing about others. */
function usualForm(service: DescribedService): ErrorForm | undefined {
  const known = usualForms.get(service) ?? mostOften(service) ?? 'none';
  usualForms.set(service, known);
  return known === 'none' ? undefined : known;
}

function mostOften(service: DescribedService): ErrorForm | undefined {
  const { operations } = service;
  const forms = operations.flatMap((plan) => formsOf(service, plan).slice(0, 1));
  const names = forms.map(({ mediaType, schema }) => `${mediaType} ${JSON.stringify(schema)}`);
  const counts = names.map((name) => names.filter((other) => other === name).length);
  return forms[counts.indexOf(Math.max(Math.min(2, operations.length), forms.length / 2, ...counts))];
}
