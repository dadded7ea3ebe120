import type { Position } from '../../diagnostics.js';
import { positionName } from '../../spec/check/check-context.js';
import type { OperationObject } from '../../spec/openapi/openapi.js';
import type { HttpMethod } from '../api.js';
import type { Lowering } from '../lowering.js';

/** What an operation is called. */
export interface OperationId {
  readonly id: string;
  /** `operationId`, where the spec states one that no operation before has. */
  readonly statedId?: string;
}

/** The ids of the operations of one document: who comes first keeps an `operationId`, who comes later goes by method and path. */
export class OperationIds {
  readonly #lowering: Lowering;
  readonly #taken = new Map<string, Position>();

  constructor(lowering: Lowering) {
    this.#lowering = lowering;
  }

  /** Gives the next operation its id, and reports one that is taken. */
  idOf(method: HttpMethod, path: string, node: OperationObject): OperationId {
    const { diagnostics, document } = this.#lowering;
    const { operationId } = node;
    const at = document.positions.ofValue(node, 'operationId');
    const first = operationId === undefined ? undefined : this.#taken.get(operationId);
    if (operationId !== undefined && first === undefined) {
      this.#taken.set(operationId, at);
      return { id: operationId, statedId: operationId };
    }
    const id = this.#free(`${method} ${path}`);
    if (operationId !== undefined && first !== undefined) {
      const message = `the operationId ${JSON.stringify(operationId)} is taken; it already stands at ${positionName(first, at)}: this operation goes by ${JSON.stringify(id)}`;
      diagnostics.warning('duplicate-operation-id', message, at);
    }
    this.#taken.set(id, at);
    return { id };
  }

  #free(id: string): string {
    let free = id;
    for (let number = 2; this.#taken.has(free); number++) free = `${id} ${number}`;
    return free;
  }
}
