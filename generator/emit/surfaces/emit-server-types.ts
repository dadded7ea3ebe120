import { code, literalCode, render, useAll } from '../code/templates.js';
import { useMembers } from './emit-tools.js';
import type { Api, Operation, OperationGroup, Response } from '../../api/api.js';
import { referredSchema, successResponses } from '../../api/messages/responses.js';
import { requestLine } from '../code/operation-sentences.js';
import { callsSymbol, formTypes, modelValidator } from '../code/operation-parts.js';
import { operationTable } from '../surface-entries.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { aliasStructure, exportStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import type { EmitContext } from '../emit-context.js';
import { camelCase } from '../../api/tools/names.js';
import { allGroups, type Layout, serviceSymbol } from '../layout.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { listPresent } from '../../iterables.js';
import { toCallersProperty } from '../../api/conversions/names-agree.js';
import { findErrorBodies, hasOwnErrors, operationErrors } from '../../api/shapes/error-bodies.js';
import { chooseShape } from '../../api/shapes/combine-shapes.js';
import { isDownload, isEither, isItemStream, responseHeaders } from '../code/operation-result.js';
import { printShape, typeNames } from '../code/types.js';

const module = 'server-types/index';

/** Types of the runtime that `./server-types` exports. */
const TYPES =
  'Attempt, Authenticate, ExpressContext, FailedCall, FastifyContext, ReceivedBytes, ReceivedFile, ReceivedMedia, ' +
  'SentBytes, SentItems, ServerErrorOptions, ServerHandler, ServerOptions';

const VALUES = 'InvalidResponseError, mountExpress, mountFastify, mountHono, reply, ServerError';

/** Emits `server-types/*.ts`: the types of handlers, one file for each resource, and the functions that create a server from them. */
export function emitServerTypes(context: EmitContext): readonly SourceFile[] {
  const { api } = context;
  return [
    ...allGroups(api.groups).map((group) => emitGroup(group, context)),
    ...emitServiceErrors(context),
    emitIndex(context),
  ];
}

/** Returns the type `BooksHandlers` in `server-types/books`: the handlers of a resource. */
function handlersSymbol({ typeName, module: name }: OperationGroup): CodeSymbol {
  return { name: `${typeName}Handlers`, module: `server-types/${name}` };
}

function emitGroup(group: OperationGroup, context: EmitContext): SourceFile {
  const { layout } = context;
  const { name, module: own } = handlersSymbol(group);
  const errorsName = errorsSymbol(group).name;
  const imports = new Imports(own, [name, errorsName, 'Principal', 'Context']);
  const operations = layout.operationsOf(group);
  const body = interfaceStructure({
    name,
    typeParameters: handlerParameters(operationsBelow(group, context)),
    docs: [`Handlers of \`${group.path.join('.')}\`.`],
    properties: [
      ...operations.map((operation) => ({
        name: operation.property,
        required: true,
        type: handlerType(operation, imports, context),
        docs: [`${requestLine(operation)}.`],
      })),
      ...groupProperties(group.groups, imports, context),
    ],
  });
  const errors = operations.flatMap((operation) => {
    const validators = listErrorValidators(operation, layout).map(
      ([status, validator]) => `${propertyKey(status)}: ${imports.use(validator)}`,
    );
    return validators.length === 0 ? [] : [{ id: operation.id, validators: code(`{ ${validators.join(', ')} }`) }];
  });
  if (errors.length === 0) return imports.toFile([body]);
  const view = { name: errorsName, type: imports.useType(server('ServerPlan')), errors };
  return imports.toFile([body, render(context, 'surfaces/server-errors.hbs', view)]);
}

/** Returns `booksErrors` in `server-types/books`: the validators of error bodies by operation and status. */
function errorsSymbol({ typeName, module: name }: OperationGroup): CodeSymbol {
  return { name: `${camelCase(typeName, 'resource')}Errors`, module: `server-types/${name}` };
}

/** Lists the operations of a group and of the groups below it. */
function operationsBelow(group: OperationGroup, { layout }: HandlerTools): readonly Operation[] {
  return allGroups([group]).flatMap((one) => layout.operationsOf(one));
}

function groupProperties(
  groups: readonly OperationGroup[],
  imports: Imports,
  tools: HandlerTools,
): readonly PropertyParts[] {
  return groups.map((group) => ({
    name: group.property,
    required: true,
    type: `${imports.useType(handlersSymbol(group))}${handlerParameters(operationsBelow(group, tools))}`,
    docs: [],
  }));
}

