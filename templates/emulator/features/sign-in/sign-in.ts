import type { SignInClient, SignInOptions } from '../../plan/options.js';
import type { Feature } from '../../world/engine.js';
import { getSignInPlan } from './sign-in-plan.js';
import { type JsonObject, isJsonObject } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';

/** The feature that serves the endpoints of OAuth 2.0 and OpenID Connect, if the spec declares one of them. The first request loads its code. */
export const signIn: Feature = {
  name: 'sign-in',
  open: (engine) => {
    const problem = signInProblem(engine.options.signIn ?? {});
    if (problem !== undefined) throw new TypeError(`signIn: ${problem}.`);
    return {
      serve: async (received) => {
        const plan = getSignInPlan(engine.plan);
        const endpoint = plan?.endpoints.find(({ path }) => path === received.url.pathname);
        if (!plan || !endpoint) return undefined;
        const { serveSignIn } = await import('./serve-sign-in.js');
        return serveSignIn(engine, received, plan, endpoint);
      },
    };
  },
};

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isSeconds: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1e9;
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);

/** Creates a test of an object with any names, which tests its values. */
const testValues =
  (test: Test): Test =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(test);

/** Finds the first member that is unknown, or whose value does not pass its test. */
function findWrong(value: JsonObject, known: Readonly<Record<string, Test>>): string | undefined {
  return Object.keys(value).find((name) => readMember(known, name)?.(value[name]) !== true);
}

const clientMembers: Readonly<Record<keyof SignInClient, Test>> = {
  secret: isText,
  redirectUris: areTexts,
  publicKey: (value) => isText(value) || isJsonObject(value),
};

const members: Readonly<Record<keyof SignInOptions, Test>> = {
  clients: testValues((one) => isJsonObject(one) && findWrong(one, clientMembers) === undefined),
  redirectUris: areTexts,
  user: isText,
  users: testValues(isJsonObject),
  accessTokenSeconds: isSeconds,
  refreshTokenSeconds: isSeconds,
  rotateRefreshTokens: (value) => typeof value === 'boolean',
  deviceInterval: isSeconds,
};

/** Explains why options are invalid; undefined if they are valid. The message contains no values, because these may be secret. */
export function signInProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'the options of the sign-in have to be an object';
  const wrong = findWrong(value, members);
  return wrong === undefined ? undefined : `${wrong} is not an option of the sign-in, or has a wrong value`;
}
