import type { Direction } from '../../api/schema.js';
import type { Member } from '../../api/shape.js';
import type { Code } from '../code/templates.js';
import { codeSpan, markdownProse, tableRow } from './markdown.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** Rows of a table: name, type, whether it has to be there, and everything that is said about it. */
export function memberRows(members: readonly Member[], direction: Direction, links: ModelLinks): readonly Code[] {
  return members.map(({ name, required, shape, doc, notes }) => {
    const { summary = '', description = '', deprecated } = doc;
    const texts = description.startsWith(summary) ? [description] : [summary, description];
    const said = [...texts, ...notes].filter((text) => text !== '').map((text) => markdownProse(text).text);
    const says = [...(deprecated === true ? ['**Deprecated.**'] : []), ...said].join(' ');
    return tableRow([codeSpan(name).text, typeCell(shape, direction, links).text, required ? 'yes' : '', says]);
  });
}
