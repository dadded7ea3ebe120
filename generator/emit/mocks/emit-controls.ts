import type { Api, Operation, OperationGroup } from '../../api/api.js';
import { operationsById } from '../../api/operations-by-id.js';
import { Imports } from '../code/imports.js';
import { interfaceStructure, type PropertyParts } from '../code/structures.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { answerType } from './answer-type.js';
import type { MockTools } from './mock-tools.js';

const control: CodeSymbol = { name: 'OperationControl', module: 'emulator/engine/faults/operation-control' };
const call: CodeSymbol = { name: 'CallOf', module: 'emulator/engine/faults/operation-control' };
const module = 'mocks/controls/index';

/** `VideoPlatformControls`: what can go wrong, grouped as the client groups operations. */
export function controlsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Controls`, module };
}

/** `VideoPlatformCalls`: what the journal shows of the calls of each operation, by id. */
export function callsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Calls`, module };
}

/** Emits `mocks/controls/*.ts`: the types of what a test may ask of each operation, one file a group. */
export function emitControls(tools: MockTools): readonly SourceFile[] {
  return [...tools.api.groups.flatMap((group) => emitGroup(group, tools)), emitAll(tools)];
}

function groupSymbol({ typeName, module: stem }: OperationGroup): CodeSymbol {
  return { name: `${typeName}GroupControls`, module: `mocks/controls/${stem}` };
}

function emitGroup(group: OperationGroup, tools: MockTools): readonly SourceFile[] {
  const symbol = groupSymbol(group);
  const imports = new Imports(symbol.module, [symbol.name]);
  const operations = operationsOf(group, tools.api);
  const properties = [
    ...operations.map((operation) => controlProperty(operation, imports, tools)),
    ...group.groups.map((inner) => groupProperty(inner, imports)),
  ];
  const docs = [`What can go wrong with \`${group.path.join('.')}\`.`];
  const file: SourceFile = {
    kind: 'source',
    path: `src/${symbol.module}.ts`,
    imports: imports.lines(),
    body: [interfaceStructure({ name: symbol.name, docs, properties })],
  };
  return [file, ...group.groups.flatMap((inner) => emitGroup(inner, tools))];
}

/** The operations right in a group, in the order of the spec. */
function operationsOf(group: OperationGroup, api: Api): readonly Operation[] {
  const ids = new Set(group.operations);
  const found = [...ids].flatMap((id) => operationsById(api).get(id) ?? []);
  const inOrder = ordersOf(api);
  return found.toSorted((left, right) => (inOrder.get(left) ?? 0) - (inOrder.get(right) ?? 0));
}

const orders = new WeakMap<Api, ReadonlyMap<Operation, number>>();

function ordersOf(api: Api): ReadonlyMap<Operation, number> {
  const order = orders.get(api) ?? new Map(api.operations.map((operation, index) => [operation, index]));
  orders.set(api, order);
  return order;
}

function groupProperty(group: OperationGroup, imports: Imports): PropertyParts {
  return { name: group.property, required: true, type: imports.useType(groupSymbol(group)), docs: [] };
}

function controlProperty(operation: Operation, imports: Imports, tools: MockTools): PropertyParts {
  const reason = tools.layout.reason(operation);
  const types = [
    imports.useType(tools.layout.params(operation)),
    reason === undefined ? 'never' : imports.useType(reason),
    answerType(operation, imports, tools),
  ];
  const type = `${imports.useType(control)}<${types.join(', ')}>`;
  return { name: operation.property, required: true, type, docs: [`Calls of \`${operation.id}\`.`] };
}

function emitAll({ api, layout }: MockTools): SourceFile {
  const [controls, calls] = [controlsSymbol(api).name, callsSymbol(api).name];
  const imports = new Imports(module, [controls, calls]);
  const body = [
    interfaceStructure({
      name: controls,
      docs: ['What can go wrong with the calls of the service, grouped as in the client.'],
      properties: api.groups.map((group) => groupProperty(group, imports)),
    }),
    interfaceStructure({
      name: calls,
      docs: ['What is known of the calls of each operation, by its id.'],
      properties: api.operations.map((operation) => ({
        name: operation.id,
        required: true,
        type: `${imports.useType(call)}<${imports.useType(layout.params(operation))}>`,
        docs: [],
      })),
    }),
  ];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}
