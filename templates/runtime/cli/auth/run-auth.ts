import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signInWithDevice } from '../../node/device-sign-in.js';
import { signInWithBrowser } from '../../node/sign-in.js';
import { InvalidOptionError } from '../../client/errors/errors.js';
import { readOrigin, readCredentials, variablePrefix } from '../../tools/credentials.js';
import { signInPath } from '../../tools/sign-in-path.js';
import { readSignIn, removeSignIn, writeSignIn } from '../../tools/stored-sign-in.js';
import type { ToolPackage } from '../../tools/tool-package.js';
import { asCredentialError } from '../call/session.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import { type CliOption, globalOptions, loginOptions } from '../options/common-options.js';
import { type ParsedOptions, parseOptions } from '../options/parse-arguments.js';
import { printable } from '../text/printable.js';

/** Runs `auth login`, `auth status` or `auth logout`. */
export async function runAuth(
  tools: ToolPackage,
  name: 'auth login' | 'auth status' | 'auth logout',
  argv: readonly string[],
  io: CliIo,
): Promise<void> {
  const options = name === 'auth login' ? [...loginOptions, ...authOptions] : authOptions;
  const parsed = parseOptions(argv, {
    find: (word) => options.find((one) => one.name === word),
    listNames: () => options.map((one) => one.name),
  });
  const path = signInPath(tools, io.env);
  if (path === undefined) throw new CliError('There is no home folder to keep a sign-in in: set XDG_CONFIG_HOME');
  await asCredentialError(async () => {
    if (name === 'auth login') return signIn(tools, parsed, path, io);
    if (name === 'auth status') return showStatus(tools, parsed, path, io);
    const isRemoved = await removeSignIn(path);
    return write(io.stderr, isRemoved ? `Signed out: removed ${path}.\n` : 'Nobody is signed in.\n');
  });
}

const authOptions: readonly CliOption[] = [
  { name: 'json', description: 'JSON.' },
  ...globalOptions.filter(({ name }) => name === 'base-url'),
];

async function signIn(tools: ToolPackage, parsed: ParsedOptions, path: string, io: CliIo): Promise<void> {
  const { has, last } = parsed;
  const { env, fetch, signal, stderr } = io;
  if (!tools.signIn) throw new CliError('The specification names no address where users sign in');
  const prefix = variablePrefix(tools);
  const clientId = last('client-id') ?? env[`${prefix}_CLIENT_ID`]?.trim();
  if (!clientId) throw new CliError(`auth login needs an OAuth client: --client-id <id>, or ${prefix}_CLIENT_ID`);
  const origin = readOrigin(tools, last('base-url'));
  if (origin === undefined) throw new CliError('auth login needs --base-url: the specification names no address');
  const { scopes: all, ...declared } = tools.signIn;
  const chosen = parsed.all('scope').flatMap((text) => text?.match(/[^\s,]+/g) ?? []);
  const [scopes] = [chosen, all].filter(({ length }) => length > 0);
  const clientSecret = env[`${prefix}_CLIENT_SECRET`]?.trim() || undefined;
  const options = { clientId, clientSecret, scopes, fetch, signal };
  const issuer = last('issuer');
  if (issuer !== undefined && !URL.canParse(issuer))
    throw new CliError(`--issuer takes a URL, not ${JSON.stringify(issuer)}`);
  const addresses = issuer
    ? { openIdConnectUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration` }
    : declared;
  const signedIn = has('device')
    ? await signInWithDevice(addresses, {
        ...options,
        onCode: ({ userCode, url }) =>
          write(stderr, `Open ${printable(url)} on any device, and enter the code ${printable(userCode)}\n`),
      }).catch(explainDevice)
    : await signInWithBrowser(addresses, {
        ...options,
        // Google issues refresh tokens only with these parameters. By the OAuth specification, other servers ignore them.
        parameters: { access_type: 'offline', prompt: 'consent' },
        port: readPort(last('port')),
        onUrl: async (url) => {
          await write(stderr, `Sign in at:\n${printable(url)}\n`);
          if (!has('no-browser')) await (io.openUrl ?? openInBrowser)(url);
        },
      });
  // No command uses the ID token.
  const tokens = { ...signedIn, idToken: undefined };
  await writeSignIn(path, { ...tokens, origin });
  await write(stderr, `Signed in. The tokens are in ${path}, which only you can read.\n`);
  const variable = `${prefix}_TOKEN`;
  if (env[variable]?.trim()) await write(stderr, `${variable} is set, and is used instead of the sign-in.\n`);
}

function readPort(text: string | undefined): number | undefined {
  if (text !== undefined && !(/^\d{1,5}$/.test(text) && Number(text) <= 65_535))
    throw new CliError(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
  return text === undefined ? undefined : Number(text);
}

function explainDevice(error: unknown): never {
  if (error instanceof InvalidOptionError && error.option === 'deviceAuthorizationUrl')
    throw new CliError(
      'The specification names no address for devices: sign in without --device, or add --issuer <url>',
    );
  throw error;
}

/** Opens an address in the browser; returns whether that worked. The package `open` does the same, with nine dependencies. */
async function openInBrowser(url: string) {
  if (!/^https?:/.test(url)) return false;
  const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

async function showStatus(tools: ToolPackage, parsed: ParsedOptions, path: string, io: CliIo) {
  const baseUrl = parsed.last('base-url');
  const found = await readCredentials(tools, io.env, baseUrl);
  const stored = await readSignIn(path);
  // `toJSON` of an invalid date is `null`.
  const tokenExpiresAt = new Date(stored?.expiresAt ?? NaN).toJSON() ?? undefined;
  const credentials = found.map(({ scheme, kind, from }) => ({
    kind,
    scheme,
    from,
    ...(from === path && { origin: stored?.origin, scopes: stored?.scope, tokenExpiresAt }),
  }));
  const lines = credentials.map(
    ({ kind, from, origin, scopes }) =>
      `${kind} from ${from}${origin ? ` for ${origin}` : ''}${scopes ? `: ${scopes}` : ''}\n`,
  );
  const json = `${JSON.stringify({ credentials }, null, 2)}\n`;
  await write(io.stdout, parsed.has('json') ? json : printable(lines.join('')));
  if (lines.length) return;
  const elsewhere = stored ? `; the sign-in in ${path} is for ${stored.origin}` : '';
  throw new CliError(`There is no credential${elsewhere}`, 'credential');
}
