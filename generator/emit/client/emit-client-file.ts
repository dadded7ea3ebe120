import { serviceSymbol } from '../layout.js';
import type { Api } from '../../api/api.js';
import { docLines } from '../code/docs/doc-lines.js';
import { Imports, runtime } from '../code/syntax/imports.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { groupViews, type ClientTools } from './emit-resource.js';

const module = 'client/client';

/** The class that holds all resources: `PetStore`. */
export function clientSymbol(api: Api): CodeSymbol {
  return { name: api.typeName, module };
}

/** The function that makes a client: `createPetStore`. */
export function createSymbol(api: Api): CodeSymbol {
  return { name: `create${api.typeName}`, module };
}

/** Emits `client/client.ts`: the class that holds all resources, and the function that makes it. */
export function emitClientFile({ api, layout, templates }: ClientTools): SourceFile {
  const client = clientSymbol(api).name;
  const create = createSymbol(api).name;
  const imports = new Imports(module, [client, create]);
  const classView = {
    docs: docLines(api.doc.summary === undefined ? { ...api.doc, summary: `Client of ${api.title}.` } : api.doc),
    name: client,
    base: imports.use(runtime('BaseClient')),
    core: imports.useType(runtime('Core')),
    clientOptions: imports.useType(runtime('ClientOptions')),
    groups: groupViews(api.groups, imports, layout),
  };
  const createView = {
    create,
    client,
    clientOptions: imports.useType(runtime('ClientOptions')),
    createCore: imports.use(runtime('createCore')),
    service: imports.use(serviceSymbol),
  };
  const body = [templates.render('client/client.hbs', classView), templates.render('client/create.hbs', createView)];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}
