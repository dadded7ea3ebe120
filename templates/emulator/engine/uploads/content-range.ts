import { Refusal } from '../plan/plan.js';

/** What `Content-Range` says of a body: which bytes of the file it holds, or that it only asks how many there are. */
export type ContentRange =
  | { readonly kind: 'question'; readonly total?: number }
  | { readonly kind: 'bytes'; readonly first: number; readonly last: number; readonly total?: number };

// Fifteen digits are counted exactly.
const form = /^bytes +(?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i;

/** Reads the header: a place in the file or a star, and the size of the file or a star; refuses (400) anything else. */
export function readContentRange(header: string): ContentRange {
  const [found, first, last, size] = form.exec(header.trim()) ?? [];
  if (found === undefined) throw wrongRange('it has to read bytes 0-99/200, bytes 0-99/*, bytes */200 or bytes */*');
  const total = size === '*' ? {} : { total: Number(size) };
  if (first === undefined || last === undefined) return { kind: 'question', ...total };
  const range = { kind: 'bytes', first: Number(first), last: Number(last), ...total } as const;
  if (range.last < range.first) throw wrongRange('its last byte stands before its first');
  if (range.total !== undefined && range.last >= range.total) throw wrongRange('its last byte stands after the end');
  return range;
}

/** The refusal (400) of a `Content-Range`. */
export function wrongRange(why: string, reason = 'invalidContentRange'): Refusal {
  return new Refusal(400, reason, `Content-Range does not fit: ${why}.`, {
    location: 'Content-Range',
    locationType: 'header',
  });
}
