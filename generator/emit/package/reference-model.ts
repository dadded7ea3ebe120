import type { Model } from '../../api/api.js';
import type { Member, Shape } from '../../api/shapes/shape.js';
import { modelTypeSymbol } from '../code/type-names.js';
import { code } from '../code/templates.js';
import type { Code } from '../code/templates.js';
import { codeSpan, markdownProse } from './markdown.js';
import { firstSentence, memberName } from './member-rows.js';
import { typeCell } from './type-cell.js';
import type { ModelLinks } from './type-cell.js';

/** What a page says about a model. */
export interface ModelView {
  readonly name: Code;
  readonly says: Code | false;
  readonly input: Code | false;
  /** Its fields by name, or the type itself, where it has none. */
  readonly type: Code;
}

/** A model for the reference: what it is in a sentence, and its fields. Their types and docs are in the types. */
export function modelView(model: Model, links: ModelLinks): ModelView {
  const { summary = '', description = summary, deprecated } = model.doc;
  const says = `${deprecated === true ? '**Deprecated.** ' : ''}${markdownProse(firstSentence(description)).text}`;
  const members = model.shape.kind === 'object' ? model.shape.members : [];
  return {
    name: codeSpan(links.layout.model(model).name),
    says: says.trim() === '' ? false : code(says.trim()),
    input: model.input === undefined ? false : codeSpan(model.input.name),
    type:
      members.length === 0
        ? typeCell(model.shape, 'response', links)
        : code(members.map((member) => fieldText(member, links)).join(', ')),
  };
}

/** `` `id` ``, `` `snippet?: VideoSnippet` `` */
function fieldText(member: Member, { layout }: ModelLinks): string {
  const id = modelWithin(member.shape);
  const type = id === undefined ? '' : `: ${modelTypeSymbol(layout, id, 'response').name}`;
  return codeSpan(`${memberName(member)}${type}${member.shape.kind === 'array' && type !== '' ? '[]' : ''}`).text;
}

/** The model that a field, or each of its items, is. */
function modelWithin(shape: Shape): string | undefined {
  if (shape.kind === 'reference') return shape.model;
  return shape.kind === 'array' ? modelWithin(shape.items) : undefined;
}
