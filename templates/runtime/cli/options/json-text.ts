import type { Json } from '../../json.js';
import { parseExact } from '../../codecs/exact-json.js';
import { CliError } from '../cli-io.js';

/** Parses JSON with all digits of its numbers; a mistake is told with its line and column in `source`. */
export function parseJsonText(text: string, source: string): Json {
  try {
    // `as`: what comes out of JSON is JSON.
    return parseExact(text.replace(/^\ufeff/, '')) as Json;
  } catch (error) {
    throw new CliError(`${source} is no JSON: ${describe(text, error)}`);
  }
}

function describe(text: string, error: unknown): string {
  if (text.trim() === '') return 'it is empty';
  const message = error instanceof Error ? error.message : '';
  const at = /at position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? String(text.length) : undefined);
  if (at === undefined) return `line ${positionOf(text, firstMistake(text))}`;
  return `line ${positionOf(text, Number(at))}`;
}

function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  const character = text[offset];
  const found = character === undefined ? 'the text ends' : `${JSON.stringify(character)} is not expected`;
  return `${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${found}`;
}

/** Where a text stops being the beginning of JSON, for messages of platforms that do not say it. */
function firstMistake(text: string): number {
  const rest = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:\s]/g, (one) =>
    ' '.repeat(one.length),
  );
  const found = rest.search(/\S/);
  return found < 0 ? text.length : found;
}
