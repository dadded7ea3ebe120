import type { Direction } from '../../api/schemas/schema.js';
import type { Member } from '../../api/shapes/shape.js';
import type { Code } from '../code/templates.js';
import { codeSpan, markdownProse, tableRow } from './markdown.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** Rows of a table: name, with `?` where it may be left out, type, and what it is in a sentence. */
export function memberRows(members: readonly Member[], direction: Direction, links: ModelLinks): readonly Code[] {
  return members.map((member) => {
    const { summary = '', description = summary, deprecated } = member.doc;
    const says = `${deprecated === true ? '**Deprecated.** ' : ''}${markdownProse(firstSentence(description)).text}`;
    return tableRow([codeSpan(memberName(member)).text, typeCell(member.shape, direction, links).text, says.trim()]);
  });
}

/** `id`, `snippet?` */
export function memberName({ name, required }: Member): string {
  return required ? name : `${name}?`;
}

/** What a text says first; what else it says is in the types and in `openapi.json`. */
export function firstSentence(text: string): string {
  const trimmed = text.trim();
  const [paragraph = ''] = trimmed.includes('\n') ? trimmed.split(/\n\s*\n/, 1) : [trimmed];
  return /^.*?[.!?](?=\s+[\p{Lu}`])/su.exec(paragraph)?.[0] ?? paragraph;
}
