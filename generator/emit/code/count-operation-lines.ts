import type { Api, Operation } from '../../api/api.js';
import { answerHeaders } from './answer-headers.js';
import { commonParamsOf, ownMembers, ownParameters } from './common-params.js';
import { docComment } from './doc-comments.js';
import { docLines } from './doc-lines.js';
import { hasOwnErrors, operationErrors } from '../../api/error-bodies.js';
import { literal } from './literals.js';
import { printShape } from './types.js';

/** Longest list of texts that stays on one line. */
const width = 100;

/** About how many lines the types and the descriptor of an operation take. */
export function countOperationLines(api: Api, operation: Operation): number {
  const { parts, report, reasons = [] } = operation;
  const members = ownMembers(api, operation).map(
    ({ doc, notes, shape }) => linesOf(docComment(docLines(doc, notes))) + 1 + wrapped(printShape(shape, anyNames)),
  );
  const types = [reasons, parts?.values ?? []].map((list) => (list.length === 0 ? 0 : 2 + wrapped(listOf(list))));
  return sum([
    ...members,
    ...types,
    ...(parts === undefined ? [] : [8]),
    ...(report === undefined ? [] : [20]),
    ...(hasOwnErrors(api, operation) ? [4 + operationErrors(operation).length] : []),
    5 * answerHeaders(operation).length,
    descriptorLines(api, operation),
    // The head of the params, the answer, and what stands between them.
    10,
  ]);
}

function descriptorLines(api: Api, operation: Operation): number {
  const { parts, body, responses } = operation;
  const parameters = ownParameters(api, operation).length;
  const inside = parts === undefined ? 0 : 6 + (parts.default === 'body' ? parts.values.length : 1);
  const media = body?.media === undefined ? 0 : 8;
  const whole = commonParamsOf(api, operation) === undefined ? 1 : 0;
  return 11 + parameters + inside + media + whole + (body === undefined ? 0 : 3) + responses.length;
}

/** Lines that a text has more where it is too long for one, a line each of its alternatives. */
function wrapped(text: string): number {
  return text.length < width ? linesOf(text) - 1 : text.split(' | ').length;
}

function listOf(texts: readonly string[]): string {
  return texts.map(literal).join(' | ');
}

const anyNames = { model: () => 'Model', media: () => 'Media' };

function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}
