import type * as Sdk from '@modelcontextprotocol/server';
import { createCore } from '../client/core/base-client.js';
import type { Core } from '../client/core/core.js';
import type { ClientOptions } from '../client/options/options.js';
import type { Redactor, Middleware } from '../client/options/hooks.js';
import { InvalidOptionError } from '../client/errors/errors.js';
import { createRedactor, listSecretParameters } from '../client/features/redact.js';
import { globalFetch } from '../client/transport/send-request.js';
import { readCatalogue, type Tool } from '../tools/catalogue.js';
import { credentialVariables, readVariables, variablePrefix } from '../tools/credentials.js';
import type { Service } from '../operation.js';
import type { Environment } from '../tools/sign-in-path.js';
import { openEmulator } from '../tools/open-emulator.js';
import type { EmulatedService, ToolPackage } from '../tools/tool-package.js';
import { openFolders } from './files/allowed-files.js';
import { explainHidden, fitsPattern, type PermissionOptions } from './permissions.js';
import { defineTools, ownTools, type OfferedTools, type ToolChoice } from './tool-definitions.js';
import { nameTools } from './tool-names.js';
import { RejectedCallError } from './explain-error.js';

/** Options of an MCP server. Those of the client decide how calls are sent. */
export interface McpServerOptions extends Omit<ClientOptions, 'quota'>, PermissionOptions {
  /** Default: `all` while the list of tools takes at most about 8,000 tokens, else `search`. */
  readonly tools?: ToolChoice | undefined;
  /** Most characters of a result; `read_more` gives the rest. Default: 20000. */
  readonly budget?: number | undefined;
  /** Units of the quota that may be spent; a call that costs more than the rest is not sent. Default: no limit. */
  readonly quota?: number | undefined;
  /** Folders of the files to upload, and of downloads. Default: none. */
  readonly files?: string | readonly string[] | undefined;
  /** Sends all calls to the emulator of the package in this process (`true`), or to this emulator. Default: false. */
  readonly emulator?: boolean | EmulatedService | undefined;
  /** Variables that credentials are read from, if there is neither `auth` nor `apiKey`. Default: those of the process. */
  readonly env?: Environment | undefined;
  /** Version of the server, for clients. Default: that of the API. */
  readonly version?: string | undefined;
}

/** The state of a server, which all its connections share. */
export interface Session extends OfferedTools {
  readonly options: McpServerOptions & { readonly budget: number };
  /** Real paths of the folders that may be read and written. */
  readonly folders: readonly string[];
  /** The pieces of results that were cut, by their ids. The one that was read last is the last. */
  readonly kept: Map<string, { readonly pieces: readonly string[]; readonly size: number; readonly until: number }>;
  readonly quota: QuotaBudget | undefined;
  readonly redactor: Redactor;
  /** Returns the tools of the list, defined at the first call. */
  readonly definitions: () => readonly Sdk.Tool[];
  /** Returns the core of the client, created at the first call. */
  readonly core: () => Promise<Core>;
}

/** Fewest characters of a result. */
const leastBudget = 200;

/** Opens the state of a server. Throws an `InvalidOptionError` or a `FileError` for an option that cannot be used. */
export function openSession(tools: ToolPackage, given: McpServerOptions = {}): Session {
  const { tools: choice, budget = 20_000, quota, files = [], allow = [], emulator = false } = given;
  const isEmulated = emulator !== false;
  // An emulator has nothing to lose.
  const { allowDestructive = isEmulated || undefined } = given;
  const options = { ...given, budget, allowDestructive };
  const catalogue = readCatalogue(tools);
  if (!Number.isInteger(budget) || budget < leastBudget)
    throw new InvalidOptionError('budget', `must be a whole number of characters, ${leastBudget} or more`);
  if (quota !== undefined && !(Number.isFinite(quota) && quota >= 0))
    throw new InvalidOptionError('quota', 'must be a number of units, 0 or more');
  for (const pattern of [allow].flat())
    if (!catalogue.some((tool) => fitsPattern(tool, pattern)))
      throw new InvalidOptionError('allow', `names no operation: ${JSON.stringify(pattern)}`);
  if (choice !== undefined && choice !== 'all' && choice !== 'search')
    throw new InvalidOptionError('tools', 'must be `all` or `search`');
  const listed = catalogue.filter((tool) => explainHidden(tool, options) === undefined);
  let core: Promise<Core> | undefined;
  let definitions: readonly Sdk.Tool[] | undefined;
  const session: Session = {
    tools,
    options,
    isEmulated,
    catalogue,
    named: nameTools(listed, Object.keys(ownTools)),
    folders: openFolders([files].flat()),
    kept: new Map(),
    quota: quota === undefined ? undefined : createQuotaBudget(quota, catalogue),
    redactor: createRedactor(listSecretParameters(tools.service)),
    definitions: () => (definitions ??= defineTools(session)),
    core: () => {
      core ??= createAgentCore(session);
      // It may work later: a package has been installed.
      core.catch(() => (core = undefined));
      return core;
    },
  };
  return session;
}

