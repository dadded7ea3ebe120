import type { EnumStyle, EnumType } from '../../api/types/enum-type.js';
import { openService } from '../operations/api-diff.js';
import type { ApiDiff, ServiceDiff } from '../operations/api-diff.js';
import { quote, say, step, visitPairs } from '../sides/finding.js';

/** Compares how enums are written, and the constants that they have; which values they have, other codes say. */
export function diffEnums(diff: ApiDiff): void {
  const service = openService(diff);
  const [old, now] = [findEnumStyle(diff.sides.before.api.enums), findEnumStyle(diff.sides.after.api.enums)];
  if (old === now) return diffConstants(service);
  const code = old === 'union' && now === 'const' ? 'enum-constants-added' : 'enum-style-changed';
  service.at('enums', [])(code, `enums are ${styles[now]}, and were ${styles[old]}`);
}

const styles: Readonly<Record<EnumStyle, string>> = {
  union: 'unions of their values',
  const: 'objects of constants',
  enum: 'enums of TypeScript',
};

/** Returns the style of the first enum that has constants; without one, `union`. */
function findEnumStyle(enums: readonly EnumType[] = []): EnumStyle {
  return enums[0]?.style ?? 'union';
}

function diffConstants({ sides, at }: ServiceDiff): void {
  const removed = (subject: string, what: string): void =>
    at(subject, [], 'old')('enum-constants-removed', `${what} any more`);
  visitPairs(sides.before.api.enums, sides.after.api.enums, ({ name }) => name, {
    both: ({ before, after }, name) => {
      const subject = `enums.${step(name)}`;
      visitPairs(before.values, after.values, (value) => value.name, {
        both: (pair, constant) => {
          const [was, is] = [pair.before.value, pair.after.value].map(say);
          if (was !== is)
            at(`${subject}.${step(constant)}`, [])('enum-constant-changed', `the constant is ${is}, and was ${was}`);
        },
        alone: (_, side, constant) => {
          if (side === 'old')
            removed(`${subject}.${step(constant)}`, `there is no constant ${quote(`${name}.${constant}`)}`);
        },
      });
    },
    alone: (_, side, name) => {
      if (side === 'old') removed(`enums.${step(name)}`, `there are no constants ${quote(name)}`);
    },
  });
}
