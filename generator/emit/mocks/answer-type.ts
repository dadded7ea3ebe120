import type { Api, Operation, Response } from '../../api/api.js';
import { reasonsOf } from '../code/describe-reasons.js';
import type { Imports } from '../code/imports.js';
import { unionOf } from '../code/operation-params.js';
import { typeNames } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { MockTools } from './mock-tools.js';

const module = 'emulator/engine/faults/operation-control';

/** Source text of the answers that an operation documents: `DocumentedAnswer<200, Video> | EmptyAnswer<304>`. */
export function answerType(operation: Operation, imports: Imports, { api, layout }: MockTools): string {
  const refusals = refusalStatuses(api, operation);
  const covered = new Map(operation.responses.map((one) => [one, statusType(one, operation, refusals, imports)]));
  const answers = [...covered].flatMap(([{ contents }, status]) => {
    if (status === '') return [];
    if (contents.length === 0) return [`${imports.useType({ name: 'EmptyAnswer', module })}<${status}>`];
    const body = printShape(unionOf(contents.map(({ shape }) => shape)), typeNames(layout, imports, 'response'));
    return [`${imports.useType({ name: 'DocumentedAnswer', module })}<${status}, ${body}>`];
  });
  const bare = refusals.filter((status) => !operation.responses.some((one) => covers(one, status)));
  const more = bare.length === 0 ? [] : [`${imports.useType({ name: 'EmptyAnswer', module })}<${bare.join(' | ')}>`];
  return [...answers, ...more].join(' | ') || 'never';
}

/** The statuses that go with reasons, in ascending order. */
function refusalStatuses({ extensions }: Api, operation: Operation): readonly string[] {
  const named = [extensions, operation.extensions].flatMap((one) => reasonsOf(one['x-reasons']));
  return [...new Set(named.map(({ status }) => status))].filter((status) => isExact.test(status)).toSorted();
}

const isExact = /^[1-5]\d\d$/;

/** A status, or of `4XX` and `default` those that go with reasons and that no other response has; all where no reason is known. */
function statusType(
  { status }: Response,
  { responses }: Operation,
  refusals: readonly string[],
  imports: Imports,
): string {
  if (isExact.test(status)) return status;
  const exact = new Set(responses.map((one) => one.status));
  const classes = new Set(responses.flatMap((one) => (one.status === status ? [] : one.status.toUpperCase())));
  const some = refusals.filter(
    (one) => !exact.has(one) && covers({ status }, one) && !(status === 'default' && classes.has(`${one[0]}XX`)),
  );
  if (some.length > 0) return some.join(' | ');
  const ranges = status === 'default' ? ['4XX', '5XX'].filter((one) => !classes.has(one)) : [status.toUpperCase()];
  const types = ranges.map((range) => `${imports.useType({ name: 'StatusOf', module })}<'${range}'>`);
  return [...(status === 'default' && responses.length === 1 ? ['200'] : []), ...types].join(' | ');
}

function covers({ status }: Pick<Response, 'status'>, code: string): boolean {
  return status === 'default' || status === code || status.toUpperCase() === `${code.charAt(0)}XX`;
}
