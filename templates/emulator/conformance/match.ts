import { matchers } from './matchers.js';
import { readPath } from './read-path.js';
import { show } from './show.js';

/**
 * Why a value is not what was wanted; empty where it is. An object wants its members, named by path (`items.*.id`), and
 * does not mind others; one whose names begin with `$` names matchers; a list wants as many items, each as it says; all
 * else wants the very value.
 */
export function match(got: unknown, wanted: unknown, at = 'the answer'): readonly string[] {
  if (Array.isArray(wanted)) return matchList(got, wanted, at);
  if (typeof wanted !== 'object' || wanted === null)
    return Object.is(got, wanted) ? [] : [`${at}: wanted ${show(wanted)}, got ${show(got)}`];
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return matchMember(got, name, value, at);
    const matcher = matchers.get(name);
    if (matcher === undefined) throw new Error(`there is no matcher ${name}`);
    return matcher(got, value, { at, match });
  });
}

function matchMember(got: unknown, path: string, wanted: unknown, at: string): readonly string[] {
  const inside = `${at === 'the answer' ? '' : `${at}.`}${path}`;
  return match(readPath(got, path), wanted, inside);
}

function matchList(got: unknown, wanted: readonly unknown[], at: string): readonly string[] {
  if (!Array.isArray(got) || got.length !== wanted.length) return [`${at}: wanted ${show(wanted)}, got ${show(got)}`];
  return wanted.flatMap((item, index) => match(got[index], item, `${at}.${index}`));
}
