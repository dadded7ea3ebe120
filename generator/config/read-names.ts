import {
  NAME_CASES,
  NAMED,
  type NameCase,
  type Named,
  type NameOptions,
  type NamePositions,
} from '../api/naming/name-options.js';
import { isJsonObject } from '../spec/read/json.js';
import { didYouMean } from '../spec/suggest.js';
import { Mapping } from './mapping.js';

/** What a service says about the cases of names. */
export interface NameSettings {
  readonly names?: NameOptions;
  /** Where each is stated. */
  readonly namesAt?: NamePositions;
}

/** Reads `names` of a service. */
export function readNames(service: Mapping): NameSettings {
  const value = service.value('names');
  if (value === undefined) return {};
  if (!isJsonObject(value)) {
    service.report('names', '`names` must be a mapping such as { properties: camelCase }');
    return {};
  }
  const mapping = new Mapping(service.reader, value);
  mapping.checkKeys(NAMED);
  const found = NAMED.flatMap((named) => {
    const style = mapping.choice(named, NAME_CASES);
    return style === undefined ? [] : [{ named, style, at: mapping.at(named) }];
  });
  return {
    names: Object.fromEntries(found.map(({ named, style }) => [named, style])),
    namesAt: Object.fromEntries(found.map(({ named, at }) => [named, at])),
  };
}

/** Cases of names as `--names` has them: `properties=camelCase,types=PascalCase`; a string says what is wrong. */
export function parseNames(text: string): NameOptions | string {
  const names: Partial<Record<Named, NameCase>> = {};
  for (const part of text.split(',')) {
    const [key = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    if (key === '' || value === '' || more.length > 0)
      return `--names takes names and cases, such as properties=camelCase,types=PascalCase, not ${JSON.stringify(part)}`;
    const named = NAMED.find((one) => one === key);
    if (named === undefined)
      return `--names takes ${NAMED.join(', ')}, not ${JSON.stringify(key)}${didYouMean(key, NAMED)}`;
    if (names[named] !== undefined) return `--names: ${JSON.stringify(key)} is listed twice`;
    const style = NAME_CASES.find((one) => one === value);
    if (style === undefined)
      return `--names: ${named} are ${NAME_CASES.join(' or ')}, not ${JSON.stringify(value)}${didYouMean(value, NAME_CASES)}`;
    names[named] = style;
  }
  return names;
}
