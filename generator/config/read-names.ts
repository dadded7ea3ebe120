import { ENUM_STYLES, type EnumStyle } from '../api/types/enum-type.js';
import {
  NAME_CASES,
  NAMED,
  type NameCase,
  type Named,
  type NameOptions,
  type NamePositions,
} from '../api/tools/name-options.js';
import { METHOD_NAMES, type MethodNames } from '../api/naming/short-names.js';
import type { Position } from '../diagnostics.js';
import { isJsonObject } from '../spec/read/json.js';
import { didYouMean } from '../spec/suggest.js';
import { Mapping } from './mapping.js';
import { parsePairs } from './parse-pairs.js';

/** What a service says about names. */
export interface NameSettings {
  /** How methods of the client are named. */
  readonly methodNames: MethodNames;
  /** How enums are written; absent, as unions. */
  readonly enums?: EnumStyle | undefined;
  /** Where that is said. */
  readonly enumsAt?: Position | undefined;
  readonly names?: NameOptions;
  /** Where each is stated. */
  readonly namesAt?: NamePositions;
}

/** Reads what a service says about names: those of methods, those of the values of enums, and the cases of all. */
export function readNames(service: Mapping): NameSettings {
  const methodNames = service.choice('methodNames', METHOD_NAMES) ?? 'short';
  const enums = service.choice('enums', ENUM_STYLES);
  return { methodNames, ...(enums !== undefined && { enums, enumsAt: service.at('enums') }), ...readCases(service) };
}

function readCases(service: Mapping): Pick<NameSettings, 'names' | 'namesAt'> {
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
  const said = { flag: '--names', takes: 'names and cases, such as properties=camelCase,types=PascalCase' };
  return parsePairs(text, said, (key, value): readonly [Named, NameCase] | string => {
    const named = NAMED.find((one) => one === key);
    if (named === undefined)
      return `--names takes ${NAMED.join(', ')}, not ${JSON.stringify(key)}${didYouMean(key, NAMED)}`;
    const style = NAME_CASES.find((one) => one === value);
    return style === undefined
      ? `--names: ${named} are ${NAME_CASES.join(' or ')}, not ${JSON.stringify(value)}${didYouMean(value, NAME_CASES)}`
      : [named, style];
  });
}
