import { spawn } from 'node:child_process';
import { signInWithDevice } from '../../node/device-sign-in.js';
import { signInWithBrowser } from '../../node/sign-in.js';
import type { SignedIn } from '../../node/sign-in-types.js';
import { InvalidOptionError } from '../../client/errors/errors.js';
import { readOrigin, readCredentials, variablePrefix } from '../../tools/credentials.js';
import { ToolError } from '../../tools/private-file.js';
import { signInPath } from '../../tools/sign-in-path.js';
import { readSignIn, removeSignIn, writeSignIn } from '../../tools/stored-sign-in.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import { type CommonOption, globalOptions, loginOptions } from '../options/common-options.js';
import { type GivenOptions, parseOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';

/** Runs `auth login`, `auth status` or `auth logout`. */
export async function runAuth(
  tools: ToolPackage,
  name: 'login' | 'status' | 'logout',
  argv: readonly string[],
  io: CliIo,
): Promise<void> {
  const known = name === 'login' ? [...loginOptions, ...authOptions] : authOptions;
  const given = parseOptions(argv, {
    find: (one) => {
      const option = known.find((other) => other.name === one);
      return option && { kind: 'common', option };
    },
    names: () => known.map((one) => one.name),
  });
  const path = signInPath(tools, io.env);
  if (path === undefined) throw new CliError('There is no home folder to keep a sign-in in: set XDG_CONFIG_HOME');
  try {
    if (name === 'login') await login(tools, { given, path }, io);
    else if (name === 'status') await status(tools, { given, path }, io);
    else
      await write(io.stderr, (await removeSignIn(path)) ? `Signed out: removed ${path}.\n` : 'Nobody is signed in.\n');
  } catch (error) {
    if (error instanceof ToolError) throw new CliError(error.message, 'credential');
    throw error;
  }
}

const authOptions: readonly CommonOption[] = [
  { name: 'json', description: 'JSON.' },
  ...globalOptions.filter(({ name }) => name === 'base-url'),
];

interface AuthCall {
  readonly given: GivenOptions;
  readonly path: string;
}

async function login(tools: ToolPackage, { given, path }: AuthCall, io: CliIo): Promise<void> {
  const { common } = given;
  if (tools.signIn === undefined) throw new CliError('The specification names no address where users sign in');
  const prefix = variablePrefix(tools);
  const clientId = common.get('client-id')?.at(-1) ?? io.env[`${prefix}_CLIENT_ID`]?.trim();
  if (!clientId) throw new CliError(`auth login needs an OAuth client: --client-id <id>, or ${prefix}_CLIENT_ID`);
  const origin = readOrigin(tools, common.get('base-url')?.at(-1));
  if (origin === undefined) throw new CliError('auth login needs --base-url: the specification names no address');
  const clientSecret = io.env[`${prefix}_CLIENT_SECRET`]?.trim();
  const { scopes: all, ...addresses } = tools.signIn;
  const chosen = (common.get('scope') ?? [])
    .flatMap((text) => (text ?? '').split(/[\s,]+/))
    .filter((one) => one !== '');
  const scopes = chosen.length > 0 ? chosen : all;
  const shared = {
    clientId,
    ...(clientSecret && { clientSecret }),
    ...(scopes.length > 0 && { scopes }),
    ...(io.fetch && { fetch: io.fetch }),
    ...(io.signal && { signal: io.signal }),
    // Some services give refresh tokens only to those who ask so; others have to ignore what they do not know.
    parameters: { access_type: 'offline', prompt: 'consent' },
  };
  const stated = issuer(common.get('issuer')?.at(-1)) ?? addresses;
  const signedIn = common.has('device')
    ? await onDevice(() =>
        signInWithDevice(stated, { ...shared, parameters: {}, onCode: (code) => showCode(code, io) }),
      )
    : await signInWithBrowser(stated, {
        ...shared,
        port: readPort(common.get('port')?.at(-1)),
        onUrl: (url) => showUrl(url, common.has('no-browser'), io),
      });
  const { clientId: id, clientSecret: secret, tokenUrl, refreshToken, accessToken, expiresAt, scope } = signedIn;
  // The ID token is nobody's business.
  const tokens = { clientId: id, clientSecret: secret, tokenUrl, refreshToken, accessToken, expiresAt, scope };
  await writeSignIn(path, { ...tokens, origin });
  await write(io.stderr, `Signed in. The tokens are in ${path}, which only you can read.\n`);
  const variable = `${prefix}_TOKEN`;
  if (io.env[variable]?.trim()) await write(io.stderr, `${variable} is set, and counts before the sign-in.\n`);
}

function issuer(url: string | undefined): { readonly openIdConnectUrl: string } | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new CliError(`--issuer takes an address, not ${JSON.stringify(url)}`);
  return { openIdConnectUrl: `${url.replace(/\/+$/, '')}/.well-known/openid-configuration` };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new CliError(`--port takes a port, not ${JSON.stringify(text)}`);
  return Number(text);
}

async function onDevice(signIn: () => Promise<SignedIn>): Promise<SignedIn> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof InvalidOptionError && error.option === 'deviceAuthorizationUrl')
      throw new CliError(
        'The specification names no address for devices: sign in without --device, or add --issuer <url>',
      );
    throw error;
  }
}

interface ShownCode {
  readonly userCode: string;
  readonly url: string;
}

async function showCode({ userCode, url }: ShownCode, io: CliIo): Promise<void> {
  await write(io.stderr, `Open ${printable(url)} on any device, and enter the code ${printable(userCode)}\n`);
}

async function showUrl(url: string, isQuiet: boolean, io: CliIo): Promise<void> {
  await write(io.stderr, `Sign in at:\n${printable(url)}\n`);
  if (!isQuiet) await (io.openUrl ?? openInBrowser)(url);
}

/** Opens an address by the command of the system. The package `open` brings nine others for it. */
function openInBrowser(url: string): Promise<boolean> {
  if (!/^https?:/.test(url)) return Promise.resolve(false);
  const [command, args]: readonly [string, readonly string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => resolve(true));
    child.unref();
  });
}

async function status(tools: ToolPackage, { given, path }: AuthCall, io: CliIo): Promise<void> {
  const baseUrl = given.common.get('base-url')?.at(-1);
  const { found } = await readCredentials(tools, { env: io.env, baseUrl });
  const stored = await readSignIn(path);
  const lines = found.map(({ scheme, kind, from }) => ({
    kind,
    ...(scheme !== undefined && { scheme }),
    from,
    ...(from === path && { origin: stored?.origin, scopes: stored?.scope, tokenExpiresAt: timeOf(stored?.expiresAt) }),
  }));
  if (given.common.has('json')) await write(io.stdout, `${JSON.stringify({ credentials: lines }, null, 2)}\n`);
  else
    for (const { kind, from, origin, scopes } of lines)
      await write(
        io.stdout,
        printable(`${kind} from ${from}${origin ? ` for ${origin}` : ''}${scopes ? `: ${scopes}` : ''}\n`),
      );
  if (lines.length > 0) return;
  const elsewhere = stored === undefined ? '' : `; the sign-in in ${path} is for ${stored.origin}`;
  throw new CliError(`There is no credential${elsewhere}`, 'credential');
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined || !Number.isFinite(at) ? undefined : new Date(at).toISOString();
}
