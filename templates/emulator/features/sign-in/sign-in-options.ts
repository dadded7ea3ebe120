import { isJsonObject, type Json } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';
import type { SignInOptions } from '../../plan/options.js';

type Test = (value: Json) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isSeconds: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1e9;
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);

const clientMembers: Readonly<Record<string, Test>> = {
  secret: isText,
  redirectUris: areTexts,
  publicKey: (value) => isText(value) || isJsonObject(value),
};

const members: Readonly<Record<keyof SignInOptions, Test>> = {
  clients: (value) => isJsonObject(value) && Object.values(value).every((one) => findWrong(one, clientMembers) === ''),
  redirectUris: areTexts,
  user: isText,
  users: (value) => isJsonObject(value) && Object.values(value).every(isJsonObject),
  accessTokenSeconds: isSeconds,
  refreshTokenSeconds: isSeconds,
  rotateRefreshTokens: (value) => typeof value === 'boolean',
  deviceInterval: isSeconds,
};

/** Says why options are refused; undefined if they are valid. It names no values, which may be secret. */
export function signInProblem(value: unknown): string | undefined {
  // Values that are not JSON are refused as well.
  const wrong = findWrong(value as Json, members);
  if (wrong === undefined) return 'the options of the sign-in have to be an object';
  return wrong === '' ? undefined : `${wrong} is no option of the sign-in, or has a wrong value`;
}

/** Finds the first member that is unknown or wrong: its name, or an empty string if there is none; undefined for a value that is no object. */
function findWrong(value: Json, known: Readonly<Record<string, Test>>): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const isRight = ([name, one]: [string, Json]): boolean => readMember(known, name)?.(one) === true;
  return Object.entries(value).find((entry) => !isRight(entry))?.[0] ?? '';
}
