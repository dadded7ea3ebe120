import { regexFlags } from '../regex.js';
import { judgePattern } from './judge-pattern.js';

/** Whether validators match texts with a pattern: one that takes exponential time is left to the server, with a warning. */
export function isAsserted(pattern: string): boolean {
  const flags = regexFlags(pattern);
  return flags === undefined || judgePattern(pattern, flags).kind !== 'exponential';
}
