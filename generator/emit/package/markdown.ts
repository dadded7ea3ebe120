import { replaceHidden, unicodeEscape } from '../code/hidden-characters.js';
import { code } from '../code/templates.js';
import type { Code } from '../code/templates.js';

/** Text of any origin as one line of Markdown that shows exactly that text: no markup, no HTML, no table cells. */
export function markdownText(text: string): Code {
  const inline = visible(text)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/[<>&]/g, (found) => entities.get(found) ?? found);
  // Only at the start of a line these make a heading, a list or a rule.
  return code(inline.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2'));
}

/** Text of any origin as a code span, also inside a table. */
export function codeSpan(text: string): Code {
  const shown = visible(text);
  const fence = '`'.repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  const space = /^`|`$/.test(shown) ? ' ' : '';
  return code(`${fence}${space}${shown.replaceAll('|', '\\|')}${space}${fence}`);
}

/** Where a backslash would still leave a tag. */
const entities: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
]);

function visible(text: string): string {
  return replaceHidden(text.replace(/\s+/g, ' ').trim(), unicodeEscape);
}
