import type { TokenRequest } from '../../features/tokens/token-list.js';
import { wrongBody } from '../control-request.js';
import type { Control, ControlOperation } from '../controlled-emulator.js';
import { notFound } from './tables.js';

/** The operations on tokens. */
export const tokenOperations: Readonly<Record<string, ControlOperation>> = {
  'tokens.list': ({ world }) => ({ items: world.tokens.list() }),
  'tokens.issue': issueToken,
  'tokens.revoke': ({ world, path: { id = '' } }) => {
    if (!world.tokens.revoke(id)) throw notFound('There is no token with this id.');
  },
};

function issueToken({ world: { tokens }, body }: Control): unknown {
  try {
    // The members are looked at by the one who takes it.
    return tokens.issue(body as unknown as TokenRequest);
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}
