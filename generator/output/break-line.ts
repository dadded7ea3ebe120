import { breakAlias } from './break-alias.js';
import { breakCall } from './break-call.js';
import { breakCollection } from './break-collection.js';
import { breakCondition, breakReturn, breakSum } from './break-condition.js';
import { breakData } from './break-data.js';
import { breakParameters } from './break-parameters.js';
import { breakMember, breakSignature, breakTypeArguments } from './break-signature.js';
import { breakUnion } from './break-union.js';
import type { Line, Room } from './lines.js';

const RULES = [
  breakCondition,
  breakReturn,
  breakSum,
  breakSignature,
  breakTypeArguments,
  breakMember,
  breakParameters,
  breakCollection,
  breakAlias,
  breakCall,
  breakUnion,
  breakData,
];

/** Breaks a line that is too long, as prettier does; `undefined` for a kind of line that is left to prettier. */
export function breakLine(line: Line, room: Room): string | undefined {
  for (const rule of RULES) {
    const broken = rule(line, room);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
