import { ApiError } from '../client/errors/api-error.js';
import {
  ClientError,
  InvalidParameterError,
  MissingCredentialError,
  ValidationError,
} from '../client/errors/errors.js';
import { explainMissing } from '../tools/credentials.js';
import type { Tool } from '../tools/catalogue.js';
import type { Issue } from '../validators/check/context.js';
import { oneLine } from '../printable.js';
import { readPointer } from '../validators/document/document-pointer.js';
import { FileError } from './files/allowed-files.js';
import { LostDigitsError } from './long-integers.js';
import { plainText } from './plain-text.js';
import { BudgetError } from './quota-budget.js';
import type { Session } from './session.js';

/** Most issues that are listed, and most characters of a message. */
const mostIssues = 20;
const longestMessage = 1_000;

/** What an agent is told of a call that failed: what is wrong, and what it can do about it. */
export function explainError(session: Session, tool: Tool, error: unknown): string {
  const { name } = tool;
  if (error instanceof ValidationError && error.side === 'request')
    return `The arguments of ${name} are not valid; nothing was sent:\n${describeIssues(tool, error.issues)}`;
  if (error instanceof ValidationError)
    return `The service did what ${name} asked for, but its response is not what its specification declares:\n${describeIssues(tool, error.issues)}`;
  if (error instanceof InvalidParameterError) return `${plainText(error.message, longestMessage)}. Nothing was sent.`;
  if (error instanceof MissingCredentialError)
    // An agent cannot sign in.
    return explainMissing({ ...session.tools, signIn: undefined }, error);
  if (error instanceof ApiError) return explainRejection(tool, error);
  if (error instanceof BudgetError) return `${error.message}.`;
  if (error instanceof LostDigitsError)
    return `The arguments of ${name} are not valid; nothing was sent:\n- ${plainText(error.message, longestMessage)}`;
  if (error instanceof FileError) return `${name}: ${error.message}. Nothing was sent.`;
  const message = plainText(error instanceof Error ? error.message : String(error), longestMessage);
  const unsure =
    error instanceof ClientError && error.requestMayHaveBeenProcessed && !tool.hints.readOnly
      ? ' The service may have done it all the same: look before you call it again.'
      : '';
  return `${name} failed: ${message}.${unsure}`.replace(/\.\.(?= |$)/, '.');
}

function describeIssues(tool: Tool, issues: readonly Issue[]): string {
  const lines = issues.slice(0, mostIssues).map((issue) => `- ${describeIssue(tool, issue)}`);
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function describeIssue({ schemas }: Tool, { path, message, keyword, schema }: Issue): string {
  const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const stated =
    keyword === 'enum' && /allowed values?$/.test(message) ? readPointer(schemas.document, schema) : undefined;
  const allowed = stated === undefined ? '' : `: ${oneLine(JSON.stringify(stated.value), longestMessage)}`;
  return `${plainText(pointer || '/', longestMessage)}: ${plainText(message, longestMessage)}${allowed}`;
}

function explainRejection({ hints }: Tool, error: ApiError): string {
  const { retryAfterMs, requestMayHaveBeenProcessed } = error;
  // The message begins with the operation, the status and the reason; fields have a line each.
  const [first, ...details] = error.message.split('\n').map((line) => plainText(line, longestMessage));
  const wait = retryAfterMs === undefined ? [] : [`Try again after ${Math.ceil(retryAfterMs / 1000)} s.`];
  const unsure =
    requestMayHaveBeenProcessed && !hints.readOnly ? ['The service may have done it all the same: look first.'] : [];
  return [`The service rejected ${first}`, ...details.map((line) => `- ${line}`), ...wait, ...unsure].join('\n');
}
