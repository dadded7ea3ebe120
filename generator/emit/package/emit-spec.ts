import type { JsonObject } from '../../spec/json.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import type { SourceFile } from '../source-file.js';
import { documentHash } from './published-document.js';

/** Emits `spec.ts`: the document, which is `openapi.json`, and its hash. */
export function emitSpec(document: JsonObject, templates: Templates): SourceFile {
  const imports = new Imports('spec', ['document', 'hash', 'json']);
  const body = templates.render('package/spec.hbs', {
    type: imports.useType({ name: 'JsonObject', module: 'runtime' }),
    read: imports.use({ name: 'readDocument', module: 'runtime' }),
    hash: code(literal(documentHash(document))),
  });
  return { kind: 'source', path: 'src/spec.ts', imports: imports.lines(), body: [body] };
}
