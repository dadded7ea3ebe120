import { runCli } from '@speccast/runtime/cli';
import { type Ran, runInProcess, type RunOptions } from '../../generated/command-line-client.js';
import { petTools } from './pet-tools.js';

/** The result of a command line of the pets, and the requests that it sent. */
export interface PetRun extends Ran {
  readonly sent: readonly Request[];
}

/** Runs a command line of the pets; `respond` takes the place of the service. */
export async function runPets(
  argv: readonly string[],
  options: RunOptions = {},
  respond: (request: Request) => Response | Promise<Response> = () => Response.json({ ok: true }),
): Promise<PetRun> {
  const sent: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.clone());
    return respond(request);
  };
  const env = {
    PET_STORE_API_KEY: 'secret-key',
    PET_STORE_USER: 'ann',
    PET_STORE_PASSWORD: 'secret-word',
    ...options.env,
  };
  const ran = await runInProcess((words, io) => runCli(petTools, words, io), argv, { fetch, ...options, env });
  return { ...ran, sent };
}
