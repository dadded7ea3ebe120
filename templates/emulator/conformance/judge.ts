import type { ConformanceKit, Expectation } from './check.js';
import { judgeImage } from './judge-image.js';
import { match } from './match.js';
import type { Answer } from './read-answer.js';
import { readPath } from './read-path.js';
import { show } from './show.js';

/** Why an answer is not what was wanted; empty where it is. What is refused has to look like every refusal. */
export async function judge(answer: Answer, wanted: Expectation, kit: ConformanceKit): Promise<readonly string[]> {
  const status = judgeStatus(answer, wanted.status ?? '2xx');
  // Whatever else would be said about the wrong answer only hides that it is the wrong one.
  if (status.length > 0) return [...status, `the body is ${show(answer.body ?? answer.text)}`];
  return [
    ...judgeRefusal(answer, wanted, kit),
    ...match(answer.headers, wanted.headers ?? {}).map((issue) => `header ${issue}`),
    ...(wanted.body === undefined ? [] : match(answer.body, wanted.body)),
    ...(wanted.text === undefined ? [] : match(answer.text, wanted.text, 'the text')),
    ...judgeBytes(answer, wanted.bytes),
    ...(wanted.image === undefined ? [] : await judgeImage(answer, wanted.image)),
  ];
}

/** Whether a status is the one that is meant: `200`, `4xx`. */
export function isStatus(status: number, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isStatus(status, one));
  return (
    String(wanted).toLowerCase().replace('xx', '') === String(status).slice(0, String(wanted).replace(/x/gi, '').length)
  );
}

function judgeStatus({ status }: Answer, wanted: unknown): readonly string[] {
  if (isStatus(status, wanted)) return [];
  return [`the status: wanted ${Array.isArray(wanted) ? wanted.join(' or ') : String(wanted)}, got ${status}`];
}

function judgeRefusal(
  { status, body }: Answer,
  { reason }: Expectation,
  { refusal }: ConformanceKit,
): readonly string[] {
  if (status < 400 || refusal === undefined) return [];
  const issues = refusal.body === undefined ? [] : match(body, refusal.body);
  if (reason === undefined) return issues;
  const got = readPath(body, refusal.reason ?? '');
  const allowed = [reason].flat();
  if (allowed.some((one) => one === got)) return issues;
  return [...issues, `the reason: wanted ${allowed.join(' or ')}, got ${show(got)}`];
}

function judgeBytes({ bytes }: Answer, wanted: unknown): readonly string[] {
  if (wanted === undefined) return [];
  if (!(wanted instanceof Uint8Array)) return ['the bytes: there are none to compare them with'];
  const isSame = bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index]);
  return isSame ? [] : [`the bytes: wanted the ${wanted.length} that were sent, got ${bytes.length} that differ`];
}
