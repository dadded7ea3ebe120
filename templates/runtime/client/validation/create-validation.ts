import { respondWith, type CallResponse } from '../options/call-response.js';
import { expandParameters } from '../../expand-parameters.js';
import { ExactNumber } from '../../codec.js';
import type { Issue } from '../../validators/check/context.js';
import type { CheckLeniently, LenientResult } from '../../validators/check/lenient.js';
import type { Validator } from '../../validators/check/validator.js';
import { findContent } from '../body/media.js';
import { chooseContent } from '../body/write-any-body.js';
import { InvalidOptionError, ValidationError } from '../errors/errors.js';
import type { CallMeta } from '../errors/call-meta.js';
import { isAbsent, presentEntries, readOwn, readPath } from '../params/values.js';
import { declaredContents } from '../response/declared-responses.js';
import { findByStatus } from '../response/find-by-status.js';
import { readErrorStatus } from '../transport/read-api-error.js';
import { createLog } from '../features/log.js';
import { below, describeIssues, redactIssues, nameKind } from './describe-issues.js';
import { sentData, sentValue } from './sent-value.js';
import type { DriftReport } from '../options/option-types.js';
import type { Call, CallFeature } from '../options/options.js';

/** The validators of an operation. */
export interface CallValidators {
  /** Validates the object of all parameters, as callers pass them. */
  readonly parameters?: Validator<unknown>;
  readonly body?: Validator<unknown>;
  /** Media types whose bodies `body` validates, if the operation accepts others. */
  readonly bodyTypes?: readonly string[];
  /** Validators of successful responses by status: `200`, `2XX`, `default`. */
  readonly responses?: Readonly<Record<string, Validator<unknown>>>;
  /** Validates an item, if the response is either complete or a stream of items. */
  readonly item?: Validator<unknown>;
}

/** Parts of the validation of a service. */
export interface ValidationParts {
  readonly check: CheckLeniently;
  /** Validators by id of the operation. */
  readonly calls: Readonly<Record<string, CallValidators>>;
  /** Name of the parameter that selects fields of responses, which then need not have required properties. */
  readonly fields?: string;
}

/** The feature that validates requests and responses of a service, for the option `validate: { use: validation }`. */
export type Validation = CallFeature;

/** Creates the feature that validates requests and responses of a service. */
export function createValidation({ check, calls, fields }: ValidationParts): Validation {
  return {
    around: async (call, next) => {
      const { operation, params, asBytes } = call;
      const [reportRequest, report] = [createReport(call, 'request'), createReport(call, 'response')];
      const validators = readOwn(calls, operation.id);
      if (!validators) return next(call);
      reportRequest?.(validateRequest(call, validators, check));
      const received = await next(call);
      if (!report || asBytes) return received;
      const { status, headers } = received.response;
      const contents = declaredContents(operation, status);
      const content = findContent(contents, headers.get('content-type') ?? '') ?? contents[0];
      const { kind = 'json', unvalidated } = content ?? { mediaType: '' };
      // If JSON is declared, the validator is for JSON and XML only.
      const isOfKind = /^(json|xml)$/.test(kind) || !contents.some((one) => (one.kind ?? 'json') === 'json');
      const validator = unvalidated ? validators.item : isOfKind && findByStatus(validators.responses, status);
      if (!validator) return received;
      const isPartial = !isAbsent(readPath(params, fields));
      const validateOne = (data: unknown) => {
        const { issues, drift } = check(validator, data);
        return { issues: isPartial ? issues.filter(({ keyword }) => keyword !== 'required') : issues, drift };
      };
      // In a stream, the validator is for single items.
      const validate = (data: unknown) =>
        unvalidated
          ? join((Array.isArray(data) ? data : []).map((item, index) => inPart(validateOne(item), index)))
          : validateOne(data);
      return withValidation(received, call, validate, report);
    },
  };
}

type Report = (found: LenientResult, meta?: CallMeta) => void;

/**
 * Returns the function that logs and reports differences during a call, each kind once, and throws at level `error`. Returns `undefined`
 * at level `off`.
 */
