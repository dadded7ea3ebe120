import { randomBytes } from 'node:crypto';
import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import type { Session } from '../session.js';
import { cutResult } from './result-pieces.js';

/** The result of a tool: texts, the first of which is the value. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
  readonly [key: string]: unknown;
}

/** Milliseconds that the rest of a result is kept after it was last read. */
const keptMs = 600_000;

/** Most characters of one result that are kept, and of all together. */
const mostOfOne = 1_000_000;
const mostOfAll = 4_000_000;

/** The pieces of results that were cut, by their ids. The one that was read last is the last. */
export type KeptResults = Map<
  string,
  { readonly pieces: readonly string[]; readonly size: number; readonly until: number }
>;

/** Removes the results whose time is over, and of too many those that were not read for longest. */
function removeOld(kept: KeptResults): void {
  let all = 0;
  for (const [id, { size, until }] of [...kept].toReversed()) {
    all += size;
    if (until <= Date.now() || all > mostOfAll) kept.delete(id);
  }
}

/** Makes a result of a value, cut to the budget, and of notes. The rest of the value is kept, and a note says how to get it. */
export function success(
  { redactor, budget, kept, quota }: Session,
  value: unknown,
  { itemsKey, notes = [] }: { readonly itemsKey?: string | undefined; readonly notes?: readonly string[] } = {},
): ToolResult {
  const clean =
    typeof value === 'string'
      ? redactor.text(value)
      : exactNumbers(parseExact(stringifyExact(value) ?? 'null', redactor.json));
  const { pieces, held } = cutResult(clean, budget, itemsKey);
  const all = [...notes];
  if (pieces.length > 1) {
    let [parts, size] = [0, 0];
    for (const { length } of pieces) {
      if (size + length > mostOfOne && parts > 1) break;
      parts += 1;
      size += length;
    }
    const id = randomBytes(12).toString('base64url');
    kept.set(id, { pieces: pieces.slice(0, parts), size, until: Date.now() + keptMs });
    removeOld(kept);
    const lost = parts < pieces.length ? ` Only ${parts} parts are kept: ask for less.` : '';
    all.unshift(
      `The result was cut: this is part 1 of ${parts}${held}. Call read_more with {"handle": "${id}.1"} for the next part; it is kept for ten minutes.${lost}`,
    );
  }
  if (quota) all.push(`${quota.left()} units of the quota budget are left.`);
  return { content: toContent(pieces[0] ?? '', ...all.map(redactor.text)) };
}

/** Returns the next piece of a result that was cut. */
export function more(session: Session, handle: string): ToolResult {
  const { kept } = session;
  removeOld(kept);
  const [, id = '', index = ''] = /^([\w-]{16})\.(\d{1,6})$/.exec(handle) ?? [];
  const result = kept.get(id);
  const text = result?.pieces[Number(index)];
  if (result === undefined || text === undefined)
    return failure(session, 'There is nothing more under this handle, or not any more: call the operation again.');
  kept.delete(id);
  kept.set(id, { ...result, until: Date.now() + keptMs });
  const [part, parts] = [Number(index) + 1, result.pieces.length];
  const next = `. Call read_more with {"handle": "${id}.${part}"} for the next part.`;
  return { content: toContent(text, `This is part ${part} of ${parts}${part < parts ? next : ', the last.'}`) };
}

/** Makes a result of an error, which says what an agent can do about it. */
export function failure({ redactor, budget }: Session, message: string): ToolResult {
  return { content: toContent(redactor.text(message).slice(0, Math.max(budget, 2_000))), isError: true };
}

function toContent(...texts: readonly string[]): ToolResult['content'] {
  return texts.map((text) => ({ type: 'text', text }));
}
