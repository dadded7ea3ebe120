import { createCore, type Core } from '../client/transport/core.js';
import type { Fetch } from '../client/options/hooks.js';
import type { ClientOptions } from '../client/options/options.js';
import { InvalidOptionError } from '../client/errors/errors.js';
import { createRedactor, type Redactor } from '../client/transport/redact.js';
import { globalFetch } from '../client/transport/transport.js';
import { runtimeInterface } from '../check-interface.js';
import { explainImport } from '../node/explain-import.js';
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

/** Options of an MCP server; those of the client say where and how calls are sent. */
export interface McpServerOptions extends Omit<ClientOptions, 'quota'>, PermissionOptions {
  /** Default: `all` while the list of tools takes at most about 8,000 tokens, else `search`. */
  readonly tools?: ToolChoice | undefined;
  /** Most characters of a result; the rest is had by a handle. Default: 20000. */
  readonly budget?: number | undefined;
  /** Units of the service's quota that may be spent; a call that costs more than what is left is not sent. Default: no limit. */
  readonly quota?: number | undefined;
  /** Folders that files are uploaded from and downloaded to. Default: none. */
  readonly files?: string | readonly string[] | undefined;
  /** Sends everything to the emulator of the package in this process, or to the one that is given. */
  readonly emulator?: boolean | EmulatedService | undefined;
  /** Variables that credentials are read from, unless `auth` or `apiKey` is there. Default: those of the process. */
  readonly env?: Environment | undefined;
  /** Version that clients are told. Default: that of the API. */
  readonly version?: string | undefined;
}

/** What all connections of a server share. */
export interface Session extends OfferedTools {
  readonly permissions: Permissions;
  readonly files: AllowedFiles;
  readonly handles: Handles;
  readonly quota: QuotaBudget | undefined;
  readonly budget: number;
  readonly version: string;
  /** How responses are compared with the spec; requests always are. */
  readonly validate: McpServerOptions['validate'];
  readonly redactor: Redactor;
  /** Defines the tools that are listed when they are first asked for, and keeps them. */
  readonly definitions: () => readonly ToolDefinition[];
  /** Made when it is first needed. */
  readonly core: () => Promise<Core>;
}

const defaultBudget = 20_000;
const leastBudget = 200;

/** Opens what a server needs; throws an `InvalidOptionError` or a `FileError` where an option cannot be used. */
export function openSession(tools: ToolPackage, options: McpServerOptions = {}): Session {
  const { emulator, files = [], quota, budget = defaultBudget, tools: choice } = options;
  const isEmulated = emulator !== undefined && emulator !== false;
  const catalogue = readCatalogue(tools);
  checkNumbers(budget, quota);
  checkAllow(options, catalogue);
  if (choice !== undefined && choice !== 'all' && choice !== 'search')
    throw new InvalidOptionError('tools', 'must be `all` or `search`');
  const permissions = createPermissions(options, isEmulated);
  const redactor = createRedactor(['key', 'access_token', ...secretNames(tools)]);
  const quotaBudget = quota === undefined ? undefined : createQuotaBudget(quota, catalogue);
  let core: Promise<Core> | undefined;
  const open = async (): Promise<Core> =>
    createCore(tools.service, { ...(await clientOptions({ tools, options, redactor }, quotaBudget)) });
  let definitions: readonly ToolDefinition[] | undefined;
  const session: Session = {
    tools,
    catalogue,
    named: nameTools(
      catalogue.filter((one) => permissions.lists(one)),
      Object.keys(ownTools),
    ),
    permissions,
    files: allowFiles([files].flat()),
    handles: createHandles(),
    quota: quotaBudget,
    budget,
    choice,
    version: options.version ?? tools.service.version,
    isEmulated,
    validate: options.validate,
    redactor,
    definitions: () => (definitions ??= defineTools(session)),
    core: () => {
      core ??= open();
      // What failed once may work later: a package was installed.
      core.catch(() => (core = undefined));
      return core;
    },
  };
  return session;
}

function checkNumbers(budget: number, quota: number | undefined): void {
  if (!Number.isInteger(budget) || budget < leastBudget)
    throw new InvalidOptionError('budget', `must be a whole number of characters, ${leastBudget} or more`);
  if (quota !== undefined && !(Number.isFinite(quota) && quota >= 0))
    throw new InvalidOptionError('quota', 'must be a number of units, 0 or more');
}

