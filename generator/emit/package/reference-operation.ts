import type { Operation } from '../../api/api.js';
import { commonParamsOf, ownMembers } from '../code/common-params.js';
import { credentialSentence, scopeSentences } from '../code/describe-access.js';
import { uploadSentences } from '../code/describe-media.js';
import { pagingSentences } from '../code/describe-paging.js';
import { quotaSentences } from '../code/describe-quota.js';
import { reasonSentences } from '../code/describe-reasons.js';
import { bodySentences, parameterSentences } from '../code/describe-rules.js';
import { paramsAreOptional } from '../code/operation-params.js';
import { isDownload, isStream, resultOf } from '../code/operation-result.js';
import { code } from '../code/templates.js';
import type { Code } from '../code/templates.js';
import type { EmitContext } from '../source-file.js';
import type { Method } from './describe-operations.js';
import { codeSpan, markdownProse, markdownWords } from './markdown.js';
import { firstSentence, memberTable } from './member-rows.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** What a page says about an operation. */
export interface OperationView {
  readonly heading: Code;
  readonly says: Code | false;
  readonly request: Code;
  readonly function: Code;
  readonly items: readonly Code[];
  /** Lines of a table. */
  readonly parameters: readonly Code[];
  /** Takes the parameters that all operations share. */
  readonly common: boolean;
  readonly open: boolean;
}

/** Text of the heading of an operation: how it is called. */
export function operationHeading({ operation, path }: Method, { api }: EmitContext): string {
  return `client.${path}(params${paramsAreOptional(api, operation) ? '?' : ''}, options?)`;
}

/** An operation for the reference: what it does, needs, takes, costs, answers, and how it fails. */
export function operationView(method: Method, context: EmitContext, links: ModelLinks): OperationView {
  const { operation } = method;
  const { api, layout } = context;
  return {
    heading: codeSpan(operationHeading(method, context)),
    says: saysOf(operation),
    request: requestSentence(operation, context, links),
    function: codeSpan(layout.method(operation).name),
    items: itemsOf(operation, context),
    parameters: memberTable(ownMembers(api, operation), 'request', links),
    common: commonParamsOf(api, operation) !== undefined,
    open: operation.openParameters,
  };
}

/** What it does, in a sentence. */
function saysOf({ doc }: Operation): Code | false {
  const { summary, description = '', deprecated } = doc;
  const text = markdownProse(firstSentence(summary ?? description)).text;
  const says = `${deprecated === true ? '**Deprecated.** ' : ''}${text}`.trim();
  return says === '' ? false : code(says);
}

/** `` `GET /videos`, needs an API key. `` */
function requestSentence(operation: Operation, { api }: EmitContext, links: ModelLinks): Code {
  const request = codeSpan(`${operation.method} ${operation.path}`).text;
  const need = credentialSentence(api, operation, markdownWords) ?? 'Needs no credential.';
  return code(`${request}. ${need} ${answerSentence(operation, links).text}`);
}

function itemsOf(operation: Operation, { api }: EmitContext): readonly Code[] {
  return [
    ...pagingSentences(operation),
    ...scopeSentences(operation, markdownWords),
    ...quotaSentences(api, operation, markdownWords),
    ...parameterSentences(operation, markdownWords),
    ...bodySentences(operation, markdownWords),
    ...uploadSentences(operation, markdownWords),
    ...reasonSentences(operation.extensions['x-reasons'], markdownWords),
  ].map(code);
}

function answerSentence(operation: Operation, links: ModelLinks): Code {
  if (isDownload(operation)) return code('Answers bytes, as a `Download`.');
  const { shape, empty } = resultOf(operation);
  if (shape === undefined) return code('Answers nothing.');
  const type = typeCell(shape, 'response', links).text;
  const parts = operation.parts === undefined ? '' : ', with the parts that were asked for';
  return code(`Answers ${type}${empty ? ' or nothing' : ''}${parts}${isStream(operation) ? ', piece by piece' : ''}.`);
}
