import { ApiError } from '../client/errors/api-error.js';
import {
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
import { CliError, exitCodes, type Outcome } from './cli-io.js';
import { kebabCase } from './text/names.js';
import { cut, printable } from './text/printable.js';

/** Maximum number of issues in a message. */
const mostIssues = 20;

/** Returns the exit code of an error, and its text: a message, or a line of JSON. */
export function reportError(
  tools: ToolPackage,
  error: unknown,
  isJson: boolean,
): { readonly exitCode: number; readonly text: string } {
  const outcome = findOutcome(tools.service, error);
  const [exitCode] = exitCodes[outcome];
  const message = printable(cut(writeMessage(tools, error), 4000));
  if (!isJson) return { exitCode, text: `${outcome === 'interrupted' ? '' : 'error: '}${message}\n` };
  const json = { error: { kind: outcome, exitCode, message, ...listFacts(error) } };
  return { exitCode, text: `${JSON.stringify(json)}\n` };
}

/** Outcomes by the classes of errors. */
const outcomes: readonly (readonly [Outcome, ...(abstract new (...args: never) => Error)[]])[] = [
  ['limit', QuotaError],
  ['credential', MissingCredentialError, TokenError],
  ['usage', InvalidParameterError, InvalidOptionError, ToolError],
  ['unavailable', ConnectionError, TimeoutError, UnexpectedContentError],
];

function findOutcome({ retryReasons = [], finalReasons = [] }: Service, error: unknown): Outcome {
  if (error instanceof CliError) return error.outcome;
  if (error instanceof ValidationError) return error.side === 'request' ? 'usage' : 'failed';
  if (!(error instanceof ApiError))
    return outcomes.find(([, ...classes]) => classes.some((one) => error instanceof one))?.[0] ?? 'failed';
  const { status, reason = '' } = error;
  const isLimit = finalReasons.includes(reason) || (retryReasons.includes(reason) && /limit/i.test(reason));
  if (status === 429 || (status === 403 && isLimit)) return 'limit';
  if (status === 401 || status === 403) return 'credential';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 ? 'unavailable' : 'failed';
}

function writeMessage(tools: ToolPackage, error: unknown) {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (error instanceof MissingCredentialError) return explainMissing(tools, error);
  if (error instanceof ValidationError && error.side === 'request') {
    const { operation, issues } = error;
    const lines = issues.slice(0, mostIssues).map((issue) => `\n  ${nameOption(issue.path)} ${issue.message}`);
    const more = issues.length > mostIssues ? `\n  and ${issues.length - mostIssues} more` : '';
    return `${operation} was not sent, because its arguments are not valid:${lines.join('')}${more}`;
  }
  if (error instanceof InvalidOptionError && error.option === 'baseUrl')
    return message.replace('Option `baseUrl`', 'Option --base-url');
  if (error instanceof TokenError && error.code === 'invalid_grant')
    return `${message}. Sign in again: ${tools.command} auth login`;
  if (error instanceof ApiError && error.status === 401)
    return `${message}. The credential was rejected: see ${tools.command} auth status`;
  return message;
}

/** Returns the option that sets the value at a path: `['body', 'snippet', 'tags', 0]` → `--snippet.tags[0]`. */
function nameOption(path: readonly (string | number)[]) {
  const steps = path.slice(path[0] === 'body' ? 1 : 0).filter((step) => step !== '');
  const text = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${kebabCase(step) || step}`)).join('');
  return text.startsWith('.') ? `--${text.slice(1)}` : `--body${text}`;
}

function listFacts(error: unknown): object {
  if (!(error instanceof ClientError)) return {};
  const { operation } = error;
  if (error instanceof ApiError) {
    const { status, reason, errors, requestId, retryAfterMs } = error;
    return { operation, status, reason, ...(errors.length > 0 && { errors }), requestId, retryAfterMs };
  }
  const issues = error instanceof ValidationError ? error.issues.slice(0, mostIssues) : undefined;
  return { operation, issues: issues?.map(({ path, message }) => ({ path, message })) };
}
