import type { Feature } from '../../world/engine.js';
import { signInProblem } from './sign-in-options.js';
import { getSignInPlan } from './sign-in-plan.js';

/** The endpoints of OAuth 2.0 and OpenID Connect, for specs that declare one of them. Their code is loaded by the first request to one. */
export const signIn: Feature = {
  name: 'sign-in',
  open: (engine) => {
    const problem = signInProblem(engine.options.signIn ?? {});
    if (problem !== undefined) throw new TypeError(`signIn: ${problem}.`);
    return {
      serve: async (received) => {
        const { endpoints = [] } = getSignInPlan(engine.plan) ?? {};
        if (!endpoints.some(({ path }) => path === received.url.pathname)) return undefined;
        const { serveSignIn } = await import('./serve-sign-in.js');
        return serveSignIn(engine, received);
      },
    };
  },
};
