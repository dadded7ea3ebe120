import type { Model } from '../../api/api.js';
import { splitNotes } from '../../api/value-notes.js';
import { extensionNotes } from '../code/extension-notes.js';
import { code } from '../code/templates.js';
import type { Code } from '../code/templates.js';
import { codeSpan, markdownProse } from './markdown.js';
import { memberRows } from './member-rows.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** What a page says about a model. */
export interface ModelView {
  readonly name: Code;
  readonly deprecated: boolean;
  readonly paragraphs: readonly Code[];
  /** Where the type stands. */
  readonly file: Code;
  readonly input: Code | false;
  /** Rows of a table. */
  readonly fields: readonly Code[];
  /** The type itself, where it has no fields. */
  readonly type: Code | false;
}

/** A model for the reference: what it is, and each of its fields. */
export function modelView(model: Model, links: ModelLinks): ModelView {
  const { name, module } = links.layout.model(model);
  const { summary = '', description = '', deprecated } = model.doc;
  const texts = (description.startsWith(summary) ? [description] : [summary, description]).flatMap((text) =>
    text.split(/\n\s*\n/),
  );
  const { sentences, items } = splitNotes(model.notes);
  const notes = [...sentences, ...items, ...extensionNotes(model.extensions)].join(' ');
  const fields = model.shape.kind === 'object' ? memberRows(model.shape.members, 'response', links) : [];
  return {
    name: codeSpan(name),
    deprecated: deprecated === true,
    paragraphs: [...texts, notes].filter((text) => text.trim() !== '').map(markdownProse),
    file: code(`src/${module}.ts`),
    input: model.input === undefined ? false : codeSpan(model.input.name),
    fields,
    type: fields.length > 0 ? false : typeCell(model.shape, 'response', links),
  };
}
