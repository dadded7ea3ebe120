import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import { cutResult } from './result-pieces.js';
import type { Session } from '../session.js';

/** What a tool gives: texts, the first of which is the result itself. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** What is known about a result beside its value. */
export interface ResultFacts {
  /** Property with the items, where it is a page of a list. */
  readonly itemsKey?: string | undefined;
  readonly notes?: readonly string[];
}

/** A result within the budget; the rest is kept, and the result says how to get it. */
export function success(session: Session, value: unknown, { itemsKey, notes = [] }: ResultFacts = {}): ToolResult {
  const { redactor, budget, handles, quota } = session;
  const clean = redactValue(session, value);
  const { pieces, items } = cutResult(clean, itemsKey, budget);
  const all = [...notes];
  if (pieces.length > 1) {
    const { handle, parts } = handles.keep(pieces);
    const held = items === undefined ? '' : `, with ${items.shown} of its ${items.all} items`;
    const lost = parts < pieces.length ? ` Only ${parts} parts are kept: ask for less.` : '';
    all.unshift(
      `The result was cut: this is part 1 of ${parts}${held}. Call read_more with {"handle": "${handle}"} for the next part; it is kept for ten minutes.${lost}`,
    );
  }
  if (quota !== undefined) all.push(`${quota.left()} units of the quota budget are left.`);
  return { content: texts([pieces[0] ?? '', ...all.map((note) => redactor.text(note))]) };
}

/** The next piece of a result that was cut. */
export function more(session: Session, handle: string): ToolResult {
  const piece = session.handles.read(handle);
  if (piece === undefined)
    return failure(session, 'There is nothing more under this handle, or not any more: call the operation again.');
  const { text, part, parts, next } = piece;
  const note =
    next === undefined
      ? `This is part ${part} of ${parts}, the last.`
      : `This is part ${part} of ${parts}. Call read_more with {"handle": "${next}"} for the next part.`;
  return { content: texts([text, note]) };
}

/** What went wrong, for the agent to act on. */
export function failure({ redactor, budget }: Session, message: string): ToolResult {
  return { content: texts([redactor.text(message).slice(0, Math.max(budget, 2_000))]), isError: true };
}

function texts(all: readonly string[]): ToolResult['content'] {
  return all.map((text) => ({ type: 'text', text }));
}

function redactValue({ redactor }: Session, value: unknown): unknown {
  if (typeof value === 'string') return redactor.text(value);
  const text = stringifyExact(value);
  return text === undefined ? undefined : exactNumbers(parseExact(text, redactor.json));
}