function emitIndex(context: EmitContext): SourceFile {
  const { api, layout } = context;
  const handlers = 'Handlers';
  const declared = ['Principal', 'Context', 'createHandler', 'createPartialHandler', 'plan'];
  const imports = new Imports(module, [handlers, ...declared]);
  const groups = allGroups(api.groups);
  const isSecured = api.operations.some(acceptsCredential);
  const isDemanded = api.operations.some(
    ({ security }) => security.length > 0 && security.every((one) => one.length > 0),
  );
  const authenticate = isSecured && `${imports.useType(server('AuthenticateOption'))}<Principal, Context>`;
  const options = `options: ${imports.useType(server('ServerOptions'))}<Context>`;
  const view = {
    ...useAll(imports, 'runtime/server', {
      planType: 'type ServerPlan',
      some: 'type SomeHandlers',
      handler: 'type ServerHandler',
      create: 'createServerHandler',
    }),
    ...useMembers(imports, {
      service: serviceSymbol,
      document: { name: 'document', module: 'spec' },
      calls: callsSymbol,
      operations: operationTable,
    }),
    errors: groups
      .filter((group) => layout.operationsOf(group).some((one) => listErrorValidators(one, layout).length > 0))
      .map((group) => imports.use(errorsSymbol(group))),
    forms: api.operations
      .map((one) => ({ id: one.id, types: literalCode(formTypes(api, one)) }))
      .filter(({ types }) => types !== ''),
    handlers,
    parameters: code(isSecured ? 'Principal, Context = unknown' : 'Context = unknown'),
    given: code(handlerParameters(api.operations)),
    options: code(
      isDemanded
        ? `${options} & ${authenticate}`
        : `${options}${authenticate ? ` & Partial<${authenticate}>` : ''} = {}`,
    ),
  };
  return imports.toFile([
    handlersStructure(handlers, isSecured, groupProperties(api.groups, imports, context)),
    render(context, 'surfaces/server-types.hbs', view),
    ...groups.map((group) => exportStructure(`./${group.module}.js`, [handlersSymbol(group).name], true)),
    `export { ${VALUES} } from '@speccast/runtime/server';`,
    `export type { ${TYPES} } from '@speccast/runtime/server';`,
  ]);
}

/** Emits the type of all handlers. Without operations, it is an alias that uses `Context`, since TypeScript rejects unused type parameters. */
function handlersStructure(name: string, isSecured: boolean, properties: readonly PropertyParts[]): Statement {
  const principal = isSecured ? '`Principal` is the type of the caller, ' : '';
  const docs = [
    `Handlers of the operations, nested as in the client. ${principal}\`Context\` that of the framework's context.`,
  ];
  const typeParameters = isSecured ? '<Principal = unknown, Context = unknown>' : '<Context = unknown>';
  return properties.length === 0
    ? aliasStructure(name, 'Record<never, Context>', docs, typeParameters)
    : interfaceStructure({ name, typeParameters, docs, properties });
}

function listErrorValidators({ responses }: Operation, layout: Layout): readonly (readonly [string, CodeSymbol])[] {
  const successes = new Set(successResponses(responses));
  return responses.flatMap((response) => {
    const validator = successes.has(response) ? undefined : modelValidator(response, layout);
    return validator === undefined ? [] : [[response.status, validator] as const];
  });
}

/** The context of the types of handlers. */
type HandlerTools = Pick<EmitContext, 'api' | 'layout'>;

/** Prints the type arguments of handlers: `<Context>`, with `Principal` if an operation accepts credentials. */
function handlerParameters(operations: readonly Operation[]): string {
  return operations.some(acceptsCredential) ? '<Principal, Context>' : '<Context>';
}

/** Returns true if an operation accepts a credential. */
function acceptsCredential({ security }: Operation): boolean {
  return security.length > 0;
}

/** `server-types/service-errors`: the error bodies by status, if all operations have the same. */
const serviceErrors: CodeSymbol = { name: 'ServiceErrors', module: 'server-types/service-errors' };

/** Returns a symbol that `@speccast/runtime/server` exports. */
function server(name: string): CodeSymbol {
  return { name, module: 'runtime/server' };
}

/** Prints the type of a handler: `Handler<ServerCall<…>, Success<200, Book> | …>`. */
function handlerType(operation: Operation, imports: Imports, { api, layout }: HandlerTools): string {
  const use = (name: string): string => imports.useType(server(name));
  const tools: TypeTools = { operation, imports, api, layout, use };
  const params = imports.useType(layout.type(operation, 'Params'));
  const { security } = operation;
  const isOptional = security.some((needs) => needs.length === 0);
  const principal = security.length === 0 ? 'undefined' : isOptional ? 'Principal | undefined' : 'Principal';
  const call = `${use('ServerCall')}<${params}, ${printDefaulted(operation, api)}, ${principal}, Context>`;
  return `${use('Handler')}<${call}, ${[...successes(tools), ...errors(tools)].join(' | ')}>`;
}