/** Creates the core for the calls of agents: with the credentials of the caller, or with those of the emulator. */
async function createAgentCore({ tools, options, redactor, quota }: Session) {
  const { emulator = false, env = process.env, quota: _units, ...client } = options;
  // The secrets of all credentials, whichever of them is used.
  const names = credentialVariables(tools).flatMap(({ variables }) => variables.flat());
  for (const name of [...names, `${variablePrefix(tools)}_CLIENT_SECRET`])
    if (!/_(?:USER|CLIENT_ID)$/.test(name)) redactor.add(env[name]?.trim() ?? '');
  let { auth, baseUrl, fetch: send = globalFetch } = client;
  if (emulator !== false) {
    const createEmulator = emulator === true ? tools.createEmulator : async () => emulator;
    ({ auth, baseUrl, fetch: send = globalFetch } = (await openEmulator({ ...tools, createEmulator })).options);
  } else if (!auth && client.apiKey === undefined) {
    // The stored sign-in of a person on this machine is not for agents.
    auth = readVariables(tools, env);
  }
  const clientOptions: ClientOptions = {
    ...client,
    auth,
    baseUrl,
    fetch: (request, init) => {
      // The core hides the credentials that it signs with, but not those of middleware. A service may repeat both.
      for (const secret of listSent(request, tools.service)) redactor.add(secret);
      return send(request, init);
    },
    middleware: [quota?.middleware ?? [], client.middleware ?? []].flat(),
  };
  return createCore(tools.service, clientOptions, [...(tools.features ?? []), { createRedactor: () => redactor }]);
}

/** Lists the credentials that a request carries. */
function listSent({ headers, url }: Request, service: Service) {
  const secretParameters = listSecretParameters(service);
  const keys = Object.values(service.security).map((one) =>
    one.kind === 'apiKey' && one.in === 'header' ? headers.get(one.name) : '',
  );
  const cookies = [...(headers.get('cookie') ?? '').matchAll(/=([^;]*)/g)].map(([, value]) => value);
  const query = [...new URL(url).searchParams].filter(([name]) => secretParameters.includes(encodeURIComponent(name)));
  const token = headers.get('authorization')?.replace(/^\S+\s+/, '');
  return [token, ...keys, ...cookies, ...query.map(([, value]) => value)].map((secret) => secret ?? '');
}

/** A budget in units of the service's quota. */
interface QuotaBudget {
  /** Takes the costs of each request before it is sent, and rejects it where they are more than what is left. */
  readonly middleware: Middleware;
  readonly left: () => number;
}

/** Makes a budget, which each attempt of a call is taken from. */
function createQuotaBudget(units: number, tools: readonly Tool[]): QuotaBudget {
  let left = units;
  return {
    left: () => left,
    middleware: (request, next, { operation }) => {
      const { cost = 1 } = tools.find((tool) => tool.operation.id === operation)?.operation.quota ?? {};
      if (cost > left)
        throw new RejectedCallError(
          `${operation} costs ${cost} of the service's quota, and ${left} of this server's budget of ${units} are left (\`--quota\`). Nothing was sent.`,
        );
      left -= cost;
      return next(request);
    },
  };
}
