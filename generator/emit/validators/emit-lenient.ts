import { Imports } from '../code/syntax/imports.js';
import type { Templates } from '../code/templates/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { useSchemas } from './emit-schemas.js';

/** The function that checks leniently; the index of the validators passes it on. */
export const lenientSymbol: CodeSymbol = { name: 'checkLeniently', module: 'validators/check-leniently' };

const runtimeFolder = 'runtime/validators';

/** Emits `validators/check-leniently.ts`; only those who use it carry the document, which says what is declared. */
export function emitLenient(templates: Templates): SourceFile {
  const { name, module } = lenientSymbol;
  const imports = new Imports(module, [name]);
  const body = templates.render('validators/check-leniently.hbs', {
    name,
    type: imports.useType({ name: 'CheckLeniently', module: `${runtimeFolder}/lenient` }),
    create: imports.use({ name: 'createLenientCheck', module: `${runtimeFolder}/lenient` }),
    declaredIn: imports.use({ name: 'declaredIn', module: `${runtimeFolder}/declared-names` }),
    schemas: useSchemas(imports),
  });
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body: [body] };
}
