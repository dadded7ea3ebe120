import type { MembersCheck } from './plan.js';

/** Which members of a value a schema inside judges. */
export type MemberLabel =
  | { readonly kind: 'property'; readonly name: string }
  /** Properties whose name matches, or all; but for some names, and for those that other patterns of `of` match. */
  | {
      readonly kind: 'properties';
      readonly pattern?: RegExp;
      readonly except: readonly string[];
      readonly of?: MembersCheck;
    }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'items'; readonly from: number };

/** Whether one member can be of both labels; `true` where that is not known. */
export function canOverlap(left: MemberLabel, right: MemberLabel): boolean {
  if (left.kind === 'property') return holdsProperty(right, left.name);
  if (right.kind === 'property') return holdsProperty(left, right.name);
  if (left.kind === 'item') return holdsItem(right, left.index);
  if (right.kind === 'item') return holdsItem(left, right.index);
  if (left.kind === 'items' || right.kind === 'items') return left.kind === right.kind;
  const isOther = (left.pattern === undefined) !== (right.pattern === undefined);
  return !(isOther && left.of !== undefined && left.of === right.of);
}

function holdsProperty(label: MemberLabel, name: string): boolean {
  if (label.kind === 'property') return label.name === name;
  if (label.kind !== 'properties' || label.except.includes(name)) return false;
  return label.pattern?.test(name) ?? !label.of?.patterns.some((one) => new RegExp(one.pattern, one.flags).test(name));
}

function holdsItem(label: MemberLabel, index: number): boolean {
  if (label.kind === 'item') return label.index === index;
  return label.kind === 'items' && index >= label.from;
}
