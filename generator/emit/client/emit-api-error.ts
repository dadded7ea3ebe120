import type { Api } from '../../api/api.js';
import { Imports } from '../code/imports.js';
import { aliasStructure } from '../code/structures.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';
import { runtimeSymbols } from './runtime-symbols.js';

const module = 'client/api-error';
const union: CodeSymbol = { name: 'ApiErrorReason', module };

/** The class `ApiError` that knows the reasons of the service; that of the runtime where the spec names none. */
export function apiErrorSymbol(tools: ClientTools): CodeSymbol {
  return reasonSymbols(tools).length === 0 ? runtimeSymbols.apiError : { name: 'ApiError', module };
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
  const imports = new Imports(module, ['ApiError', union.name]);
  const all = reasons.map((one) => imports.useType(one)).join(' | ');
  const base = imports.use(runtimeSymbols.apiError);
  const view = { type: imports.useType(runtimeSymbols.apiErrorClass), union: union.name, base };
  const docs = ['The service refused the call or failed. Known reasons are there to be completed; others may come.'];
  const body = [
    aliasStructure(union.name, all, ['Why a call may be refused, all operations together.']),
    tools.templates.render('client/api-error.hbs', view),
    aliasStructure('ApiError', `${base}<Reason>`, docs, `<Reason extends string = ${union.name}>`),
  ];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}
