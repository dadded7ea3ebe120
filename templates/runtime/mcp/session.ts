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

/** Options of an MCP server, and those of the client that sends its calls. */
export interface McpServerOptions extends Omit<ClientOptions, 'quota'>, PermissionOptions {
  /** The way to offer operations. Default: `all` if the list of tools takes at most about 8,000 tokens, else `search`. */
  readonly tools?: ToolChoice | undefined;
  /** Maximum number of characters of a result; the tool `read_more` returns the rest. Default: 20000. */
  readonly budget?: number | undefined;
  /** Maximum number of units of the quota. A call that costs more than the rest is not sent. Default: no limit. */
  readonly quota?: number | undefined;
  /** Folders that uploads may read and downloads may write. Default: none. */
  readonly files?: string | readonly string[] | undefined;
  /** Sends all calls to the emulator of the package in this process (`true`), or to this emulator. Default: false. */
  readonly emulator?: boolean | EmulatedService | undefined;
  /** Environment variables with credentials, which are read if there is neither `auth` nor `apiKey`. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** Version that the server reports. Default: that of the API. */
  readonly version?: string | undefined;
}

/** The state of a server, which all its connections share. */
export interface Session extends OfferedTools {
  readonly options: McpServerOptions & { readonly budget: number };
  /** Real paths of the folders that may be read and written. */
  readonly folders: readonly string[];
  /** The pieces of results that were cut, by id, the least recently read first. */
  readonly kept: Map<string, { readonly pieces: readonly string[]; readonly size: number; readonly until: number }>;
  readonly quota: QuotaBudget | undefined;
  readonly redactor: Redactor;
  /** Returns the list of tools, which is created at the first call. */
  readonly definitions: () => readonly Sdk.Tool[];
  /** Returns the core of the client, which is created at the first call. */
  readonly core: () => Promise<Core>;
}

/** Minimum of the option `budget`. */
const leastBudget = 200;

/** Creates the state of a server. Throws an `InvalidOptionError` or a `FileError` for an invalid option. */
export function openSession(tools: ToolPackage, given: McpServerOptions = {}): Session {
  const { tools: choice, budget = 20_000, quota, files = [], allow = [], emulator = false } = given;
  const isEmulated = emulator !== false;
  // Data of an emulator are not real.
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
      // Not cached if it fails: the missing package may be installed meanwhile.
      core.catch(() => (core = undefined));
      return core;
    },
  };
  return session;
}

/** Creates the core for the calls of agents: with the credentials of the caller, or with those of the emulator. */
async function createAgentCore({ tools, options, redactor, quota }: Session) {
  const { emulator = false, env = process.env, quota: _units, ...client } = options;
  // Also hides secrets of credentials that are not used.
  const names = credentialVariables(tools).flatMap(({ variables }) => variables.flat());
  for (const name of [...names, `${variablePrefix(tools)}_CLIENT_SECRET`])
    if (!/_(?:USER|CLIENT_ID)$/.test(name)) redactor.add(env[name]?.trim() ?? '');
  let { auth, baseUrl, fetch: send = globalFetch } = client;
  if (emulator !== false) {
    const createEmulator = emulator === true ? tools.createEmulator : async () => emulator;
    ({ auth, baseUrl, fetch: send = globalFetch } = (await openEmulator({ ...tools, createEmulator })).options);
  } else if (!auth && client.apiKey === undefined) {
    // The stored sign-in of the user is not for agents: only variables are read.
    auth = readVariables(tools, env);
  }
  const clientOptions: ClientOptions = {
    ...client,
    auth,
    baseUrl,
    fetch: (request, init) => {
      // The core hides its own credentials, but not those that middleware adds. A service may repeat both.
      for (const secret of listSent(request, tools.service)) redactor.add(secret);
      return send(request, init);
    },
    middleware: [quota?.middleware ?? [], client.middleware ?? []].flat(),
  };
  return createCore(tools.service, clientOptions, [...(tools.features ?? []), { createRedactor: () => redactor }]);
}

/** Lists the credentials in a request. */
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
  /** Spends the cost of each request before it is sent; throws a `RejectedCallError` if too little is left. */
  readonly middleware: Middleware;
  readonly left: () => number;
}

/** Creates a budget, from which every attempt of a call is paid. */
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
