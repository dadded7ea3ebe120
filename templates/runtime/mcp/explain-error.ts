import { ApiError } from '../client/errors/api-error.js';
import {
  ClientError,
  InvalidParameterError,
  MissingCredentialError,
  ValidationError,
} from '../client/errors/errors.js';
import { explainMissing } from '../tools/credentials.js';
import type { Tool } from '../tools/catalogue.js';
import type { ToolPackage } from '../tools/tool-package.js';
import type { Issue } from '../validators/check/context.js';
import { oneLine } from '../printable.js';
import { readPointer } from '../validators/document/document-pointer.js';
import { FileError } from './files/allowed-files.js';
import { toPlainText } from './plain-text.js';

/** Maximum number of issues that are listed. */
const mostIssues = 20;

/** Maximum number of characters in a message. */
const longestMessage = 1_000;

/** Thrown for a call that this server does not send. Its message is for the agent. */
export class RejectedCallError extends Error {
  override readonly name: string = 'RejectedCallError';
}

/** Explains to an agent why a call failed, and what it can do about it. */
export function explainError(tools: ToolPackage, tool: Tool, error: unknown): string {
  const { name, hints } = tool;
  const message = toPlainText(error instanceof Error ? error.message : String(error), longestMessage);
  if (error instanceof ValidationError) {
    const response = `The service processed ${name}, but its response does not match its specification:`;
    const invalid = `The arguments of ${name} are not valid; nothing was sent:`;
    return `${error.side === 'request' ? invalid : response}\n${describeIssues(tool, error.issues)}`;
  }
  if (error instanceof InvalidParameterError) return `${message}. Nothing was sent.`;
  // Without the hint to sign in, which an agent cannot do.
  if (error instanceof MissingCredentialError) return explainMissing({ ...tools, signIn: undefined }, error);
  if (error instanceof RejectedCallError) return error.message;
  if (error instanceof FileError) return `${name}: ${error.message}. Nothing was sent.`;
  const isUnsure = error instanceof ClientError && error.requestMayHaveBeenProcessed && !hints.readOnly;
  if (error instanceof ApiError) {
    // The first line has the operation, the status and the reason; each invalid field has a line.
    const [first, ...details] = error.message.split('\n').map((line) => toPlainText(line, longestMessage));
    const lines = [`The service rejected ${first}`, ...details.map((line) => `- ${line}`)];
    if (error.retryAfterMs !== undefined) lines.push(`Try again after ${Math.ceil(error.retryAfterMs / 1000)} s.`);
    if (isUnsure) lines.push('The service may still have processed the call: check before you call it again.');
    return lines.join('\n');
  }
  const unsure = isUnsure ? ' The service may still have processed the call: check before you call it again.' : '';
  return `${name} failed: ${message}.${unsure}`.replace(/\.\.(?= |$)/, '.');
}

function describeIssues({ schemas }: Tool, issues: readonly Issue[]) {
  const lines = issues.slice(0, mostIssues).map(({ path, message, keyword, schema }) => {
    const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    const allowed =
      keyword === 'enum' && /allowed values?$/.test(message) ? readPointer(schemas.document, schema) : undefined;
    const listed = allowed ? `: ${oneLine(JSON.stringify(allowed.value), longestMessage)}` : '';
    return `- ${toPlainText(pointer || '/', longestMessage)}: ${toPlainText(message, longestMessage)}${listed}`;
  });
  if (issues.length > mostIssues) lines.push(`- and ${issues.length - mostIssues} more`);
  return lines.join('\n');
}
