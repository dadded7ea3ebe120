import type { Operation, Parameter, Response } from '../../api/api.js';
import { findErrorBodies, hasOwnErrors, operationErrors } from '../../api/shapes/error-bodies.js';
import { referredSchema, successResponses } from '../../api/messages/responses.js';
import { chooseShape } from '../../api/shapes/combine-shapes.js';
import { isDownload, isEither, isItemStream, responseHeaders } from '../code/operation-result.js';
import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { interfaceStructure } from '../code/structures.js';
import { printShape, typeNames } from '../code/types.js';
import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

/** The context of the types of handlers. */
export type HandlerTools = Pick<EmitContext, 'api' | 'layout'>;

/** The type parameters of the handlers of operations: who calls, where one of them asks for a credential. */
export function handlerParameters(operations: readonly Operation[]): string {
  return operations.some(needsCredential) ? '<Principal, Context>' : '<Context>';
}

/** Tells whether a credential may come with a call. */
export function needsCredential({ security }: Operation): boolean {
  return security.length > 0;
}

/** `server-types/service-errors` : the bodies of errors by status, where all operations have the same. */
const serviceErrors: CodeSymbol = { name: 'ServiceErrors', module: 'server-types/service-errors' };

/** A symbol that `@speccast/runtime/server` exports. */
export function server(name: string): CodeSymbol {
  return { name, module: 'runtime/server' };
}

/** Source text of the type of a handler. */
export function handlerType(operation: Operation, imports: Imports, tools: HandlerTools): string {
  const use = (name: string): string => imports.useType(server(name));
  const params = imports.useType(tools.layout.type(operation, 'Params'));
  const { security } = operation;
  const isOptional = security.some((needs) => needs.length === 0);
  const principal = security.length === 0 ? 'undefined' : isOptional ? 'Principal | undefined' : 'Principal';
  const call = `${use('ServerCall')}<${params}, ${defaulted(operation, tools)}, ${principal}, Context>`;
  const responses = [...successes(operation, imports, tools), ...errors(operation, imports, tools)];
  return `${use('Handler')}<${call}, ${responses.join(' | ')}>`;
}

/** Names of parameters that are always there, because they have a default. */
function defaulted(operation: Operation, { api }: HandlerTools): string {
  const isDefaulted = ({ schema, required }: Parameter): boolean => {
    const stated = schema.default ?? referredSchema(api, schema)?.default;
    return !required && stated !== undefined && stated.value !== null;
  };
  const names = operation.parameters.filter(isDefaulted);
  return names.map(({ property, callersName = property }) => literal(callersName)).join(' | ') || 'never';
}

function successes(operation: Operation, imports: Imports, tools: HandlerTools): readonly string[] {
  const { layout } = tools;
  const use = (name: string): string => imports.useType(server(name));
  const all = successResponses(operation.responses);
  const hasHeaders = responseHeaders(operation).length > 0;
  const headers = hasHeaders ? imports.useType(layout.type(operation, 'Headers')) : undefined;
  if (all.length === 0) return [`${use('Success')}<200, undefined>`];
  return all.map((response, index) => {
    const body = bodyType(operation, response, imports, tools);
    const status = statusType(response.status, imports);
    const given = [status, body, ...(headers === undefined ? [] : [headers])];
    if (index === 0) return `${use('Success')}<${given.join(', ')}>`;
    return `${use('Reply')}<${status}, ${body}, ${headers === undefined ? 'object' : `${use('SentHeaders')}<${headers}>`}>`;
  });
}

/** The statuses that a response is declared for; a success without one is any. */
function statusType(status: string, imports: Imports): string {
  if (/^\d{3}$/.test(status)) return status;
  const key = status === 'default' ? '2XX' : status.toUpperCase();
  return `${imports.useType(server('StatusesOf'))}<${literal(key)}>`;
}

function bodyType(operation: Operation, response: Response, imports: Imports, { layout }: HandlerTools): string {
  const { contents } = response;
  if (contents.length === 0) return 'undefined';
  const use = (name: string): string => imports.useType(server(name));
  const type = (suffix: 'Response' | 'StreamItem'): string => imports.useType(layout.type(operation, suffix));
  if (isDownload(operation)) return use('SentBytes');
  if (isItemStream(operation)) return `${use('SentItems')}<${type('Response')}[number]>`;
  if (isEither(operation)) return `${type('Response')} | ${use('SentItems')}<${type('StreamItem')}>`;
  const others = contents.filter(({ kind }) => kind !== 'binary');
  const bytes = others.length < contents.length ? [use('SentBytes')] : [];
  if (others.length === 0) return bytes.join('');
  const isOnly = successResponses(operation.responses).length === 1 && bytes.length === 0;
  const names = typeNames(layout, imports, 'response');
  const own = isOnly ? type('Response') : printShape(chooseShape(others.map(({ shape }) => shape)), names);
  return [own, ...bytes].join(' | ');
}

/** The errors that an operation declares: those with bodies, and those without. */
function errors(operation: Operation, imports: Imports, { api, layout }: HandlerTools): readonly string[] {
  const use = (name: string): string => imports.useType(server(name));
  const own = hasOwnErrors(api, operation) ? layout.type(operation, 'Errors') : undefined;
  const isCommon = findErrorBodies(api).kind === 'same';
  const declared = own ?? (isCommon ? serviceErrors : undefined);
  const known = new Set(operationErrors(operation).map(({ status }) => status));
  const others = new Set(successResponses(operation.responses));
  const bare = operation.responses
    .filter((one) => !others.has(one) && /^[45](?:\d\d|XX)$/i.test(one.status))
    .map(({ status }) => status.toUpperCase())
    .filter((status) => !known.has(status))
    .map((status) => statusType(status, imports));
  return [
    ...(declared === undefined ? [] : [`${use('ErrorReplies')}<${imports.useType(declared)}>`]),
    ...(bare.length === 0 ? [] : [`${use('Reply')}<${bare.join(' | ')}, unknown, object>`]),
  ];
}

/** Emits the bodies of errors where all operations have the same. */
export function emitServiceErrors({ api, layout }: HandlerTools): readonly SourceFile[] {
  const found = findErrorBodies(api);
  if (found.kind !== 'same') return [];
  const { name, module } = serviceErrors;
  const imports = new Imports(module, [name]);
  const names = typeNames(layout, imports, 'response');
  const body = interfaceStructure({
    name,
    docs: ['Bodies of the errors of all operations, by status.'],
    properties: found.bodies.map(({ status, shape }) => ({
      name: status,
      required: true,
      type: printShape(shape, names),
      docs: [],
    })),
  });
  return [imports.toFile([body])];
}
