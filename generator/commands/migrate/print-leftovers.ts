import type { Leftover } from '../../migrate/settings/section.js';

/** The list of what has no counterpart, for people, in Markdown. */
export function printLeftovers(leftovers: readonly Leftover[], file: string): string {
  const head = ['# No counterpart', '', `What ${toInlineCode(file)} says, and no key of speccast does:`, ''];
  const rows = leftovers.map(
    ({ key, message, at }) => `- ${at.line}:${at.column} ${toInlineCode(key)}: ${plainText(message)}`,
  );
  return [...head, ...rows, ''].join('\n');
}

/** Text of a configuration as code: in Markdown nothing in it means anything. */
function toInlineCode(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}`]+/gu, ' ').slice(0, 300);
  return `\`${line}\``;
}

function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('<', '&lt;')
    .slice(0, 600);
}
