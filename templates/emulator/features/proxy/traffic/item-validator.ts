import type { Operation, OperationContent } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { findContent, responseIn } from '@speccast/runtime/requests';
import type { OperationPlan } from '../../../plan/plan.js';
import { responseFor } from '../../../plan/operations/declared-response.js';
import { bodyViolation } from './validate-request.js';
import type { Violation } from '../../../plan/violation.js';

/** How a response of a media type is written; undefined where the operation does not say. */
export function contentFor({ operation }: OperationPlan, status: number, type: string): OperationContent | undefined {
  for (const responses of [operation.responses ?? [], operation.xmlErrors ?? []]) {
    const { contents = [] } = responseIn(responses, status) ?? {};
    const found = findContent(contents, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Longer items are not validated, in characters: nothing more of a stream is kept. */
const longestItem = 8 * 1024 * 1024;

const mostViolations = 1000;

/** Precedes each item of a sequence (RFC 7464). */
const mark = '\u001e';

/** The lines and items of a text, each with its end. */
function piecesOf(text: string): readonly string[] {
  const items = text.split(mark);
  return items.flatMap((item, index) => (item + (index < items.length - 1 ? mark : '')).split(/(?<=\n)/));
}

/** Makes what validates a response that comes item by item; undefined for others. */
export function itemValidatorFor(plan: OperationPlan, status: number, type: string): ItemValidator | undefined {
  const content = contentFor(plan, status, type);
  const { split } = plan.operation;
  if (split === undefined || content === undefined || !['events', 'lines'].includes(content.kind ?? ''))
    return undefined;
  const declared = responseFor(plan, status);
  const own = content.unvalidated === true ? undefined : declared;
  return new ItemValidator(
    split(content, (message) => new ItemMistake(message)),
    own?.item,
    own?.body,
    content.items === 'result',
  );
}

type ItemSplitter = ReturnType<NonNullable<Operation['split']>>;

class ItemMistake extends Error {}

/** Validates the items of a response as they arrive. */
export class ItemValidator {
  readonly #splitter: ItemSplitter;
  readonly #one: Validator<unknown> | undefined;
  readonly #all: Validator<unknown> | undefined;
  readonly #isResult: boolean;
  readonly #decoder = new TextDecoder();
  readonly #found: Violation[] = [];
  #count = 0;
  /** Characters of the item that arrives. */
  #length = 0;
  #isOver = false;

  constructor(splitter: ItemSplitter, one?: Validator<unknown>, all?: Validator<unknown>, isResult = false) {
    this.#splitter = splitter;
    this.#one = one;
    this.#all = all;
    this.#isResult = isResult;
  }

  push(chunk: Uint8Array): void {
    this.#add(this.#decoder.decode(chunk, { stream: true }));
  }

  /** What is wrong with the items. `isCut`: not all of them arrived. */
  end(isCut: boolean): readonly Violation[] {
    this.#add(this.#decoder.decode());
    if (!isCut && !this.#isOver) this.#take(() => this.#splitter.end());
    this.#isOver = true;
    return this.#found;
  }

  #add(text: string): void {
    // Line by line, so that one that is invalid is all that is lost.
    for (const piece of piecesOf(text)) {
      if (this.#isOver) return;
      this.#length += piece.length;
      if (this.#length > longestItem) {
        this.#isOver = true;
        this.#note({ severity: 'warning', code: 'not-validated', message: 'An item is too long to be validated' });
      } else this.#take(() => this.#splitter.push(piece));
    }
  }

  #take(read: () => Iterable<unknown>): void {
    try {
      for (const item of read()) this.#validate(item);
    } catch (error) {
      if (!(error instanceof ItemMistake)) throw error;
      this.#note({ severity: 'error', code: 'invalid-body', message: 'The item is not the JSON that is declared' });
      this.#next();
    }
  }

  #validate(item: unknown): void {
    // A line of a gRPC gateway may be an error, which ends the lines.
    const isError = this.#isResult && Object(item).error;
    const issues = isError ? [] : (this.#one?.check(item) ?? this.#all?.check([item]) ?? []);
    for (const issue of issues) {
      const path = this.#one === undefined ? issue.path.slice(1) : issue.path;
      this.#keep(bodyViolation('response', { ...issue, path: [this.#count, ...path] }));
    }
    this.#next();
  }

  #next(): void {
    this.#count += 1;
    this.#length = 0;
  }

  #note(about: Pick<Violation, 'severity' | 'code' | 'message'>): void {
    this.#keep({ ...about, of: 'response', location: `body ${this.#count}` });
  }

  #keep(violation: Violation): void {
    if (this.#found.length < mostViolations) this.#found.push(violation);
  }
}
