import { expandParameters } from '../../expand-parameters.js';
import type { OperationContent, ValueType } from '../../operation.js';
import { ExactNumber } from '../../codec.js';
import type { Issue } from '../../validators/check/context.js';
import type { CheckLeniently, LenientResult } from '../../validators/check/lenient.js';
import type { Validator } from '../../validators/check/validator.js';
import { findContent } from '../body/media.js';
import { chooseContent } from '../body/write-any-body.js';
import { InvalidOptionError, ValidationError } from '../errors/errors.js';
import { isAbsent, readOwn } from '../params/values.js';
import { declaredContents } from '../response/declared-responses.js';
import { ofStatus } from '../response/of-status.js';
import { statusOfError } from '../transport/read-api-error.js';
import type { CallResponse } from '../options/call-response.js';
import { createLog } from '../features/log.js';
import { below, describeIssues, kindOf, redactIssues } from './describe-issues.js';
import { sentData, sentValue } from './sent-value.js';
import type { DriftReport, ValidationLevel } from '../options/option-types.js';
import type { Call, CallFeature } from '../options/options.js';

/** The validators of an operation. */
export interface CallValidators {
  /** Of all parameters as one object, as callers pass them. */
  readonly parameters?: Validator<unknown>;
  readonly body?: Validator<unknown>;
  /** Media types whose bodies it validates, where others can be sent, too. */
  readonly bodyTypes?: readonly string[];
  /** Of responses that mean success, by status: `200`, `2XX`, `default`. */
  readonly responses?: Readonly<Record<string, Validator<unknown>>>;
  /** Of an item, where a response can come as a whole or item by item. */
  readonly item?: Validator<unknown>;
}

/** What the validation of a service is made of. */
export interface ValidationParts {
  readonly check: CheckLeniently;
  /** By id of the operation. */
  readonly calls: Readonly<Record<string, CallValidators>>;
  /** Parameter by which callers choose fields of the response: it may then lack what is required. */
  readonly fields?: string;
}

/** Validates requests and responses by the validators of a service; to be passed as `validate: { use }`. */
export type Validation = CallFeature;

/** Most kinds of differences of one call that are remembered to be told once. */
const mostKinds = 1_000;

/** Makes the validation of a service. */
export function createValidation({ check, calls, fields }: ValidationParts): Validation {
  return {
    around: async (call, next) => {
      const { id } = call.operation;
      const [request, response] = [levelOf(call, 'request'), levelOf(call, 'response')];
      const validators = Object.hasOwn(calls, id) ? calls[id] : undefined;
      if (validators === undefined) return next(call);
      if (request !== 'off') reporterOf(call, 'request', request)(validateRequest(call, validators, check));
      const received = await next(call);
      if (response === 'off' || call.asBytes) return received;
      const report = reporterOf(call, 'response', response, received);
      const content = receivedContent(call, received);
      // The other validator is about the response as a whole.
      const validator = content.unvalidated
        ? validators.item
        : isValidated(call, received, content) && ofStatus(validators.responses, received.response.status);
      if (!validator) return received;
      const validate = validateOf(call, validator, check, fields);
      return withValidation(received, {
        operation: call.operation,
        report,
        validate: content.unvalidated ? (data) => validateItems(data, validate) : validate,
      });
    },
  };
}

function levelOf({ options: { validate } }: Call, side: DriftReport['side']): ValidationLevel {
  const level = validate?.[side] ?? 'off';
  if (level === 'off' || level === 'warn' || level === 'error') return level;
  throw new InvalidOptionError('validate', `needs \`off\`, \`warn\` or \`error\` as \`${side}\``);
}

type Report = (found: LenientResult) => void;

/** Logs and reports what a call has, each kind of it once, and throws at level `error`. */
function reporterOf(
  call: Call,
  side: DriftReport['side'],
  level: ValidationLevel,
  received?: CallResponse<unknown>,
): Report {
  const { operation, options, redactor } = call;
  const { logger, logLevel, validate } = options;
  // Whoever asks for warnings and has no other ear gets them on the console.
  const log = (logger ?? logLevel ?? validate?.onDrift) ? call.log : createLog(undefined, 'warn', redactor);
  const told = new Set<string>();
  const isNew = (issue: Issue): boolean => {
    const kind = kindOf(issue);
    if (told.has(kind) || told.size >= mostKinds) return false;
    told.add(kind);
    return true;
  };
  const words = side === 'request' ? 'the request' : 'the response';
  return (found) => {
    const [issues, drift] = [redactIssues(found.issues, redactor), redactIssues(found.drift, redactor)];
    const isRejected = level === 'error' && issues.length > 0;
    const report = {
      operation: operation.id,
      side,
      issues: isRejected ? [] : news(issues, isNew),
      drift: news(drift, isNew),
    };
    const all = [...report.issues, ...report.drift];
    if (all.length > 0) {
      log?.warn(`${operation.id}: ${words} differs from the spec: ${describeIssues(all)}`);
      try {
        validate?.onDrift?.(report);
      } catch (error) {
        log?.error(`${operation.id}: onDrift failed: ${String(error)}`);
      }
    }
    if (!isRejected) return;
    const message = `${words} is not what the spec declares: ${describeIssues(issues)}`;
    const wasSent = side === 'response';
    const meta = received?.meta;
    throw new ValidationError(operation.id, message, { side, issues, requestMayHaveBeenProcessed: wasSent, meta });
  };
}

