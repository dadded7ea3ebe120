import { isJsonType } from '../../client/body/json-text.js';
import { accepts, readEssence } from '../../client/body/media.js';
import { findOperation } from '../../document/find-operation.js';
import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Validator } from '../../validators/check/validator.js';
import type { DescribedOperation, DescribedService } from '../described-operation.js';
import { readReferred, resolveSchema } from '../../document/resolve-schema.js';
import { responseIn } from '../response/declared-response.js';
import { type ErrorFacts, type ErrorSchema, fillError } from './fill-error.js';
import { HttpError, statusNames } from './http-error.js';

/** A rejected request, and its error. */
export interface Rejection extends ErrorFacts {
  /** The operation, if the path of the request is that of one. */
  readonly plan?: DescribedOperation | undefined;
  readonly service: DescribedService;
  /** Returns a value that matches a validator or a schema. Default: none. */
  readonly sample?: ((of: Validator<unknown> | ErrorSchema, reason: string) => Json | undefined) | undefined;
}

/**
 * Returns the body of an error, in the form of `findErrorForm`. It is Google's envelope with the explanation if that matches the declared
 * schema, or if the spec declares no errors.
 */
export function errorBody(rejection: Rejection): Json {
  const { error, explanation, service, plan, sample } = rejection;
  const explained = createEnvelope(error, explanation);
  const form = findErrorForm(service, plan, error.status);
  if (!form) return explained;
  const envelope = createEnvelope(error);
  // A schema without a property `error` accepts the envelope if it allows additional properties, but does not mean it.
  const { properties } = resolveSchema(form.schema, form);
  const mayBeEnvelope = !form.write && (!isJsonObject(properties) || Object.hasOwn(properties, 'error'));
  const valid = mayBeEnvelope ? [explained, envelope].find((one) => form.validator?.is(one)) : undefined;
  if (valid) return valid;
  return fillError(form, rejection, () => sample?.(form.validator ?? form, error.reason)) ?? envelope;
}

/** Creates Google's envelope: `{ error: { code, message, status?, errors: [{ domain, reason, message, … }], details? } }`. */
export function createEnvelope(
  { status, reason, message, details: { location, locationType } }: HttpError,
  explanation?: JsonObject,
): JsonObject {
  const name = statusNames[status];
  const cause = { ...(location !== undefined && { location }), ...(locationType !== undefined && { locationType }) };
  return {
    error: {
      code: status,
      message,
      ...(name !== undefined && { status: name }),
      errors: [{ domain: 'global', reason, message, ...cause }],
      ...(explanation && { details: [explanation] }),
    },
  };
}

/** Returns the error with status 422 instead of 400 if the operation declares 422 and not 400. */
export function withDeclaredStatus(plan: DescribedOperation | undefined, error: HttpError): HttpError {
  const declared = new Set(plan?.responses.map((one) => one.status));
  return error.status === 400 && declared.has('422') && !declared.has('400')
    ? new HttpError(422, error.reason, error.message, error.details)
    : error;
}

/** The form of the errors with a status: its media type and schema. */
export interface ErrorForm extends ErrorSchema {
  /** The declared status: `404`, `4XX` or `default`. */
  readonly status: string;
  readonly mediaType: string;
  /** Writes bodies that are not JSON. */
  readonly write?: ((body: Json) => string) | undefined;
}

/**
 * Finds the form of an error: that which the operation declares for the status, or for another error, or else that of most errors of the
 * service; `undefined` if there is none.
 */
export function findErrorForm(
  service: DescribedService,
  plan: DescribedOperation | undefined,
  status: number,
): ErrorForm | undefined {
  const forms = plan ? listForms(service, plan) : [];
  const own = responseIn(forms, status) ?? forms.find((one) => one.status.startsWith(String(status).charAt(0)));
  return own ?? forms[0] ?? findUsualForm(service);
}

/** Lists the forms of the errors that the document declares for an operation. */
function listForms({ document = {} }: DescribedService, plan: DescribedOperation) {
  const { id, xml, xmlErrors } = plan.operation;
  const responses = Object.entries(toJsonObject(findOperation(document, plan.operation)?.value['responses']));
  // Without a successful status beside it, `default` is that of successful responses.
  const isError = responses.some(([status]) => status.startsWith('2')) ? /^(?:[45]|default$)/ : /^[45]/;
  const fail = (reason: string) => new Error(`an error of ${id} ${reason}`);
  return responses.flatMap(([status, response]) => {
    const contents = Object.entries(toJsonObject(readReferred(document, response)['content']));
    const xmlContent = xmlErrors?.find((one) => one.status === status)?.contents?.[0];
    const formats: readonly (readonly [fits: (type: string) => boolean, write?: ErrorForm['write']])[] = [
      [isJsonType],
      [(type) => accepts(type, 'application/json')],
      [(type) => type === xmlContent?.mediaType, (body) => (xmlContent && xml?.write(body, xmlContent, fail)) ?? ''],
      [(type) => readEssence(type) === 'text/plain', String],
    ];
    const forms = formats.flatMap(([fits, write]) => {
      const [mediaType = '', media] = contents.find(([type]) => fits(type)) ?? [];
      const { schema } = toJsonObject(media);
      const validator = plan.responses.find((one) => one.status === status)?.body;
      return isJsonObject(schema) ? [{ status, mediaType, schema, root: document, validator, write }] : [];
    });
    return isError.test(status) ? forms.slice(0, 1) : [];
  });
}

const usualForms = new WeakMap<DescribedService, ErrorForm | undefined>();

/** Finds the form of errors that at least half of the operations with errors, and at least two, have in common. */
function findUsualForm(service: DescribedService): ErrorForm | undefined {
  if (!usualForms.has(service)) {
    const forms = service.operations.flatMap((plan) => listForms(service, plan).slice(0, 1));
    const names = forms.map(({ mediaType, schema }) => `${mediaType} ${JSON.stringify(schema)}`);
    const fewest = Math.max(Math.min(2, service.operations.length), forms.length / 2);
    const isUsual = (name: string) => names.filter((other) => other === name).length >= fewest;
    usualForms.set(service, forms[names.findIndex(isUsual)]);
  }
  return usualForms.get(service);
}
