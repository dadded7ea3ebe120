import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import { cutResult } from './result-pieces.js';
import type { Session } from '../session.js';

/** The result of a tool: texts, the first of which is the value. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** Makes a result of a value, cut to the budget, and of notes. The rest of the value is kept, and a note says how to get it. */
export function success(
  session: Session,
  value: unknown,
  { itemsKey, notes = [] }: { readonly itemsKey?: string | undefined; readonly notes?: readonly string[] } = {},
): ToolResult {
  const { redactor, budget, handles, quota } = session;
  const text = typeof value === 'string' ? undefined : stringifyExact(value);
  const clean =
    typeof value === 'string' ? redactor.text(value) : text && exactNumbers(parseExact(text, redactor.json));
  const { pieces, items } = cutResult(clean, itemsKey, budget);
  const all = [...notes];
  if (pieces.length > 1) {
    const { handle, parts } = handles.keep(pieces);
    const held = items === undefined ? '' : `, with ${items.first} of its ${items.all} items`;
    const lost = parts < pieces.length ? ` Only ${parts} parts are kept: ask for less.` : '';
    all.unshift(
      `The result was cut: this is part 1 of ${parts}${held}. Call read_more with {"handle": "${handle}"} for the next part; it is kept for ten minutes.${lost}`,
    );
  }
  if (quota !== undefined) all.push(`${quota.left()} units of the quota budget are left.`);
  return { content: toContent(pieces[0] ?? '', ...all.map((note) => redactor.text(note))) };
}

/** Returns the next piece of a result that was cut. */
export function more(session: Session, handle: string): ToolResult {
  const piece = session.handles.read(handle);
  if (piece === undefined)
    return failure(session, 'There is nothing more under this handle, or not any more: call the operation again.');
  const { text, part, parts, next } = piece;
  const end = next === undefined ? ', the last.' : `. Call read_more with {"handle": "${next}"} for the next part.`;
  return { content: toContent(text, `This is part ${part} of ${parts}${end}`) };
}

/** Makes a result of an error, which says what an agent can do about it. */
export function failure({ redactor, budget }: Session, message: string): ToolResult {
  return { content: toContent(redactor.text(message).slice(0, Math.max(budget, 2_000))), isError: true };
}

function toContent(...texts: readonly string[]): ToolResult['content'] {
  return texts.map((text) => ({ type: 'text', text }));
}
