import type { Operation } from '../../api/api.js';
import { answerHeaders } from '../code/answer-headers.js';
import { docLines } from '../code/doc-lines.js';
import type { Imports } from '../code/imports.js';
import { optionalType } from '../code/optional-type.js';
import { interfaceStructure } from '../code/structures.js';
import { typeNames } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { Statement } from '../source-file.js';

/** The headers of an answer, by their names in the spec. */
export function headerTypes(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const headers = answerHeaders(operation);
  if (headers.length === 0) return [];
  const names = typeNames(layout, imports, 'response');
  return [
    interfaceStructure({
      name: layout.headers(operation).name,
      docs: [`Headers of what \`${operation.id}\` answers.`],
      properties: headers.map(({ name, required, shape, doc, notes }) => {
        const type = printShape(shape, names);
        return { name, required, type: required ? type : optionalType(type), docs: docLines(doc, notes) };
      }),
    }),
  ];
}
