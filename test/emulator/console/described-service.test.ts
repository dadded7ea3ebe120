import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';
import { type RunningMock, startMock } from '../../commands/run-command.js';
import { createEmulatorCall } from '../shelf/open-shelf.js';
import { hostile } from './fill-shelf.js';
import { runBrowserRows } from '../browser-rows.js';
import { openPage } from '../open-browser.js';
import { withoutChromium } from '../chromium.js';

/** Starts the service of `notes.yaml`; `mark` is added to each text and name that authors of a description choose. */
async function startNotes(mark = ''): Promise<RunningMock> {
  const text = readFileSync(new URL('notes.yaml', import.meta.url), 'utf8');
  const folder = temporaryFolder();
  writeTexts(folder, {
    'notes.json': JSON.stringify(parse(text)).replaceAll('MARK', JSON.stringify(mark).slice(1, -1)),
  });
  return startMock(folder, 'notes.json');
}

runBrowserRows(new URL('described-service.yaml', import.meta.url), () => startNotes());

test.skipIf(withoutChromium !== '')(
  `the console shows markup in any field of a description as text, and never runs it${withoutChromium}`,
  async () => {
    const { url } = await startNotes(hostile);
    const control = new URL('/__mock', url).href;
    const call = createEmulatorCall({ baseUrl: url, fetch: async (input, init) => fetch(input, init) });
    const note = { title: 'Tides', mood: `sad${hostile}`, [`extra${hostile}`]: hostile };
    await call('/notes', { token: 'ann', method: 'POST', body: note });
    await call(`/notes?${new URLSearchParams({ [`q${hostile}`]: hostile })}`, { token: 'ann' });
    for (const [path, body] of Object.entries({
      tokens: { user: hostile, scopes: [hostile] },
      faults: {
        operation: '*',
        effect: { kind: 'fail', status: 503, message: hostile },
        when: { parameters: { [hostile]: hostile } },
      },
      'webhooks/send': { name: `added${hostile}`, body: { title: 'Tides' } },
    }))
      await call(`${control}/${path}`, { method: 'POST', body });
    const listMembers = async (path: string, member: string): Promise<readonly string[]> =>
      ((await call(`${control}/${path}`)).body.items ?? []).map((one) => encodeURIComponent(String(one[member])));
    // Names that the emulator would reject can still be in an address.
    const all = 'state journal operations faults time quota coverage webhooks tokens scenarios'.split(' ');
    const odd = encodeURIComponent(hostile);
    const addresses = [
      ...all,
      ...all.flatMap((name) => [`${name}/${odd}`, `${name}/${odd}/${odd}`, `${name}?q=${odd}&operation=${odd}`]),
      ...(await listMembers('state', 'name')).flatMap((name) => [
        `state/${name}`,
        `state/${name}?new=row`,
        `state/${name}?q=${odd}`,
      ]),
      ...(await listMembers('operations', 'id')).flatMap((id) => [
        `operations/${id}`,
        `operations/${id}?entry=2`,
        `coverage/${id}`,
      ]),
      'journal/1',
      'journal/2',
      `faults?operation=${odd}&effect=${odd}&reason=${odd}&status=${odd}`,
    ];
    const { page, problems } = await openPage(new URL('/__mock/ui', url));
    const found: string[] = [];
    let shown = 0;
    for (const address of addresses) {
      const [bad, isShown] = await page.evaluate<
        readonly [number, boolean]
      >(`show(${JSON.stringify(`#/${address}`)}).then(() => [
        document.querySelectorAll('img[src=x], [onerror], #app script, #app iframe').length + (document.title.startsWith('ran') ? 1 : 0),
        document.body.innerText.includes('onerror='),
      ])`);
      if (bad > 0) found.push(address);
      if (isShown) shown += 1;
    }
    expect(found).toEqual([]);
    expect(shown).toBeGreaterThan(addresses.length / 2);
    expect(problems).toEqual([]);
    await page.context().close();
  },
);