/** A pattern that nothing fits is a mistake: a server that offers nothing is of no use. */
function checkAllow({ allow }: McpServerOptions, catalogue: readonly Tool[]): void {
  for (const pattern of allow === undefined ? [] : [allow].flat())
    if (!catalogue.some(readPattern(pattern)))
      throw new InvalidOptionError('allow', `names no operation: ${JSON.stringify(pattern)}`);
}

function secretNames({ service }: ToolPackage): readonly string[] {
  return Object.values(service.security).flatMap((one) =>
    one.kind === 'apiKey' && one.in === 'query'
      ? one.name
      : one.kind === 'bearer' && one.queryParameter !== undefined
        ? one.queryParameter
        : [],
  );
}

interface ClientContext {
  readonly tools: ToolPackage;
  readonly options: McpServerOptions;
  readonly redactor: Redactor;
}

/** How calls are sent: from the budget, and with every credential known to what takes them out of results. */
async function clientOptions(context: ClientContext, quota: QuotaBudget | undefined): Promise<ClientOptions> {
  const { tools, options } = context;
  const {
    env = process.env,
    emulator,
    quota: _quota,
    files: _files,
    budget: _budget,
    tools: _tools,
    readOnly: _readOnly,
    allow: _allow,
    allowDestructive: _destructive,
    version: _version,
    ...client
  } = options;
  for (const secret of environmentSecrets(tools, env)) context.redactor.add(secret);
  if (options.apiKey !== undefined) context.redactor.add(options.apiKey);
  const sent: Pick<ClientOptions, 'auth' | 'baseUrl' | 'fetch'> = await target(tools, emulator, options, env);
  return {
    ...client,
    ...sent,
    fetch: watchSecrets(sent.fetch ?? globalFetch, context),
    middleware: [...(quota ? [quota.middleware] : []), ...(options.middleware ?? [])],
  };
}

async function target(
  tools: ToolPackage,
  emulator: McpServerOptions['emulator'],
  { auth, apiKey, baseUrl, fetch }: McpServerOptions,
  env: Environment,
): Promise<Pick<ClientOptions, 'auth' | 'baseUrl' | 'fetch'>> {
  if (emulator === true) {
    const wanted = runtimeInterface.replace('runtime', 'emulator');
    return (await explainImport(`the emulator of ${tools.name}`, [wanted], () => emulated(tools))).options;
  }
  if (emulator !== undefined && emulator !== false)
    return (await emulated({ ...tools, createEmulator: async () => emulator })).options;
  if (auth !== undefined || apiKey !== undefined) return { auth, baseUrl, fetch };
  // Sign-ins of a person on this machine are for that person, not for agents.
  const found = await readCredentials(tools, { env, baseUrl, stored: false });
  return { auth: found.auth, baseUrl, fetch };
}

/** All values that credentials are read from, whichever of them is used. */
function environmentSecrets(tools: ToolPackage, env: Environment): readonly string[] {
  const names = credentialVariables(tools).flatMap(({ variables }) => variables.flat());
  const secret = [...names, `${variablePrefix(tools)}_CLIENT_SECRET`].filter(
    (name) => !/_(?:USER|CLIENT_ID)$/.test(name),
  );
  return secret.flatMap((name) => env[name]?.trim() ?? []);
}

/** Sends requests, and remembers the credentials that they carry: a service may say them again. */
function watchSecrets(send: Fetch, { tools, redactor }: ClientContext): Fetch {
  const keys = Object.values(tools.service.security).flatMap((one) => (one.kind === 'apiKey' ? one : []));
  const inQuery = new Set(['key', 'access_token', ...secretNames(tools)]);
  return (request, init) => {
    const { headers, url } = request;
    redactor.add((headers.get('authorization') ?? '').replace(/^\S+\s+/, ''));
    for (const { in: location, name } of keys) if (location === 'header') redactor.add(headers.get(name) ?? '');
    for (const [, value = ''] of (headers.get('cookie') ?? '').matchAll(/=([^;]*)/g)) redactor.add(value);
    for (const [name, value] of new URL(url).searchParams) if (inQuery.has(name)) redactor.add(value);
    return send(request, init);
  };
}
