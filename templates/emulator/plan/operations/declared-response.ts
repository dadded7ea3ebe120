import { jsonResponses } from '@speccast/runtime';
import { isBodyless, responseIn } from '@speccast/runtime/requests';
import type { Validator } from '@speccast/runtime/validators';
import type { CallResponse, EmulatorPlan, OperationPlan } from '../plan.js';
import type { PagingRules } from '../behaviour.js';
import { readOnce } from '../read-once.js';

/** Returns the response. Throws if it does not match the spec, which is an error in the emulator or in the spec. */
export function checkResponse(plan: OperationPlan, response: CallResponse): CallResponse {
  if (response.kind === 'rows') {
    // Rows are generated while they are read, so they are kept for the caller.
    const rows = [...response.rows];
    const { item } = responseFor(plan, chooseSuccess(plan)) ?? {};
    // Streamed items have their own validator.
    if (!response.content || !item) checkDeclaredBody(plan, rows);
    return { ...response, rows };
  }
  // The body of another media type has another validator.
  if (response.kind === 'json' && !response.content) checkDeclaredBody(plan, response.body, response.status);
  return response;
}

function checkDeclaredBody(plan: OperationPlan, body: unknown, status: number = chooseSuccess(plan)) {
  const issues = responseFor(plan, status)?.body?.check(body) ?? [];
  if (issues.length === 0) return;
  const reasons = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(
    `${plan.operation.id} responds with ${status} and a body that its spec does not allow. ${reasons.join('; ')}`,
  );
}

/** Finds the declared response for a status: that of the status itself, of its class (`4XX`), or `default`. */
export function responseFor(plan: OperationPlan, status: number): OperationPlan['responses'][number] | undefined {
  return responseIn(plan.responses, status);
}

/** Returns the validator of the body of a success; undefined if nothing is declared. */
export const successBody: (plan: OperationPlan) => Validator<unknown> | undefined = readOnce(
  (plan) => responseFor(plan, chooseSuccess(plan))?.body,
);

/**
 * Chooses the status of a success: that of the first declared 2xx response with content (without content if `otherwise` is 204). If there
 * is none, that of a redirect, if the operation declares no success at all, or `otherwise`.
 */
export const chooseSuccess: (plan: OperationPlan, otherwise?: 200 | 204) => number = readOnce(
  (plan, otherwise = 200) => {
    const { operation } = plan;
    const beside = statusBesideSuccess(plan) ?? 0;
    const fitting = (operation.responses ?? jsonResponses).find(
      ({ status, contents = [] }) =>
        /^2\d\d$/.test(status) && (contents.length > 0 && !isBodyless(Number(status))) === (otherwise === 200),
    );
    if (fitting) return Number(fitting.status);
    // A form that redirects may store something; an error does not.
    return beside >= 300 && beside < 400 ? beside : otherwise;
  },
);

/** Finds the status of an operation that declares no success: its first redirect, else its first error. */
export function statusBesideSuccess({ operation, responses }: OperationPlan): number | undefined {
  if (operation.responses?.length !== 0) return undefined;
  const statuses = responses.map(({ status }) => Number(status.replace(/^3XX$/i, '302').replace(/X/gi, '0')));
  return statuses.find((one) => one >= 300 && one < 400) ?? statuses.find((one) => one >= 400 && one < 600);
}

/** Chooses the reason of an error: the one that the spec declares for the operation, else for all operations, else the usual one for the status. */
export function chooseReason(plan: EmulatorPlan, { reasons }: OperationPlan, status: number): string {
  const usual = usualReasons[status] ?? (status < 500 ? 'badRequest' : 'backendError');
  return reasons?.[status]?.[0] ?? plan.reasons?.[status]?.[0] ?? usual;
}

const usualReasons: Readonly<Record<number, string>> = {
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  405: 'httpMethodNotAllowed',
  409: 'conflict',
  410: 'gone',
  412: 'conditionNotMet',
  413: 'uploadTooLarge',
  415: 'unsupportedMediaType',
  429: 'rateLimitExceeded',
};

/** Names the parameters that page a list; those that are properties of an object by their paths: `page.size`. */
export function pagingParameters(rules: PagingRules): readonly string[] {
  const { token = 'pageToken', page, offset, after, before, whole, backwards, end, counts } = rules;
  const numbered = isNumbered(rules);
  const { size = numbered ? 'limit' : 'maxResults' } = rules;
  const names = numbered ? [page, offset, after, end, whole === true ? rules.size : size] : [token, size, backwards];
  return [...names, before, counts].filter((name) => name !== undefined);
}

/** Returns whether a list has no page tokens: it is paged by page number, offset or key, or not at all. */
export function isNumbered({ whole, page, offset, after }: PagingRules): boolean {
  return whole === true || page !== undefined || offset !== undefined || after !== undefined;
}
