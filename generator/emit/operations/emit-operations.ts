import type { Operation } from '../../api/api.js';
import { innerShapes } from '../../api/shapes/combine-shapes.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { itemShape, readResult } from '../code/operation-result.js';
import {
  typeParameter,
  reportParameterNames,
  reportArguments,
  reportParameters,
  operationSymbols,
} from '../code/call-types.js';
import {
  findCommonParams,
  ownMembers,
  ownParameters,
  paramsMembers,
  partProperty,
  typedChoices,
} from '../code/operation-params.js';
import { paramsOnWire } from '../code/wire-code.js';
import { joinWords } from '../../api/tools/sentence.js';
import { literal, propertyKey } from '../code/literals.js';
import { hasOperationTable, moduleTable, tableName } from '../surface-entries.js';
import { groupBy, reachable } from '../../iterables.js';
import { Imports, runtime } from '../code/imports.js';
import { commentCode, requestLine } from '../code/operation-sentences.js';
import { memberDocs, nameOfMember, optionalType, printShape, typeNames } from '../code/types.js';
import { aliasStructure, interfaceStructure, type IndexParts } from '../code/structures.js';
import { code, createTemplates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { SourceFile, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { descriptorValue } from './descriptor-value.js';
import { emitReadOnly } from './emit-read-only.js';
import { emitService, hasCalls } from './emit-service.js';
import { emitWire, wireField } from './emit-wire.js';
import { emitXml, type OperationTools } from './emit-xml.js';
import {
  errorTypes,
  headerTypes,
  mediaTypesType,
  reasonType,
  partNames,
  statusTypes,
  partParameter,
  partResult,
  reportTypes,
  withLists,
} from './operation-types.js';
import {
  bodyWritersField,
  descriptorFields,
  receiveField,
  requestFields,
  splitField,
  writersField,
  xmlField,
} from './writer-fields.js';

/**
 * Emits `operations/*.ts`: params type, response type and descriptor of each operation; `operations/xml.ts` and `operations/service.ts`. Validators
 * alone have no use for descriptors.
 */
export function emitOperations(context: EmitContext): readonly SourceFile[] {
  const tools: OperationTools = { ...context, templates: createTemplates(context.assets.templates) };
  const modules = groupBy(tools.api.operations, (operation) => tools.layout.type(operation, 'Params').module);
  return [
    ...[...modules].map(([module, operations]) => emitModule(module, operations, tools)),
    ...(hasCalls(tools) ? emitXml(tools) : []),
    ...emitWire(tools),
    ...(hasCalls(tools) ? emitReadOnly(tools) : []),
    ...emitService(tools),
  ];
}

function emitModule(module: string, operations: readonly Operation[], tools: OperationTools): SourceFile {
  const { layout } = tools;
  const declared = operations.flatMap((operation): readonly ({ readonly name: string } | undefined)[] => [
    layout.descriptor(operation),
    ...operationSymbols(tools.api, operation, layout),
    ...(operation.paramsWire === undefined ? [] : [{ name: operation.paramsWire }]),
    ...[layout.reason(operation)].filter((one) => one?.module === module),
  ]);
  const parameters = [typeParameter, ...operations.flatMap(reportParameterNames)];
  const imports = new Imports(module, [
    moduleTable(module).name,
    ...parameters,
    ...declared.flatMap((symbol) => symbol?.name ?? []),
  ]);
  const hasTable = hasCalls(tools) && hasOperationTable(tools);
  const body = operations.flatMap((operation, index) => [
    ...(tools.onlyValues === true ? [] : emitOperationTypes(operation, operations.slice(0, index), imports, tools)),
    ...(hasCalls(tools) ? [descriptorStatement(operation, imports, tools)] : []),
  ]);
  const table = hasTable ? [tableStatement(module, operations, imports, tools)] : [];
  return imports.toFile([...body, ...table]);
}

/** Emits the operations of a module by their names: `petsOperations`. */
function tableStatement(
  module: string,
  operations: readonly Operation[],
  imports: Imports,
  { layout, templates }: OperationTools,
): string {
  return templates.render('operations/table.hbs', {
    name: moduleTable(module).name,
    type: imports.useType(runtime('Operation')),
    operations: operations.map((one) => ({
      name: code(propertyKey(tableName(one))),
      operation: layout.descriptor(one).name,
    })),
  });
}

/** Emits the types of an operation; `before` are the operations of the same module before it. */
function emitOperationTypes(
  operation: Operation,
  before: readonly Operation[],
  imports: Imports,
  tools: OperationTools,
): readonly Statement[] {
  const { shape, empty } = readResult(operation);
  const names = typeNames(tools.layout, imports, 'response');
  const type = shape === undefined ? 'void' : `${printShape(shape, names)}${empty ? ' | undefined' : ''}`;
  const reportBody = operation.report && ownMembers(tools.api, operation).find(({ name }) => name === 'body');
  const bodyType = reportBody && printShape(reportBody.shape, typeNames(tools.layout, imports, 'request'));
  return [
    ...partNames(operation, before, tools.layout),
    ...paramsTypes(operation, imports, tools),
    ...paramsWireType(operation, imports, tools),
    aliasStructure(tools.layout.type(operation, 'Response').name, type, [`Response of \`${operation.id}\`.`]),
    ...mediaTypesType(operation, imports, tools.layout),
    ...itemType(operation, imports, tools.layout),
    ...partResult(operation, imports, tools.layout),
    ...reportTypes(operation, bodyType, imports, tools.layout),
    ...reasonType(operation, imports, tools.layout),
    ...errorTypes(operation, imports, tools),
    ...headerTypes(operation, imports, tools.layout),
    ...statusTypes(operation, imports, tools.layout),
  ];
}

/** The params as an interface, or where they exclude each other, that interface and the union of what can be sent. */
function paramsTypes(operation: Operation, imports: Imports, { api, layout }: OperationTools): readonly Statement[] {
  const names = typeNames(layout, imports, 'request');
  const base = findCommonParams(api, operation);
  const properties = ownMembers(api, operation).map((member) => ({
    name: nameOfMember(member, names),
    required: member.required,
    type: memberType(operation, member, imports, layout),
    docs: memberDocs(member, names),
  }));
  const isEmpty = paramsMembers(operation).length === 0;
  // An interface without members would take every value, so params that must be empty say so.
  const index: IndexParts | undefined = operation.openParameters
    ? { keyName: 'parameter', type: 'unknown', docs: ['Further query parameters: the spec leaves them open.'] }
    : isEmpty
      ? { keyName: 'parameter', type: 'never', docs: [] }
      : undefined;
  const choices = typedChoices(operation);
  const { name } = layout.type(operation, choices.length === 0 ? 'Params' : 'BaseParams');
  const typeParameters =
    partParameter(operation, layout) ??
    reportParameters(operation, (key) => layout.reportKeys(operation, key).name, 'any list');
  const parameters = interfaceStructure({
    name,
    settable: true,
    typeParameters,
    base: base && imports.useType(base),
    docs: [`Parameters of \`${operation.id}\`${choices.length === 0 ? '' : ', without the rules between them'}.`],
    properties,
    index,
  });
  if (choices.length === 0) return [parameters];
  const type = choices.reduce(
    (inner, { helper, names: some }) =>
      `${imports.useType(runtime(helper))}<${inner}, ${some.map(literal).join(' | ')}>`,
    `${name}${operation.parts === undefined ? reportArguments(operation) : `<${typeParameter}>`}`,
  );
  const rules = choices.map(
    ({ helper, names: some }) =>
      `${helper === 'ExactlyOne' ? 'exactly' : 'at most'} one of ${joinWords(some.map(commentCode), 'and')}`,
  );
  const docs = [`Parameters of \`${operation.id}\`: ${rules.join(' and ')}.`];
  return [parameters, aliasStructure(layout.type(operation, 'Params').name, type, docs, typeParameters)];
}

/** The params as they are on the wire: those members that differ, in place of what callers pass. */
function paramsWireType(operation: Operation, imports: Imports, { layout }: OperationTools): readonly Statement[] {
  if (operation.paramsWire === undefined) return [];
  const { name } = layout.type(operation, 'Params');
  const members = paramsMembers(operation);
  const type = paramsOnWire({ name, members, isOpen: operation.openParameters, layout }, (one) => imports.useType(one));
  return [
    aliasStructure(operation.paramsWire, type, [
      `Parameters of \`${operation.id}\` on the wire, before they are converted.`,
    ]),
  ];
}

function memberType(operation: Operation, { name, required, shape }: Member, imports: Imports, layout: Layout): string {
  const names = typeNames(layout, imports, 'request');
  const printed = name === partProperty(operation) ? 'readonly Part[]' : printShape(shape, names);
  const isOmittable = name === 'body' && hasOptional(shape, layout);
  const body = isOmittable ? `${imports.useType(runtime('Omittable'))}<${printed}>` : printed;
  const type = name === 'body' ? withLists(body, operation) : printed;
  return required ? type : optionalType(type);
}

/** Tells whether a property of a shape that is sent may be left out, at any depth. */
function hasOptional(shape: Shape, layout: Layout): boolean {
  const listInner = (one: Shape): readonly (Shape | undefined)[] => {
    const model = one.kind === 'reference' ? layout.modelById(one.model) : undefined;
    return [...innerShapes(one), (model?.input ?? model)?.shape];
  };
  for (const one of reachable([shape], listInner))
    if (one.kind === 'object' && one.members.some(({ required }) => !required)) return true;
  return false;
}

function itemType(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const shape = itemShape(operation);
  if (shape === undefined) return [];
  const docs = [`An item of the response of \`${operation.id}\`, where it is iterated.`];
  return [
    aliasStructure(
      layout.type(operation, 'StreamItem').name,
      printShape(shape, typeNames(layout, imports, 'response')),
      docs,
    ),
  ];
}

function descriptorStatement(
  operation: Operation,
  imports: Imports,
  { api, layout, templates }: OperationTools,
): string {
  const reason = layout.reason(operation);
  const value = descriptorValue(api, operation);
  return templates.render('operations/descriptor.hbs', {
    docs: [requestLine(operation)],
    name: layout.descriptor(operation).name,
    operation: imports.useType(runtime('Operation')),
    params: layout.type(operation, 'Params').name,
    result: layout.type(operation, 'Response').name,
    reason: code(reason === undefined ? '' : `, ${imports.useType(reason)}`),
    fields: [
      ...descriptorFields(value, operation, { api, layout, imports }),
      ...requestFields(operation, imports),
      ...receiveField(value, imports),
      ...splitField(operation, imports),
      ...writersField(api, ownParameters(api, operation), imports),
      ...bodyWritersField(operation.body, imports),
      ...xmlField(operation, imports),
      ...wireField(operation, { api, layout, imports }),
    ],
  });
}
