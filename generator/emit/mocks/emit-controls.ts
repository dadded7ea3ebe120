import type { Api, Operation, OperationGroup } from '../../api/api.js';
import { operationsById } from '../../api/operations-by-id.js';
import type { Imports } from '../code/imports.js';
import { interfaceStructure, type PropertyParts } from '../code/structures.js';
import type { CodeSymbol, Statement } from '../source-file.js';
import { answerType } from './answer-type.js';
import type { MockTools } from './mock-tools.js';

const control: CodeSymbol = { name: 'OperationControl', module: 'emulator/engine/faults/operation-control' };
const call: CodeSymbol = { name: 'CallOf', module: 'emulator/engine/faults/operation-control' };
const module = 'mocks/index';

/** `PetStoreControls`: what can go wrong, grouped as the client groups operations. */
export function controlsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Controls`, module };
}

/** `PetStoreCalls`: what the journal shows of the calls of each operation, by id. */
export function callsSymbol({ typeName }: Api): CodeSymbol {
  return { name: `${typeName}Calls`, module };
}

/** The type of what a test may ask of the operations of a group. */
export function groupControls(group: OperationGroup, imports: Imports, tools: MockTools): Statement {
  const properties = [
    ...operationsOf(group, tools.api).map((operation) => controlProperty(operation, imports, tools)),
    ...group.groups.map((inner) => groupProperty(inner, imports, tools)),
  ];
  const docs = [`What can go wrong with \`${group.path.join('.')}\`.`];
  return interfaceStructure({ name: tools.layout.controls(group).name, docs, properties });
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

function groupProperty(group: OperationGroup, imports: Imports, { layout }: MockTools): PropertyParts {
  return { name: group.property, required: true, type: imports.useType(layout.controls(group)), docs: [] };
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

/** The types of what a test may ask of all operations, and of what the journal shows of their calls. */
export function serviceControls(imports: Imports, tools: MockTools): readonly Statement[] {
  const { api, layout } = tools;
  return [
    interfaceStructure({
      name: controlsSymbol(api).name,
      docs: ['What can go wrong with the calls of the service, grouped as in the client.'],
      properties: api.groups.map((group) => groupProperty(group, imports, tools)),
    }),
    interfaceStructure({
      name: callsSymbol(api).name,
      docs: ['What is known of the calls of each operation, by its id.'],
      properties: api.operations.map((operation) => ({
        name: operation.id,
        required: true,
        type: `${imports.useType(call)}<${imports.useType(layout.params(operation))}>`,
        docs: [],
      })),
    }),
  ];
}
