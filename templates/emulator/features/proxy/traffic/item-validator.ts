import type { OperationContent } from '@speccast/runtime';
import { findContent, responseIn } from '@speccast/runtime/requests';
import type { OperationPlan } from '../../../plan/plan.js';
import { responseFor } from '../../../plan/operations/declared-response.js';
import { toBodyViolation } from './validate-request.js';
import type { Violation } from '../../../plan/violation.js';

/** Finds the declared content of a response with a status and a media type; undefined if the operation declares none. */
export function findDeclaredContent(
  { operation: { responses = [], xmlErrors = [] } }: OperationPlan,
  status: number,
  type: string,
): OperationContent | undefined {
  const find = (list: typeof responses) => findContent(responseIn(list, status)?.contents ?? [], type);
  return find(responses) ?? find(xmlErrors);
}

/** Longest item that is validated, in characters: longer ones would have to be held in memory. */
const longestItem = 8 * 1024 * 1024;

const mostViolations = 1000;

/** Precedes each item of a sequence (RFC 7464). */
const mark = '\u001e';

const pieceEnd = new RegExp(`(?<=[\n${mark}])`);

/** Validates the items of a response as they arrive. */
export interface ItemValidator {
  readonly push: (chunk: Uint8Array) => void;
  /** Returns the violations of all items. `isCut`: the response broke off. */
  readonly end: (isCut: boolean) => readonly Violation[];
}

class ItemMistake extends Error {}

/** Creates the validator of a response that arrives item by item; undefined for other responses. */
export function createItemValidator(plan: OperationPlan, status: number, type: string): ItemValidator | undefined {
  const content = findDeclaredContent(plan, status, type);
  const { split } = plan.operation;
  if (!split || (content?.kind !== 'events' && content?.kind !== 'lines')) return undefined;
  const splitter = split(content, (message) => new ItemMistake(message));
  const declared = content.unvalidated ? undefined : responseFor(plan, status);
  const decoder = new TextDecoder();
  const found: Violation[] = [];
  let count = 0;
  /** Characters of the item that arrives. */
  let length = 0;
  let isOver = false;
  const end = (violations: readonly Violation[]) => {
    found.push(...violations.slice(0, mostViolations - found.length));
    [count, length] = [count + 1, 0];
  };
  const fail = (severity: Violation['severity'], code: Violation['code'], message: string) =>
    end([{ severity, code, message, of: 'response', location: `body ${count}` }]);
  const take = (read: () => Iterable<unknown>) => {
    try {
      for (const item of read()) {
        // A line of a gRPC gateway may be an error, which ends the lines.
        const isError = content.items === 'result' && Object(item).error;
        end(isError ? [] : checkItem(item, count, declared));
      }
    } catch (error) {
      if (!(error instanceof ItemMistake)) throw error;
      fail('error', 'invalid-body', 'The item is not the JSON that is declared');
    }
  };
  const add = (text: string) => {
    // Piece by piece, so that only the invalid ones are lost.
    for (const piece of text.split(pieceEnd)) {
      if (isOver) return;
      length += piece.length;
      isOver = length > longestItem;
      if (isOver) fail('warning', 'not-validated', 'An item is too long to be validated');
      else take(() => splitter.push(piece));
    }
  };
  return {
    push: (chunk) => add(decoder.decode(chunk, { stream: true })),
    end: (isCut) => {
      add(decoder.decode());
      if (!isCut && !isOver) take(() => splitter.end());
      isOver = true;
      return found;
    },
  };
}

/** Validates an item by its validator, or by that of all items. */
function checkItem(item: unknown, index: number, declared: ReturnType<typeof responseFor>) {
  const own = declared?.item?.check(item);
  const issues = own ?? declared?.body?.check([item]) ?? [];
  return issues.map((issue) => {
    const path = own ? issue.path : issue.path.slice(1);
    return toBodyViolation('response', { ...issue, path: [index, ...path] });
  });
}
