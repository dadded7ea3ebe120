import type { Api, Operation } from '../../api/api.js';
import { toChange } from '../operations/api-diff.js';
import type { Change } from '../changes/change.js';
import { step } from '../sides/finding.js';
import type { Position } from '../../diagnostics.js';
import type { ArgumentStyle } from '../../options.js';
import { planArguments } from '../../emit/code/operation-params.js';

/** A package whose methods take arguments in a style. */
interface Styled {
  readonly api: Api;
  readonly style?: ArgumentStyle | undefined;
}

/**
 * Compares the arguments of methods. Another style is one change, at `at`; within the positional style each operation whose
 * arguments moved is one: `the method takes an id and params with \`body\`, and took an id and no params with \`body\``.
 */
export function diffArguments(before: Styled, after: Styled, at: Position): readonly Change[] {
  const [was = 'object', is = 'object'] = [before.style, after.style];
  if (was !== is) return [tell('argumentStyle', `methods take ${STYLES[is]}, and took ${STYLES[was]}`, at)];
  if (is === 'object') return [];
  const old = new Map(before.api.operations.map((one) => [one.id, one]));
  return after.api.operations.flatMap((operation) => {
    const other = old.get(operation.id);
    if (other === undefined) return [];
    const hasBody = operation.body !== undefined && other.body !== undefined;
    const [takes, took] = [
      describeArguments(after.api, operation, hasBody),
      describeArguments(before.api, other, hasBody),
    ];
    if (takes === took) return [];
    const change = tell(
      step(`operations.${operation.id}`),
      `the method takes ${takes}, and took ${took}`,
      operation.at,
    );
    return [{ ...change, operations: [operation.id], side: 'new' as const }];
  });
}

const STYLES = { object: 'one object', positional: 'an id by position and properties of the body beside parameters' };

/** A parameter that is new comes between an id and the options; a body is compared where there are two. */
function describeArguments(api: Api, operation: Operation, hasBody: boolean): string {
  const plan = planArguments(api, operation, 'positional');
  const id = plan?.id === undefined ? 'no id' : 'an id';
  const params = plan?.others.length === 0 ? 'no params' : 'params';
  const body = plan?.mergesBody === true ? ' with properties of the body' : ' with `body`';
  return `${id} and ${params}${hasBody ? body : ''}`;
}

function tell(subject: string, message: string, at: Position): Change {
  return toChange({ code: 'argument-style-changed', message, subject, at, side: 'old' });
}
