import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { exactNumbers, parseExact, stringifyExact } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';
import type { Session } from '../session.js';

/** Milliseconds for which the rest of a result is kept after it was last read. */
const keptMs = 600_000;

/** Removes expired results, and the least recently read ones beyond 4,000,000 characters. */
function removeOld({ kept }: Session) {
  let all = 0;
  for (const [id, { size, until }] of [...kept].toReversed()) {
    all += size;
    if (until <= Date.now() || all > 4_000_000) kept.delete(id);
  }
}

/**
 * Creates a result from a value, cut to the budget, and notes. The rest of the value is kept, and a note tells how to read it. `itemsKey`
 * is the property of a page with its items.
 */
export function makeResult(
  session: Session,
  value: unknown,
  notes: readonly string[] = [],
  itemsKey?: string,
): CallToolResult {
  const { redactor, options, kept, quota } = session;
  const clean =
    typeof value === 'string'
      ? redactor.text(value)
      : exactNumbers(parseExact(stringifyExact(value) ?? 'null', redactor.json));
  const { pieces, held } = cutResult(clean, options.budget, itemsKey);
  const all = [...notes];
  if (pieces.length > 1) {
    let [parts, size] = [0, 0];
    for (const { length } of pieces) {
      if (size + length > 1_000_000 && parts > 1) break;
      parts += 1;
      size += length;
    }
    const id = randomBytes(12).toString('base64url');
    kept.set(id, { pieces: pieces.slice(0, parts), size, until: Date.now() + keptMs });
    removeOld(session);
    const lost = parts < pieces.length ? ` Only ${parts} parts are kept: request less.` : '';
    all.unshift(
      `The result was cut: this is part 1 of ${parts}${held}. Call read_more with {"handle": "${id}.1"} for the next part; it is kept for ten minutes.${lost}`,
    );
  }
  if (quota) all.push(`${quota.left()} units of the quota budget are left.`);
  return { content: toContent(pieces[0] ?? '', ...all.map(redactor.text)) };
}

/**
 * Cuts a result into pieces of at most `budget` characters: a list between its items, other values anywhere. `held` describes the first
 * piece of a list: `, with 3 of its 50 items`.
 */
function cutResult(value: unknown, budget: number, itemsKey = '') {
  const print = (one: unknown) => stringifyExact(one) ?? 'null';
  const text = typeof value === 'string' ? value : print(value);
  const items: unknown = isJsonObject(value) ? value[itemsKey] : value;
  if (text.length <= budget || !Array.isArray(items) || !items.length)
    return { pieces: sliceText(text, budget), held: '' };
  // The first piece has the other members of the page around its items: `{"etag":"a","items":` and `}`.
  const mark = crypto.randomUUID();
  const around = isJsonObject(value) ? { ...value, [itemsKey]: mark } : mark;
  const [before = '', after = ''] = print(around).split(`"${mark}"`);
  const groups: string[][] = [[]];
  let room = budget - before.length - after.length - '[]'.length;
  for (const item of items) {
    const printed = print(item);
    if (printed.length + 1 > room && groups.at(-1)?.length) {
      groups.push([]);
      room = budget - '[]'.length;
    }
    groups.at(-1)?.push(printed);
    room -= printed.length + 1;
  }
  const lists = groups.map((group, index) => (index === 0 ? `${before}[${group}]${after}` : `[${group}]`));
  return {
    pieces: lists.flatMap((one) => sliceText(one, budget)),
    held: `, with ${groups[0]?.length} of its ${items.length} items`,
  };
}

/** Slices text into parts of a size, but never inside a surrogate pair. */
function sliceText(text: string, size: number) {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + size;
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

/** Returns the next piece of a result that was cut. */
export function readMore(session: Session, handle: string): CallToolResult {
  const { kept } = session;
  removeOld(session);
  const [, id = '', index = ''] = /^([\w-]{16})\.(\d{1,6})$/.exec(handle) ?? [];
  const result = kept.get(id);
  const text = result?.pieces[Number(index)];
  if (!result || text === undefined)
    return makeFailure(session, 'This handle is unknown or has expired: call the operation again.');
  kept.delete(id);
  kept.set(id, { ...result, until: Date.now() + keptMs });
  const [part, parts] = [Number(index) + 1, result.pieces.length];
  const next = `. Call read_more with {"handle": "${id}.${part}"} for the next part.`;
  return { content: toContent(text, `This is part ${part} of ${parts}${part < parts ? next : ', the last.'}`) };
}

/** Creates a result from the message of an error. */
export function makeFailure({ redactor, options }: Session, message: string): CallToolResult {
  return { content: toContent(redactor.text(message).slice(0, Math.max(options.budget, 2_000))), isError: true };
}

function toContent(...texts: readonly string[]): CallToolResult['content'] {
  return texts.map((text) => ({ type: 'text', text }));
}