/** The issues of new kinds, all of each. */
function news(issues: readonly Issue[], isNew: (issue: Issue) => boolean): readonly Issue[] {
  const kinds = new Set(issues.filter(isNew).map(kindOf));
  return kinds.size === 0 ? [] : issues.filter((issue) => kinds.has(kindOf(issue)));
}

function validateRequest(
  { operation, params }: Call,
  validators: CallValidators,
  check: CheckLeniently,
): LenientResult {
  const { parameters, body, bodyTypes } = validators;
  const takesBody = operation.body !== undefined || operation.media?.metadata === true;
  const isBody = (name: string): boolean =>
    (name === 'body' && takesBody) ||
    (name === 'media' && operation.media !== undefined) ||
    (name === 'contentType' && (operation.body?.length ?? 0) > 1);
  const typeOf = (property: string): ValueType | undefined =>
    expandParameters(operation).find((one) => (one.property ?? one.name) === property);
  const given = Object.entries(params)
    .filter(([name, value]) => !isBody(name) && !isAbsent(value))
    .map(([name, value]) => [name, sentValue(value, typeOf(name))]);
  const found = [parameters === undefined ? none : checkSent(check, parameters, Object.fromEntries(given))];
  const sent = takesBody ? readOwn(params, 'body') : undefined;
  const { mediaType, kind = 'json' } = chooseContent(operation, params);
  const isPlain = /^(?:json|xml|text)$/.test(kind) || (kind === 'form' && !(sent instanceof URLSearchParams));
  const isValidated = isPlain && (bodyTypes?.includes(mediaType) ?? true);
  if (body !== undefined && isValidated && !isAbsent(sent))
    found.push(inPart(checkSent(check, body, sentData(sent)), 'body'));
  return { issues: found.flatMap((one) => one.issues), drift: found.flatMap((one) => one.drift) };
}

/** The service knows no more values than its spec: what callers send has drift only where it is valid. */
function checkSent(check: CheckLeniently, validator: Validator<unknown>, value: unknown): LenientResult {
  const issues = validator.check(value);
  return { issues, drift: issues.length > 0 ? [] : check(validator, value).drift };
}

const none: LenientResult = { issues: [], drift: [] };

/** The same, found in a part of what is validated. */
function inPart({ issues, drift }: LenientResult, step: string | number): LenientResult {
  return { issues: below(issues, step), drift: below(drift, step) };
}

/** What is declared of the media type in which a response came. */
function receivedContent({ operation }: Call, { response }: CallResponse<unknown>): Partial<OperationContent> {
  const contents = declaredContents(operation, response.status);
  const type = response.headers.get('content-type') ?? '';
  return findContent(contents, type) ?? contents[0] ?? {};
}

/** Whether a response came in a media type of the kind that is validated, where others are declared, too. */
function isValidated(
  { operation }: Call,
  { response: { status } }: CallResponse<unknown>,
  { kind = 'json' }: Partial<OperationContent>,
): boolean {
  const contents = declaredContents(operation, status);
  return kind === 'json' || kind === 'xml' || !contents.some((one) => (one.kind ?? 'json') === 'json');
}

type Validate = (data: unknown) => LenientResult;

function validateOf(
  call: Call,
  validator: Validator<unknown>,
  check: CheckLeniently,
  fields: string | undefined,
): Validate {
  const isPartial = fields !== undefined && !isAbsent(readOwn(call.params, fields));
  return (data) => {
    const { issues, drift } = check(validator, data);
    return { issues: isPartial ? issues.filter(({ keyword }) => keyword !== 'required') : issues, drift };
  };
}

/** Each of the items by itself. */
function validateItems(data: unknown, validate: Validate): LenientResult {
  const found = (Array.isArray(data) ? data : []).map((item, index) => inPart(validate(item), index));
  return { issues: found.flatMap((one) => one.issues), drift: found.flatMap((one) => one.drift) };
}

/** The response, validated when it is read, as a whole or item by item. */
function withValidation(
  received: CallResponse<unknown>,
  { operation, report, validate }: Pick<Call, 'operation'> & { readonly report: Report; readonly validate: Validate },
): CallResponse<unknown> {
  let data: Promise<unknown> | undefined;
  const read = async (): Promise<unknown> => {
    const found = await received.read();
    // An item that reports an error is thrown by the stream.
    const isError = Array.isArray(found) && found.some((item) => statusOfError(item, operation) !== undefined);
    if (found !== undefined && !isError) report(validate(found instanceof ExactNumber ? Number(found.text) : found));
    return found;
  };
  const readItem = (item: unknown, index: number): unknown => {
    // What an array says of itself cannot be told from one item.
    const inside = ({ path }: Issue): boolean => path.length > 0;
    const at = (issue: Issue): Issue => ({ ...issue, path: [index, ...issue.path.slice(1)] });
    const { issues, drift } = validate([item]);
    report({ issues: issues.filter(inside).map(at), drift: drift.filter(inside).map(at) });
    return item;
  };
  return { ...received, read: () => (data ??= read()), readItem };
}
