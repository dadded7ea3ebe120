import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { PublisherAccount } from '@speccast/ad-reporting/validators';
import { ApiError, MissingCredentialError, apiKey, bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator as createVideoEmulator } from '@speccast/video-platform/mocks';
import { Playlist } from '@speccast/video-platform/validators';

/** Writes one line of the output of `npm start`. */
export type WriteLine = (line: string) => void;

/** Calls both packages with their emulators in memory, and writes each call with its result. */
export async function showPackages(write: WriteLine): Promise<void> {
  write('The packages at work, each against its emulator: no network, no account, no set-up\n');
  await showVideoPlatform(write);
  await showAdReporting(write);
  write('Next:  npm run -s speccast -- mock video-platform     serves the emulator over HTTP, with a console');
  write('       npm run -s speccast -- help                    everything else');
}

async function showVideoPlatform(write: WriteLine): Promise<void> {
  const emulator = createVideoEmulator();
  const service = { baseUrl: emulator.baseUrl, fetch: emulator.fetch };
  const client = createVideoPlatform({ ...service, auth: bearer('any-token') });
  write('  @speccast/video-platform, 51 operations');
  const before = await client.playlists.list({ mine: true });
  show(write, 'list', 'client.playlists.list({ mine: true })', count(before.items, 'playlist'));
  const playlist = await client.playlists.insert({ body: { snippet: { title: 'Tides' } } });
  show(
    write,
    'insert',
    "client.playlists.insert({ body: { snippet: { title: 'Tides' } } })",
    `a playlist with the id ${String(playlist.id)}`,
  );
  const after = await client.playlists.list({ mine: true });
  show(write, 'list', 'client.playlists.list({ mine: true })', `${count(after.items, 'playlist')}, with the new one`);
  const first = await client.search.list({ maxResults: 3 });
  show(
    write,
    'page',
    'client.search.list({ maxResults: 3 })',
    `${count(first.items, 'result')}, and the token of the next page`,
  );
  const second = await client.search.list({ maxResults: 3, pageToken: first.nextPageToken });
  show(write, '', 'client.search.list({ …, pageToken })', `${second.items?.length ?? 0} other results`);
  show(write, 'validate', 'Playlist.is(playlist)', String(Playlist.is(playlist)));
  const [issue] = Playlist.check({ snippet: { title: 3 } });
  show(
    write,
    '',
    'Playlist.check({ snippet: { title: 3 } })',
    `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
  const reader = createVideoPlatform({ ...service, auth: apiKey('any-key') });
  show(
    write,
    'refuse',
    "client.playlists.insert(…) with apiKey('any-key')",
    await describeError(() => reader.playlists.insert({ body: {} })),
  );
  write('');
}

async function showAdReporting(write: WriteLine): Promise<void> {
  const emulator = createAdEmulator();
  const client = createAdReporting({ baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  write('  @speccast/ad-reporting, 6 operations');
  const accounts = await client.accounts.list();
  const account = accounts.account?.[0];
  const name = account?.name ?? 'accounts/none';
  show(write, 'list', 'client.accounts.list()', `${count(accounts.account, 'account')}: ${name}`);
  const units = await client.accounts.adUnits.list({ parent: name, pageSize: 2 });
  show(
    write,
    'page',
    'client.accounts.adUnits.list({ parent, pageSize: 2 })',
    `${units.adUnits?.length ?? 0} ad units, and the token of the next page`,
  );
  const body = { reportSpec: { dimensions: ['APP'], metrics: ['CLICKS'] } } as const;
  const report = await client.accounts.networkReport.generate({ parent: name, body });
  show(
    write,
    'report',
    'client.accounts.networkReport.generate({ parent, body })',
    `${report.length} pieces: header, rows, footer`,
  );
  show(write, 'validate', 'PublisherAccount.is(account)', String(PublisherAccount.is(account)));
  write('');
}

function show(write: WriteLine, action: string, call: string, result: string): void {
  write(`    ${action.padEnd(9)} ${call.padEnd(65)} -> ${result}`);
}

function count(items: readonly unknown[] = [], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
}

/** Makes a call that fails, and describes its error in a line. */
async function describeError(call: () => PromiseLike<unknown>): Promise<string> {
  try {
    await call();
    return 'no error';
  } catch (error) {
    if (error instanceof MissingCredentialError) return `nothing is sent: ${error.message}`;
    return ApiError.is(error) ? `${error.status} ${String(error.reason)}` : String(error);
  }
}
