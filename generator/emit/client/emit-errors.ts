import type { Api } from '../../api/api.js';
import { findErrorBodies } from '../../api/shapes/error-bodies.js';
import { Imports, runtime } from '../code/imports.js';
import { memberKey } from '../code/literals.js';
import { aliasStructure, interfaceStructure, type InterfaceParts } from '../code/structures.js';
import { printShape, typeNames } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { type ClientTools, listGroupErrors, listGroupReasons } from './emit-resource.js';

const module = 'client/is-error-of';

/** The function that narrows errors to what the spec documents for a status, where it documents some. */
export const isErrorOfSymbol: CodeSymbol = { name: 'isErrorOf', module };

/** The type of the documented bodies of errors. */
export const errorBodiesSymbol: CodeSymbol = { name: 'ErrorBodies', module };

/** Tells whether the spec documents a body of any error. */
export function hasErrorBodies(api: Api): boolean {
  return findErrorBodies(api).kind !== 'none';
}

/** Emits `client/is-error-of.ts`: the documented bodies of errors by operation and status, and what narrows to them. */
export function emitErrorBodies(tools: ClientTools): readonly SourceFile[] {
  if (!hasErrorBodies(tools.api)) return [];
  const imports = new Imports(module, [isErrorOfSymbol.name, errorBodiesSymbol.name]);
  const view = {
    name: isErrorOfSymbol.name,
    bodies: errorBodiesSymbol.name,
    type: imports.useType(runtime('IsErrorOf')),
    base: imports.use(runtime('isErrorOf')),
  };
  const body = [
    interfaceStructure({
      name: errorBodiesSymbol.name,
      docs: ['Error responses of the service, by operation and status.'],
      ...commonMembers(tools, imports),
    }),
    tools.templates.render('client/is-error-of.hbs', view),
  ];
  return [imports.toFile(body)];
}

/** One member for all operations where their bodies do not differ; else the members of each group. */
function commonMembers(tools: ClientTools, imports: Imports): Pick<InterfaceParts, 'properties' | 'index' | 'base'> {
  const found = findErrorBodies(tools.api);
  if (found.kind !== 'same')
    return {
      base: listGroupErrors(tools)
        .map((one) => imports.useType(one))
        .join(', '),
      properties: [],
    };
  const names = typeNames(tools.layout, imports, 'response');
  const bodies = found.bodies.map(({ status, shape }) => `readonly ${memberKey(status)}: ${printShape(shape, names)}`);
  return { properties: [], index: { keyName: 'operation', type: `{ ${bodies.join('; ')} }`, docs: [] } };
}

const errorModule = 'client/api-error';

const union: CodeSymbol = { name: 'ApiErrorReason', module: errorModule };

/** The class `ApiError` that knows the reasons of the service; that of the runtime where the spec names none. */
export function apiErrorSymbol(tools: ClientTools): CodeSymbol {
  return reasonSymbols(tools).length === 0 ? runtime('ApiError') : { name: 'ApiError', module: errorModule };
}

/** The type of all reasons that the spec names, where it names some. */
export function apiErrorReason(tools: ClientTools): readonly CodeSymbol[] {
  return reasonSymbols(tools).length === 0 ? [] : [union];
}

/** The types of the reasons that the spec names, each once. */
export function reasonSymbols({ api, layout }: { readonly api: Api; readonly layout: Layout }): readonly CodeSymbol[] {
  const all = [layout.commonReason(), ...api.operations.map(layout.reason)].filter((one) => one !== undefined);
  return [...new Map(all.map((one) => [`${one.module} ${one.name}`, one])).values()];
}

/** Emits `client/api-error.ts`: `ApiError`, knowing the reasons of all operations. */
export function emitApiError(tools: ClientTools): readonly SourceFile[] {
  const reasons = reasonSymbols(tools);
  if (reasons.length === 0) return [];
  const imports = new Imports(errorModule, ['ApiError', union.name]);
  const common = tools.layout.commonReason();
  const all = [...(common ? [common] : []), ...listGroupReasons(tools)].map((one) => imports.useType(one)).join(' | ');
  const base = imports.use(runtime('ApiError'));
  const view = { type: imports.useType(runtime('ApiErrorClass')), union: union.name, base };
  const docs = ['The service rejected the call or failed. Known reasons are there to be completed; others may come.'];
  const body = [
    aliasStructure(union.name, all, ['Reasons of errors, those of all operations together.']),
    tools.templates.render('client/api-error.hbs', view),
    aliasStructure('ApiError', `${base}<Reason>`, docs, `<Reason extends string = ${union.name}>`),
  ];
  return [imports.toFile(body)];
}
