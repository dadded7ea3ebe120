import type { Json } from '../../json.js';
import { groupBy } from '../../iterables.js';
import { literal } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import { joinWords } from '../../api/tools/sentence.js';
import { commentCode } from '../code/operation-sentences.js';
import { camelCase } from '../../api/tools/names.js';

/** A value of a member that several operations of a module have: `const sharedLengths: VendorRules['lengths'] = …`. */
interface SharedValue {
  readonly name: string;
  readonly member: string;
  /** Ids of the operations that have it. */
  readonly ids: readonly string[];
  readonly value: Code;
}

/** The constants of a module for values that several of its operations have, and what prints a value or names its constant. */
export interface SharedValues {
  readonly constants: readonly SharedValue[];
  readonly print: (member: string, value: Json) => string;
}

/** Shortest value that gets a constant, in characters: a shorter one is easier to read where it stands. */
const SHORTEST = 60;

/** Finds the values that several operations have for the same member: `sharedLengths`, then `sharedLengths2`. */
export function shareValues(
  all: readonly { readonly id: string; readonly member: string; readonly value: Json }[],
): SharedValues {
  const names = new Map<string, string>();
  const constants = [...groupBy(all, ({ member, value }) => `${member} ${literal(value)}`)].flatMap(([key, uses]) => {
    const [{ member, value } = { member: '', value: null }] = uses;
    const text = literal(value);
    if (uses.length < 2 || text.length < SHORTEST) return [];
    const plain = camelCase(`shared ${member}`, 'value');
    const same = [...names.values()].filter((name) => name.replace(/\d+$/, '') === plain).length;
    const name = same === 0 ? plain : `${plain}${same + 1}`;
    names.set(key, name);
    return [{ name, member, ids: uses.map(({ id }) => id), value: code(text) }];
  });
  return {
    constants,
    print: (member, value) => names.get(`${member} ${literal(value)}`) ?? literal(value),
  };
}

/** Returns the constants for templates; `title` begins their comment: `Parts of the responses of `. */
export function sharedViews({ constants }: SharedValues, title: string): readonly object[] {
  return constants.map(({ ids, ...one }) => ({
    ...one,
    docs: [`${title} ${joinWords(ids.map(commentCode), 'and')}.`],
  }));
}
