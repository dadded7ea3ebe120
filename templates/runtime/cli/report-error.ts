import { ApiError } from '../client/errors/api-error.js';
import {
  AbortedError,
  ClientError,
  ConnectionError,
  InvalidOptionError,
  InvalidParameterError,
  MissingCredentialError,
  TimeoutError,
  TokenError,
  UnexpectedContentError,
  ValidationError,
} from '../client/errors/errors.js';
import { QuotaError } from '../client/quota/quota-error.js';
import type { Service } from '../operation.js';
import { explainMissing } from '../tools/credentials.js';
import { ToolError } from '../tools/private-file.js';
import type { ToolPackage } from '../tools/tool-package.js';
import type { Issue } from '../validators/check/context.js';
import { CliError, ClosedOutput, exitCodes, type Outcome } from './cli-io.js';
import { kebabCase } from './text/names.js';
import { cut, printable } from './text/printable.js';

/** What went wrong, for people and for programs. */
export interface Failure {
  readonly outcome: Outcome;
  readonly message: string;
  /** Further facts, for JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Most issues that are told. */
const mostIssues = 20;
const longestMessage = 4000;

/** The failure that an error means; `undefined` where it is none. */
export function failureOf(tools: ToolPackage, error: unknown, isAborted: boolean): Failure | undefined {
  if (error instanceof ClosedOutput) return undefined;
  if (isAborted || error instanceof AbortedError) return { outcome: 'interrupted', message: 'Interrupted', facts: {} };
  return { facts: factsOf(error), outcome: outcomeOf(tools.service, error), message: messageOf(tools, error) };
}

function outcomeOf(service: Service, error: unknown): Outcome {
  if (error instanceof CliError) return error.outcome;
  if (error instanceof ApiError) return outcomeOfResponse(service, error);
  if (error instanceof QuotaError) return 'limit';
  if (error instanceof MissingCredentialError || error instanceof TokenError) return 'credential';
  if (error instanceof ValidationError) return error.side === 'request' ? 'usage' : 'failed';
  if (error instanceof InvalidParameterError || error instanceof InvalidOptionError || error instanceof ToolError)
    return 'usage';
  if (error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnexpectedContentError)
    return 'unavailable';
  return 'failed';
}

function outcomeOfResponse(
  { retryReasons = [], finalReasons = [] }: Service,
  { status, reason = '' }: ApiError,
): Outcome {
  const isLimit = finalReasons.includes(reason) || (retryReasons.includes(reason) && /limit/i.test(reason));
  if (status === 429 || (status === 403 && isLimit)) return 'limit';
  if (status === 401 || status === 403) return 'credential';
  if (status === 404 || status === 410) return 'notFound';
  return status >= 500 ? 'unavailable' : 'failed';
}

function messageOf(tools: ToolPackage, error: unknown): string {
  if (error instanceof MissingCredentialError) return explainMissing(tools, error);
  if (error instanceof ValidationError && error.side === 'request') return describeIssues(error);
  if (error instanceof InvalidOptionError && error.option === 'baseUrl')
    return error.message.replace('Option `baseUrl`', 'Option --base-url');
  if (error instanceof TokenError && error.code === 'invalid_grant')
    return `${error.message}. Sign in again: ${tools.command} auth login`;
  if (error instanceof ApiError && error.status === 401)
    return `${error.message}. The credential was rejected: see ${tools.command} auth status`;
  return error instanceof Error ? error.message : String(error);
}

function describeIssues({ operation, issues }: ValidationError): string {
  const lines = issues.slice(0, mostIssues).map((issue) => `  ${optionOf(issue)} ${issue.message}`);
  const more = issues.length > mostIssues ? [`  and ${issues.length - mostIssues} more`] : [];
  return [`${operation} was not sent, for its arguments are not valid:`, ...lines, ...more].join('\n');
}

/** The option that an issue is about: `--snippet.title`. */
function optionOf({ path }: Issue): string {
  const [first = '', ...rest] = path[0] === 'body' ? path.slice(1) : path;
  const steps = [first, ...rest].filter((step) => step !== '');
  if (steps.length === 0) return '--body';
  const text = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${kebabCase(step) || step}`)).join('');
  return text.startsWith('[') ? `--body${text}` : `--${text.slice(1)}`;
}

function factsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ApiError) {
    const { operation, status, reason, errors, requestId, retryAfterMs } = error;
    return { operation, status, reason, ...(errors.length > 0 && { errors }), requestId, retryAfterMs };
  }
  if (error instanceof ValidationError) {
    const issues = error.issues.slice(0, mostIssues).map((issue) => ({ path: issue.path, message: issue.message }));
    return { operation: error.operation, issues };
  }
  return error instanceof ClientError ? { operation: error.operation } : {};
}

/** The lines of a failure: one JSON object, or a message. */
export function describeFailure({ outcome, message, facts }: Failure, isJson: boolean): string {
  const text = cut(printable(message), longestMessage);
  const kind = outcome === 'notFound' ? 'not-found' : outcome;
  if (isJson) return `${JSON.stringify({ error: { kind, exitCode: exitCodes[outcome], message: text, ...facts } })}\n`;
  return `${outcome === 'interrupted' ? '' : 'error: '}${text}\n`;
}
