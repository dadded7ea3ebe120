import type { Json } from '@speccast/runtime';
import type { Answer, Call } from '../plan/plan.js';
import { shapeOf, type AnswerShape } from './answer-shape.js';
import { distortions } from './distortions.js';
import type { Freedom } from './freedoms.js';
import type { Hostility } from './hostility.js';

/** The answer with liberties taken, as many as its documents leave room for: it is still what the spec declares. */
export function distortAnswer(call: Call, answer: Answer): Answer {
  const { hostility, plan } = call;
  if (hostility === undefined) return answer;
  if (answer.kind === 'empty') return { ...answer, ...otherStatus(call, hostility, answer.status) };
  if (answer.kind !== 'json') return answer;
  const shape = shapeOf(call, answer);
  let { body } = answer;
  for (const { freedom, apply } of distortions) {
    if (!hostility.may(freedom)) continue;
    const changed = apply(body, shape, (outOf) => hostility.number(freedom, outOf));
    if (JSON.stringify(changed) === JSON.stringify(body) || !isLegal(call, shape, freedom, changed)) continue;
    hostility.use(freedom);
    body = changed;
  }
  return plan.operation.method === 'HEAD' ? answer : { ...answer, body };
}

/** A client may be asked to bear new texts of enums; everything else is what a strict validator accepts. */
function isLegal({ emulator: { judge } }: Call, { validator }: AnswerShape, freedom: Freedom, body: Json): boolean {
  if (validator === undefined || validator.is(body)) return true;
  return freedom !== 'extraMembers' && judge !== undefined && judge(validator, body).issues.length === 0;
}

function otherStatus({ plan }: Call, hostility: Hostility, usual: number | undefined): { readonly status?: number } {
  const declared = (plan.operation.responses ?? []).filter(
    ({ status, contents = [] }) => /^2\d\d$/.test(status) && contents.length === 0,
  );
  const other = declared[hostility.number('otherStatus', declared.length)];
  if (usual !== undefined || other === undefined || declared.length < 2 || !hostility.may('otherStatus')) return {};
  hostility.use('otherStatus');
  return { status: Number(other.status) };
}
