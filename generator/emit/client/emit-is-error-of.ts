import type { Api } from '../../api/api.js';
import { errorBodiesOf } from '../../api/error-bodies.js';
import { Imports } from '../code/imports.js';
import { memberKey } from '../code/literals.js';
import { interfaceStructure, type InterfaceParts } from '../code/structures.js';
import { typeNames } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';

const module = 'client/is-error-of';

/** The function that narrows errors to what the spec documents for a status, where it documents some. */
export const isErrorOfSymbol: CodeSymbol = { name: 'isErrorOf', module };

/** The type of the documented bodies of errors. */
export const errorBodiesSymbol: CodeSymbol = { name: 'ErrorBodies', module };

/** Whether the spec documents a body of any error. */
export function hasErrorBodies(api: Api): boolean {
  return errorBodiesOf(api).kind !== 'none';
}

/** The types of the bodies of errors that operations have of their own. */
export function errorSymbols({ api, layout }: { readonly api: Api; readonly layout: Layout }): readonly CodeSymbol[] {
  const bodies = errorBodiesOf(api);
  return bodies.kind === 'own' ? bodies.operations.map(layout.errors) : [];
}

/** Emits `client/is-error-of.ts`: the documented bodies of errors by operation and status, and what narrows to them. */
export function emitIsErrorOf(tools: ClientTools): readonly SourceFile[] {
  if (!hasErrorBodies(tools.api)) return [];
  const imports = new Imports(module, [isErrorOfSymbol.name, errorBodiesSymbol.name]);
  const view = {
    name: isErrorOfSymbol.name,
    bodies: errorBodiesSymbol.name,
    type: imports.useType({ name: 'IsErrorOf', module: 'runtime' }),
    base: imports.use({ name: 'isErrorOf', module: 'runtime' }),
  };
  const body = [
    interfaceStructure({
      name: errorBodiesSymbol.name,
      docs: ['What the service answers where it refuses, by operation and status.'],
      ...members(tools, imports),
    }),
    tools.templates.render('client/is-error-of.hbs', view),
  ];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}

/** A member an operation; one for all of them where they do not differ. */
function members({ api, layout }: ClientTools, imports: Imports): Pick<InterfaceParts, 'properties' | 'index'> {
  const found = errorBodiesOf(api);
  if (found.kind === 'none') return { properties: [] };
  if (found.kind === 'own')
    return {
      properties: found.operations.map((operation) => ({
        name: operation.id,
        required: true,
        type: imports.useType(layout.errors(operation)),
        docs: [],
      })),
    };
  const names = typeNames(layout, imports, 'response');
  const bodies = found.bodies.map(({ status, shape }) => `readonly ${memberKey(status)}: ${printShape(shape, names)}`);
  return { properties: [], index: { keyName: 'operation', type: `{ ${bodies.join('; ')} }`, docs: [] } };
}
