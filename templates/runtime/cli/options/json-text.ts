import type { Json } from '../../json.js';
import { parseExact } from '../../codecs/exact-json.js';
import { CliError } from '../cli-io.js';

/** Parses JSON with all digits of its numbers. An error names `source`, line and column: `--body is no JSON: line 1, column 2: the text ends`. */
export function parseJsonText(text: string, source: string): Json {
  try {
    // `as`: the parser returns JSON.
    return parseExact(text.replace(/^\ufeff/, '')) as Json;
  } catch (error) {
    throw new CliError(`${source} is no JSON: ${text.trim() === '' ? 'it is empty' : describeMistake(text, error)}`);
  }
}

function describeMistake(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  // Some messages have no position: then it is that of the first character that is no part of a token.
  const blanked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:\s]/g, (token) =>
    ' '.repeat(token.length),
  );
  const found = /end of JSON/.test(message) ? text.length : blanked.search(/\S|$/);
  const at = position === undefined ? found : Number(position);
  const before = text.slice(0, at).split('\n');
  const what = at < text.length ? `${JSON.stringify(text[at])} is not expected` : 'the text ends';
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${what}`;
}
