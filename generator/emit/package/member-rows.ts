import type { Direction } from '../../api/schemas/schema.js';
import type { Member } from '../../api/shapes/shape.js';
import type { Code } from '../code/templates.js';
import { codeSpan, markdownProse, sourceCell, tableOf } from './markdown.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** A table of parameters: name, with `?` where it may be left out, type, what it is in a sentence, and its source. */
export function memberTable(members: readonly Member[], direction: Direction, links: ModelLinks): readonly Code[] {
  const rows = members.map((member) => {
    const { summary = '', description = summary, deprecated, source } = member.doc;
    const says = `${deprecated === true ? '**Deprecated.** ' : ''}${markdownProse(firstSentence(description)).text}`;
    const cells = [codeSpan(memberName(member)).text, typeCell(member.shape, direction, links).text, says.trim()];
    return links.sources ? [...cells, sourceCell(source)] : cells;
  });
  return tableOf(['Parameter', 'Type', 'Description', ...(links.sources ? ['Source'] : [])], rows);
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
