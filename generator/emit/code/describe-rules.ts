import type { Operation } from '../../api/api.js';
import { joinWords } from '../../api/docs/sentence.js';
import type { Json } from '../../spec/read/json.js';
import { entriesOf, objectOf, textsOf } from './extension-values.js';
import type { Words } from './words.js';

/** What parameters say about each other, a sentence each (`x-parameter-rules`). */
export function parameterSentences({ extensions }: Operation, words: Words): readonly string[] {
  const { exactlyOne, atMostOne, excludes, requires, token } = objectOf(extensions['x-parameter-rules']);
  return [
    ...sentence('Give exactly one of', listOf(exactlyOne, 'and', words)),
    ...sentence('Give at most one of', listOf(atMostOne, 'and', words)),
    ...grouped(excludes, (others) => listOf(others, 'or', words)).map(
      ([names, others]) => `${listOf(names, 'and', words)} ${names.length > 1 ? 'do' : 'does'} not go with ${others}.`,
    ),
    ...grouped(requires, (needed) => conditions(needed, words)).map(
      ([names, needed]) => `${listOf(names, 'and', words)} ${names.length > 1 ? 'need' : 'needs'} ${needed}.`,
    ),
    ...sentence('An API key is not enough for', listOf(token, 'or', words)),
  ];
}

/** Which paths of the body must be there, and which are taken over (`x-body-rules`). */
export function bodySentences({ extensions }: Operation, words: Words): readonly string[] {
  const rules = objectOf(extensions['x-body-rules']);
  return [
    ...sentence('The body must hold', listOf(rules.required, 'and', words)),
    ...sentence('What is written of the body:', listOf(rules.writable, 'and', words)),
  ];
}

function sentence(start: string, list: string): readonly string[] {
  return list === '' ? [] : [`${start} ${list}.`];
}

/** The names of those parameters together of which the same is said. */
function grouped(
  rules: Json | undefined,
  say: (value: Json) => string,
): readonly (readonly [names: string[], said: string])[] {
  const names = new Map<string, string[]>();
  for (const [name, value] of entriesOf(rules)) {
    const said = say(value);
    if (said !== '') names.set(said, [...(names.get(said) ?? []), name]);
  }
  return [...names].map(([said, list]) => [list, said]);
}

/** `` `locationRadius` ``, or `` `type` to be `video` ``. */
function conditions(needed: Json, words: Words): string {
  const values = entriesOf(needed).map(([name, value]) => `${words.code(name)} to be ${words.code(textOf(value))}`);
  return values.length === 0 ? listOf(needed, 'and', words) : joinWords(values, 'and');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(value: Json | undefined, conjunction: 'and' | 'or', words: Words): string {
  return joinWords(textsOf(value).map(words.code), conjunction);
}
