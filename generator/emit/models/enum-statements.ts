import type { EnumType } from '../../api/types/shape.js';
import { docLines } from '../code/doc-comments.js';
import { literal } from '../code/literals.js';
import { aliasStructure } from '../code/structures.js';
import { code, type Templates } from '../code/templates.js';
import type { Statement } from '../source-file.js';

/** An enum as an object of constants and the type of these, or as an enum of TypeScript, which is both. */
export function enumStatements({ name, style, values, doc }: EnumType, templates: Templates): readonly Statement[] {
  const docs = docLines(doc, []);
  const view = {
    docs,
    name,
    values: values.map((one) => ({ name: one.name, value: code(literal(one.value)), docs: docLines(one.doc, []) })),
  };
  if (style === 'enum') return [templates.render('models/enum.hbs', view)];
  return [
    templates.render('models/constants.hbs', view),
    aliasStructure(name, `(typeof ${name})[keyof typeof ${name}]`, docs),
  ];
}
