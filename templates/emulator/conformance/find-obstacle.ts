import type { Check, Sender, Step } from './check.js';
import type { ConformanceOptions } from './run-conformance.js';

const needs: Readonly<Record<Exclude<Sender, 'nobody'>, string>> = {
  key: 'needs an API key',
  T1: 'needs a token',
  T2: 'needs the token of a second user',
};

/** Why a check cannot be run with what was given; undefined where it can. */
export function findObstacle(check: Check, options: ConformanceOptions): string | undefined {
  if (check.writes === true && options.writes !== true) return 'changes data, which was not allowed';
  if (check.profile === 'documented' && options.documented === false)
    return 'holds only where the document alone is followed';
  const given = { key: options.key, T1: options.tokens?.T1, T2: options.tokens?.T2 };
  const senders = sendersOf(check);
  for (const sender of ['key', 'T1', 'T2'] as const) if (senders.has(sender) && !given[sender]) return needs[sender];
  return undefined;
}

/** Who sends the requests of a check, or stands in them by name. */
function sendersOf({ as = 'nobody', steps, finally: last = [] }: Check): ReadonlySet<string> {
  const senders = [...steps, ...last].flatMap((step) => sendersOfStep(step, as));
  const texts = JSON.stringify([steps, last]);
  return new Set([...senders, ...['key', 'T1', 'T2'].filter((name) => texts.includes(`\${${name}}`))]);
}

function sendersOfStep({ as, steps = [] }: Step, outer: Sender): readonly Sender[] {
  return steps.length === 0 ? [as ?? outer] : steps.flatMap((step) => sendersOfStep(step, as ?? outer));
}
