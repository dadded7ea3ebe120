import { isJsonType } from '../../client/body/json-text.js';
import { accepts, readEssence } from '../../client/body/media.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { DescribedOperation, DescribedService } from '../described-operation.js';
import { findOperation } from '../../document/find-operation.js';
import { readJsonSchema, readReferred } from '../document/resolve-schema.js';
import { responseIn } from '../response/declared-response.js';
import type { ErrorSchema } from './fill-error.js';

/** The form of the errors with a status: its media type and schema. */
export interface ErrorForm extends ErrorSchema {
  /** As it is declared: `404`, `4XX` or `default`. */
  readonly status: string;
  readonly mediaType: string;
  /** Writes its bodies, if they are not JSON. */
  readonly write?: ((body: Json) => string) | undefined;
}

/**
 * Finds the form of an error: the one that the operation declares for the status, else for another error, else the form of most errors
 * of the service; undefined if there is none.
 */
export function findErrorForm(
  service: DescribedService,
  plan: DescribedOperation | undefined,
  status: number,
): ErrorForm | undefined {
  const forms = plan === undefined ? [] : listForms(service, plan);
  const own = responseIn(forms, status) ?? forms.find((one) => one.status.startsWith(String(status).charAt(0)));
  return own ?? forms[0] ?? findUsualForm(service);
}

/** Lists the forms of the errors that the document declares for an operation; without a document, those that have validators. */
function listForms({ document }: DescribedService, plan: DescribedOperation): readonly ErrorForm[] {
  if (document !== undefined) return listDeclaredForms(document, plan);
  const { responses } = plan;
  const isError = createErrorTest(responses.map(({ status }) => status));
  return responses.flatMap(({ status, body, mediaType = '*/*' }): readonly ErrorForm[] => {
    const schema = body && isError(status) ? readJsonSchema(body) : undefined;
    const xml = /xml$/i.test(readEssence(mediaType)) ? readXmlForm(plan, status) : undefined;
    return schema === undefined ? [] : [{ status, mediaType, ...xml, schema, root: schema, validator: body }];
  });
}

/** Creates a test of statuses. `default` without a success beside it describes successes. */
function createErrorTest(statuses: readonly string[]): (status: string) => boolean {
  const hasSuccess = statuses.some((status) => status.startsWith('2'));
  return (status) => /^[45]/.test(status) || (status === 'default' && hasSuccess);
}

function listDeclaredForms(document: JsonObject, plan: DescribedOperation): readonly ErrorForm[] {
  const responses = readReferred(document, findOperation(document, plan.operation)?.value['responses']);
  const isError = createErrorTest(Object.keys(responses));
  return Object.entries(responses).flatMap(([status, response]): readonly ErrorForm[] => {
    if (!isError(status)) return [];
    const contents = Object.entries(readReferred(document, readReferred(document, response)['content']));
    const find = (isWanted: (type: string) => boolean): Pick<ErrorForm, 'mediaType' | 'schema'> | undefined => {
      const [mediaType = '', media] = contents.find(([type]) => isWanted(type)) ?? [];
      const schema = isJsonObject(media) ? media['schema'] : undefined;
      return isJsonObject(schema) ? { mediaType, schema } : undefined;
    };
    const form = { status, root: document, validator: plan.responses.find((one) => one.status === status)?.body };
    const json = find(isJsonType) ?? find((type) => accepts(type, 'application/json'));
    if (json !== undefined) return [{ ...form, ...json }];
    const xml = readXmlForm(plan, status);
    const declared = xml && find((type) => type === xml.mediaType);
    if (declared !== undefined) return [{ ...form, ...declared, ...xml }];
    const text = find((type) => readEssence(type) === 'text/plain');
    return text === undefined ? [] : [{ status, root: document, ...text, write: String }];
  });
}

/** Reads the media type of the errors in XML with a status, and their writer. */
function readXmlForm(
  { operation: { id, xml, xmlErrors } }: DescribedOperation,
  status: string,
): Pick<ErrorForm, 'mediaType' | 'write'> | undefined {
  const content = xmlErrors?.find((one) => one.status === status)?.contents?.[0];
  const fail = (reason: string) => new Error(`an error of ${id} ${reason}`);
  return content && { mediaType: content.mediaType, write: (body) => xml?.write(body, content, fail) ?? '' };
}

const usualForms = new WeakMap<DescribedService, { readonly form: ErrorForm | undefined }>();

/** Finds the form of the errors of half of the operations that declare some; the form of one says nothing about others. */
function findUsualForm(service: DescribedService): ErrorForm | undefined {
  const known = usualForms.get(service);
  if (known !== undefined) return known.form;
  const { operations } = service;
  const forms = operations.flatMap((plan) => listForms(service, plan).slice(0, 1));
  const names = forms.map(({ mediaType, schema }) => `${mediaType} ${JSON.stringify(schema)}`);
  const counts = names.map((name) => names.filter((other) => other === name).length);
  const form = forms[counts.indexOf(Math.max(Math.min(2, operations.length), forms.length / 2, ...counts))];
  usualForms.set(service, { form });
  return form;
}