function createReport(call: Call, side: DriftReport['side']): Report | undefined {
  const { options, redactor } = call;
  const { logger, logLevel, validate } = options;
  const level = validate?.[side] ?? 'off';
  if (level === 'off') return undefined;
  if (level !== 'warn' && level !== 'error')
    throw new InvalidOptionError('validate', `must have \`off\`, \`warn\` or \`error\` as \`${side}\``);
  const { id: operation } = call.operation;
  // Without a logger and `onDrift`, warnings are logged to the console.
  const log = (logger ?? logLevel ?? validate?.onDrift) ? call.log : createLog(undefined, 'warn', redactor);
  const known = new Set<string>();
  const pickNew = (issues: readonly Issue[]) => {
    const fresh = issues.filter((issue) => !known.has(nameKind(issue)));
    // Limited, so that a long stream does not fill the memory.
    for (const kind of fresh.map(nameKind)) if (known.size < 1_000) known.add(kind);
    return fresh.filter((issue) => known.has(nameKind(issue)));
  };
  return (found, meta) => {
    const issues = redactIssues(found.issues, redactor);
    const isRejected = level === 'error' && issues.length > 0;
    const fresh = isRejected ? [] : pickNew(issues);
    const drift = pickNew(redactIssues(found.drift, redactor));
    const all = [...fresh, ...drift];
    if (all.length) {
      log?.warn(`${operation}: the ${side} differs from the spec: ${describeIssues(all)}`);
      try {
        validate?.onDrift?.({ operation, side, issues: fresh, drift });
      } catch (error) {
        log?.error(`${operation}: onDrift failed: ${String(error)}`);
      }
    }
    if (!isRejected) return;
    const message = `the ${side} does not match the spec: ${describeIssues(issues)}`;
    const requestMayHaveBeenProcessed = side === 'response';
    throw new ValidationError(operation, message, { side, issues, requestMayHaveBeenProcessed, meta });
  };
}

function validateRequest(
  { operation, params }: Call,
  validators: CallValidators,
  check: CheckLeniently,
): LenientResult {
  const { parameters, body, bodyTypes } = validators;
  const { body: contents, media } = operation;
  const takesBody = contents !== undefined || media?.metadata === true;
  const apart = [takesBody && 'body', media && 'media', contents?.[1] && 'contentType'];
  const sentParams = presentEntries(params).filter(([name]) => !apart.includes(name));
  const toSent = ([name, value]: readonly [string, unknown]) => {
    const type = expandParameters(operation).find((one) => (one.property ?? one.name) === name);
    return [name, sentValue(value, type)];
  };
  // Stricter than for responses: a sent value that an enum does not list is an issue, and not only drift.
  const checkSent = (validator: Validator<unknown>, value: unknown) => {
    const issues = validator.check(value);
    return { issues, drift: issues.length ? [] : check(validator, value).drift };
  };
  const found = parameters ? [checkSent(parameters, Object.fromEntries(sentParams.map(toSent)))] : [];
  const sent = takesBody ? readOwn(params, 'body') : undefined;
  const { mediaType, kind = 'json' } = chooseContent(operation, params);
  const isPlain = /^(?:json|xml|text)$/.test(kind) || (kind === 'form' && !(sent instanceof URLSearchParams));
  if (body && isPlain && bodyTypes?.includes(mediaType) !== false && !isAbsent(sent))
    found.push(inPart(checkSent(body, sentData(sent)), 'body'));
  return join(found);
}

/** Adds the name or index of a part to the paths in its results. */
function inPart({ issues, drift }: LenientResult, step: string | number): LenientResult {
  return { issues: below(issues, step), drift: below(drift, step) };
}

function join(found: readonly LenientResult[]): LenientResult {
  return { issues: found.flatMap((one) => one.issues), drift: found.flatMap((one) => one.drift) };
}

/** Returns a response that is validated when it is read, as a whole or item by item. */
function withValidation(
  received: CallResponse<unknown>,
  { operation }: Call,
  validate: (data: unknown) => LenientResult,
  report: Report,
) {
  const read = async () => {
    const found = await received.read();
    // The stream throws an item that is an error.
    const isError = Array.isArray(found) && found.some((item) => readErrorStatus(item, operation) !== undefined);
    const data = found instanceof ExactNumber ? Number(found.text) : found;
    if (data !== undefined && !isError) report(validate(data), received.meta);
    return found;
  };
  const readItem = (item: unknown, index: number) => {
    const { issues, drift } = validate([item]);
    // Issues without a path are those of the array: one item cannot violate `minItems`.
    const move = (list: readonly Issue[]) =>
      list.filter(({ path }) => path.length).map((issue) => ({ ...issue, path: [index, ...issue.path.slice(1)] }));
    report({ issues: move(issues), drift: move(drift) }, received.meta);
    return item;
  };
  return { ...respondWith(received, read), readItem };
}
