/** A header value of the form `essence; name=value; …`, such as a media type or a content disposition. */
export interface HeaderValue {
  /** Lower case, without parameters: `multipart/related`. */
  readonly essence: string;
  /** Values by lower-case name, without quotes. The first of equal names counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = /[^\s;="]/;

/** Reads a header value with parameters; broken parameters are left out. */
export function parseHeaderValue(text: string): HeaderValue {
  const end = text.indexOf(';');
  const essence = (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  let at = end;
  while (at >= 0 && at < text.length) at = readParameter(text, at + 1, parameters);
  return { essence, parameters };
}

/** Reads one parameter from `at`; returns the index of the next semicolon, or of the end. */
function readParameter(text: string, at: number, parameters: Map<string, string>): number {
  const nameStart = skipSpace(text, at);
  const nameEnd = skipToken(text, nameStart);
  if (nameEnd === nameStart || text[nameEnd] !== '=') return nextSemicolon(text, nameEnd);
  const name = text.slice(nameStart, nameEnd).toLowerCase();
  const { value, end } = text[nameEnd + 1] === '"' ? readQuoted(text, nameEnd + 2) : readToken(text, nameEnd + 1);
  if (value !== undefined && !parameters.has(name)) parameters.set(name, value);
  return nextSemicolon(text, end);
}

function readToken(text: string, start: number): { value: string; end: number } {
  const end = nextSemicolon(text, start);
  return { value: text.slice(start, end).trim(), end };
}

function readQuoted(text: string, start: number): { value: string | undefined; end: number } {
  let value = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { value, end: at + 1 };
    if (character === '\\') at += 1;
    value += text.charAt(at);
  }
  return { value: undefined, end: text.length };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function skipToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && token.test(text.charAt(at))) at += 1;
  return at;
}

function nextSemicolon(text: string, from: number): number {
  const at = text.indexOf(';', from);
  return at < 0 ? text.length : at;
}
