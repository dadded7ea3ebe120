import type { Model } from '../../api/api.js';
import type { Member, ObjectShape, Shape } from '../../api/types/shape.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { literal } from '../code/literals.js';
import { runtime } from '../code/imports.js';
import type { CodeSymbol } from '../source-file.js';

/** The base type of a model's variant for requests, and the members that the variant declares itself. */
export interface InputBase {
  /** Source text: `Sendable<Video, 'snippet' | 'status'>`. */
  readonly text: string;
  readonly members: readonly Member[];
}

/** Says what differs from the model and no more: without it, a package would have most members of many models twice. */
export function inputBase(
  model: Model,
  { modelById, useType }: { modelById(id: string): Model | undefined; useType(symbol: CodeSymbol): string },
): InputBase | undefined {
  const { shape, input } = model;
  if (input === undefined || !isPlain(shape) || !isPlain(input.shape)) return undefined;
  const received = new Map(shape.members.map((member) => [member.name, member]));
  const kept = input.shape.members.filter((member) => isKept(received.get(member.name), member, modelById));
  if (kept.length === 0) return undefined;
  const names = new Set(kept.map(({ name }) => name));
  const others = shape.members.filter(({ name }) => !names.has(name)).map((one) => literal(toCallersName(one)));
  const list = others.length === 0 ? '' : `, ${others.join(' | ')}`;
  return {
    text: `${useType(runtime('Sendable'))}<${model.name}${list}>`,
    members: input.shape.members.filter(({ name }) => !names.has(name)),
  };
}

function isPlain(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && shape.rest === undefined && shape.members.length > 0;
}

/** Tells whether `Sendable` makes of a member what it is in a request. */
function isKept(received: Member | undefined, sent: Member, modelById: (id: string) => Model | undefined): boolean {
  if (received === undefined || received.required !== sent.required) return false;
  const isSame = JSON.stringify(received.shape) === JSON.stringify(sent.shape);
  return isSame && isSameBothWays(sent.shape, modelById);
}

/** Tells whether a shape is the same in a request, through its references. */
function isSameBothWays(shape: Shape, modelById: (id: string) => Model | undefined): boolean {
  if (shape.kind === 'array') return isSameBothWays(shape.items, modelById);
  if (shape.kind === 'reference') return modelById(shape.model)?.input === undefined;
  return !['object', 'tuple', 'union', 'intersection'].includes(shape.kind);
}
