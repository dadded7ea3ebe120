import { createCore } from '../client/core/base-client.js';
import type { Core } from '../client/core/core.js';
import type { ClientOptions } from '../client/options/options.js';
import type { Redactor } from '../client/options/hooks.js';
import { InvalidOptionError } from '../client/errors/errors.js';
import { createRedactor, listSecretParameters } from '../client/features/redact.js';
import { globalFetch } from '../client/transport/send-request.js';
import type { Service } from '../operation.js';
import { readCatalogue, type Tool } from '../tools/catalogue.js';
import { credentialVariables, readCredentials, variablePrefix } from '../tools/credentials.js';
import type { Environment } from '../tools/sign-in-path.js';
import { emulated } from '../tools/emulated.js';
import type { EmulatedService, ToolPackage } from '../tools/tool-package.js';
import { allowFiles, type AllowedFiles } from './files/allowed-files.js';
import { createHandles, type Handles } from './results/handles.js';
import { createPermissions, readPattern, type PermissionOptions, type Permissions } from './permissions.js';
import { createQuotaBudget, type QuotaBudget } from './quota-budget.js';
import { defineTools, ownTools, type OfferedTools, type ToolChoice, type ToolDefinition } from './tool-definitions.js';
import { nameTools } from './tool-names.js';

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
  readonly permissions: Permissions;
  readonly files: AllowedFiles;
  readonly handles: Handles;
  readonly quota: QuotaBudget | undefined;
  readonly budget: number;
  readonly version: string;
  /** Option of the client for responses; requests are always validated. */
  readonly validate: McpServerOptions['validate'];
  readonly redactor: Redactor;
  /** Returns the tools of the list, defined at the first call. */
  readonly definitions: () => readonly ToolDefinition[];
  /** Returns the core of the client, created at the first call. */
  readonly core: () => Promise<Core>;
}

/** Fewest characters of a result. */
const leastBudget = 200;

/** Opens the state of a server. Throws an `InvalidOptionError` or a `FileError` for an option that cannot be used. */
export function openSession(tools: ToolPackage, options: McpServerOptions = {}): Session {
  const {
    tools: choice,
    budget = 20_000,
    quota: units,
    files = [],
    emulator = false,
    env = process.env,
    version = tools.service.version,
    readOnly,
    allow,
    allowDestructive,
    ...client
  } = options;
  const catalogue = readCatalogue(tools);
  checkOptions({ ...options, budget }, catalogue);
  const isEmulated = emulator !== false;
  const permissions = createPermissions({ readOnly, allow, allowDestructive }, isEmulated);
  const redactor = createRedactor(listSecretParameters(tools.service));
  const quota = units === undefined ? undefined : createQuotaBudget(units, catalogue);
  let core: Promise<Core> | undefined;
  let definitions: readonly ToolDefinition[] | undefined;
  const session: Session = {
    tools,
    catalogue,
    named: nameTools(catalogue.filter(permissions.lists), Object.keys(ownTools)),
    permissions,
    files: allowFiles([files].flat()),
    handles: createHandles(),
    quota,
    budget,
    choice,
    version,
    isEmulated,
    validate: client.validate,
    redactor,
    definitions: () => (definitions ??= defineTools(session)),
    core: () => {
      core ??= createAgentCore(tools, client, session, { emulator, env });
      // It may work later: a package has been installed.
      core.catch(() => (core = undefined));
      return core;
    },
  };
  return session;
}

function checkOptions(
  { tools: choice, budget, quota = 0, allow = [] }: McpServerOptions,
  catalogue: readonly Tool[],
): void {
  if (!Number.isInteger(budget) || Number(budget) < leastBudget)
    throw new InvalidOptionError('budget', `must be a whole number of characters, ${leastBudget} or more`);
  if (!Number.isFinite(quota) || quota < 0)
    throw new InvalidOptionError('quota', 'must be a number of units, 0 or more');
  for (const pattern of [allow].flat())
    if (!catalogue.some(readPattern(pattern)))
      throw new InvalidOptionError('allow', `names no operation: ${JSON.stringify(pattern)}`);
  if (choice !== undefined && choice !== 'all' && choice !== 'search')
    throw new InvalidOptionError('tools', 'must be `all` or `search`');
}

/** Reads the secrets among the variables of credentials, whichever of them is used. */
function readSecrets(tools: ToolPackage, env: Environment): readonly string[] {
  const names = credentialVariables(tools).flatMap(({ variables }) => variables.flat());
  return [...names, `${variablePrefix(tools)}_CLIENT_SECRET`]
    .filter((name) => !/_(?:USER|CLIENT_ID)$/.test(name))
    .map((name) => env[name]?.trim() ?? '');
}

/** Lists the credentials that a request carries, as a service may repeat them in its response. */
function listSent({ headers, url }: Request, service: Service): readonly string[] {
  const secretParameters = listSecretParameters(service);
  const keys = Object.values(service.security).flatMap((one) =>
    one.kind === 'apiKey' && one.in === 'header' ? (headers.get(one.name) ?? '') : [],
  );
  const cookies = [...(headers.get('cookie') ?? '').matchAll(/=([^;]*)/g)].map(([, value = '']) => value);
  const query = [...new URL(url).searchParams].filter(([name]) => secretParameters.includes(encodeURIComponent(name)));
  const token = (headers.get('authorization') ?? '').replace(/^\S+\s+/, '');
  return [token, ...keys, ...cookies, ...query.map(([, value]) => value)];
}

/** Creates the core for the calls of agents: with the credentials of the caller, or with those of the emulator. */
async function createAgentCore(
  tools: ToolPackage,
  client: ClientOptions,
  { redactor, quota }: Pick<Session, 'redactor' | 'quota'>,
  { emulator, env }: { readonly emulator: boolean | EmulatedService; readonly env: Environment },
): Promise<Core> {
  for (const secret of [...readSecrets(tools, env), client.apiKey ?? '']) redactor.add(secret);
  let { auth, baseUrl, fetch: send = globalFetch } = client;
  if (emulator !== false) {
    const createEmulator = emulator === true ? tools.createEmulator : async () => emulator;
    ({ auth, baseUrl, fetch: send = globalFetch } = (await emulated({ ...tools, createEmulator })).options);
  } else if (auth === undefined && client.apiKey === undefined) {
    // The stored sign-in of a person on this machine is not for agents.
    ({ auth } = await readCredentials(tools, { env, baseUrl, stored: false }));
  }
  const sent: ClientOptions = {
    ...client,
    auth,
    baseUrl,
    fetch: (request, init) => {
      for (const secret of listSent(request, tools.service)) redactor.add(secret);
      return send(request, init);
    },
    middleware: [...(quota ? [quota.middleware] : []), ...(client.middleware ?? [])],
  };
  return createCore(tools.service, sent, tools.features);
}