/** The context in which the type of a handler is printed. */
interface TypeTools extends HandlerTools {
  readonly operation: Operation;
  readonly imports: Imports;
  /** Imports a type of `@speccast/runtime/server`. */
  readonly use: (name: string) => string;
}

/** Prints the names of optional parameters with a default, which handlers always receive: `'limit' | 'order'`. */
function printDefaulted({ parameters }: Operation, api: Api): string {
  const found = parameters.filter(({ schema, required }) => {
    const stated = schema.default ?? referredSchema(api, schema)?.default;
    return !required && stated !== undefined && stated.value !== null;
  });
  return found.map((one) => literal(toCallersProperty(one))).join(' | ') || 'never';
}

function successes(tools: TypeTools): readonly string[] {
  const { operation, imports, layout, use } = tools;
  const all = successResponses(operation.responses);
  const hasHeaders = responseHeaders(operation).length > 0;
  const headers = hasHeaders ? imports.useType(layout.type(operation, 'Headers')) : undefined;
  if (all.length === 0) return [`${use('Success')}<200, undefined>`];
  return all.map((response, index) => {
    const [status, body] = [statusType(response.status, tools), bodyType(response, tools)];
    if (index === 0) return `${use('Success')}<${listPresent([status, body, headers]).join(', ')}>`;
    return `${use('Reply')}<${status}, ${body}, ${headers ? `${use('SentHeaders')}<${headers}>` : 'object'}>`;
  });
}

/** Prints the type of a response's status: `200`, `StatusesOf<'4XX'>`; `default` is any success. */
function statusType(status: string, { use }: TypeTools): string {
  if (/^\d{3}$/.test(status)) return status;
  return `${use('StatusesOf')}<${literal(status === 'default' ? '2XX' : status.toUpperCase())}>`;
}

function bodyType({ contents }: Response, { operation, imports, layout, use }: TypeTools): string {
  if (contents.length === 0) return 'undefined';
  const type = (suffix: 'Response' | 'StreamItem'): string => imports.useType(layout.type(operation, suffix));
  if (isDownload(operation)) return use('SentBytes');
  if (isItemStream(operation)) return `${use('SentItems')}<${type('Response')}[number]>`;
  if (isEither(operation)) return `${type('Response')} | ${use('SentItems')}<${type('StreamItem')}>`;
  const others = contents.filter(({ kind }) => kind !== 'binary');
  if (others.length === 0) return use('SentBytes');
  const bytes = others.length < contents.length ? ` | ${use('SentBytes')}` : '';
  const isOnly = successResponses(operation.responses).length === 1 && bytes === '';
  const names = typeNames(layout, imports, 'response');
  return isOnly ? type('Response') : `${printShape(chooseShape(others.map(({ shape }) => shape)), names)}${bytes}`;
}

/** Prints the types of the errors that an operation declares, with and without bodies. */
function errors(tools: TypeTools): readonly string[] {
  const { operation, imports, api, layout, use } = tools;
  const own = hasOwnErrors(api, operation) ? layout.type(operation, 'Errors') : undefined;
  const declared = own ?? (findErrorBodies(api).kind === 'same' ? serviceErrors : undefined);
  const known = new Set(operationErrors(operation).map(({ status }) => status));
  const others = new Set(successResponses(operation.responses));
  const bare = operation.responses
    .filter((one) => !others.has(one) && /^[45](?:\d\d|XX)$/i.test(one.status))
    .map(({ status }) => status.toUpperCase())
    .filter((status) => !known.has(status))
    .map((status) => statusType(status, tools));
  return listPresent([
    declared && `${use('ErrorReplies')}<${imports.useType(declared)}>`,
    bare.length > 0 && `${use('Reply')}<${bare.join(' | ')}, unknown, object>`,
  ]);
}

/** Emits the type of the error bodies, if all operations have the same. */
function emitServiceErrors({ api, layout }: HandlerTools): readonly SourceFile[] {
  const found = findErrorBodies(api);
  if (found.kind !== 'same') return [];
  const { name, module } = serviceErrors;
  const imports = new Imports(module, [name]);
  const names = typeNames(layout, imports, 'response');
  const docs = ['Bodies of the errors of all operations, by status.'];
  const properties = found.bodies.map(({ status, shape }) => ({
    name: status,
    required: true,
    type: printShape(shape, names),
    docs: [],
  }));
  return [imports.toFile([interfaceStructure({ name, docs, properties })])];
}
