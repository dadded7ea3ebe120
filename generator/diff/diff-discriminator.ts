import type { Discriminator } from '../api/schemas/schema.js';
import { inNew, quote } from './finding.js';
import type { Both, Finding } from './finding.js';
import { nameOf } from './schema-walk.js';
import type { SchemaBoth, SchemaWalk } from './schema-walk.js';

/** Compares by what the members of a union are told apart. */
export function diffDiscriminator(
  walk: Pick<SchemaWalk, 'report' | 'sides'>,
  { before, after, subject }: SchemaBoth,
): void {
  const [old, now] = [before.discriminator, after.discriminator];
  const tell = (code: Finding['code'], message: string): void =>
    walk.report({ code, message, subject, ...inNew(after) });
  if (old === undefined || now === undefined) {
    if (old !== now)
      tell('union-rewritten', now === undefined ? 'no discriminator is stated any more' : 'a discriminator is stated');
  } else if (old.property !== now.property)
    tell(
      'discriminator-changed',
      `${quote(now.property)} tells the alternatives apart, and ${quote(old.property)} did`,
    );
  else diffMappings(walk, { before: old, after: now }, tell);
}

/** A member that comes or goes with its value is a change of its own. */
function diffMappings(
  { sides }: Pick<SchemaWalk, 'sides'>,
  { before, after }: Both<Discriminator>,
  tell: (code: Finding['code'], message: string) => void,
): void {
  const old = new Map(before.mapping.map(({ value, ref }) => [value, nameOf(sides.before, ref)]));
  const now = new Map(after.mapping.map(({ value, ref }) => [value, nameOf(sides.after, ref)]));
  const [were, are] = [new Set(old.values()), new Set(now.values())];
  const lost = [...old].filter(([value, name]) => now.get(value) !== name && are.has(name));
  const renamed = new Set(lost.map(([, name]) => name));
  for (const [value, name] of lost)
    tell('discriminator-changed', `${quote(value)} does not stand for ${quote(name)} any more`);
  for (const [value, name] of now)
    if (!old.has(value) && were.has(name) && !renamed.has(name))
      tell('discriminator-value-added', `${quote(value)} stands for ${quote(name)}, too`);
}
