import { Imports } from '../code/syntax/imports.js';
import { exportStructure } from '../code/syntax/structures.js';
import type { Templates } from '../code/templates/templates.js';
import type { SourceFile } from '../source-file.js';
import { useSchemas } from './emit-schemas.js';

const module = 'validators/issue-places';
const runtimeFolder = 'runtime/validators';

/** Emits `validators/issue-places.ts`, which finds the position in `openapi.json` that an issue is about. */
export function emitPlaces(templates: Templates): SourceFile {
  const imports = new Imports(module, ['placeOf']);
  const entry = templates.render('validators/place-of.hbs', {
    type: imports.useType({ name: 'PlaceOf', module: `${runtimeFolder}/issue-places` }),
    create: imports.use({ name: 'documentPlaces', module: `${runtimeFolder}/document-places` }),
    schemas: useSchemas(imports),
  });
  const types = exportStructure('@speccast/runtime/validators', ['IssuePlace', 'PlaceOf'], true);
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body: [entry, types] };
}
