import { isStatus } from './judge.js';

/** Why the statuses of several answers are not as many of each as was wanted; empty where they are. */
export function judgeOutcomes(
  statuses: readonly number[],
  wanted: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(wanted).flatMap(([status, count]) => {
    const got = statuses.filter((one) => isStatus(one, status)).length;
    return got === count ? [] : [`wanted ${count} answers of ${status}, got ${got} among ${statuses.length}`];
  });
}
