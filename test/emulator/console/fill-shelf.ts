import type { Emulator } from '@speccast/emulator';

/** Markup that changes the title of the page if it runs. */
export const hostile = '"><img src=x onerror="document.title=\'ran\'"><script>document.title="ran"</script>';

/** Addresses of all views of the console, and of views with an open row, entry or dialog. */
export const addresses: readonly string[] = [
  '#/state/books',
  '#/state/books/B1',
  '#/state/books?new=row',
  '#/state/notes',
  '#/journal',
  '#/journal/2',
  '#/journal/4',
  '#/journal?q=none',
  '#/operations/books.insert',
  '#/operations/books.list',
  '#/faults',
  '#/time',
  '#/quota',
  '#/coverage',
  '#/coverage/books.list',
  '#/scenarios',
  '#/scenarios/none',
  '#/webhooks',
  '#/tokens',
];

/** Fills a shelf with rows and requests of many kinds, some of them with `hostile` markup. */
export async function fillShelf(emulator: Emulator, url: string): Promise<void> {
  const { books } = emulator.state;
  const { ownId } = emulator.as('ann');
  const shelfId = String(emulator.state['shelves']?.list().at(-1)?.['id']);
  for (let index = 1; index <= 150; index += 1)
    books?.insert({
      id: `B${index}`,
      title: index % 7 === 0 ? hostile : `A title that is as long as titles are, number ${index}`,
      shelfId,
      ownerId: ownId,
      pages: index,
      isLent: index % 2 === 0,
      added: '2026-01-01T00:00:00Z',
    });
  books?.insert({ id: hostile, title: hostile, [hostile]: hostile });
  const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
  const body = JSON.stringify({ title: hostile, shelfId: 'old' });
  await fetch(`${url}/books?key=k&mine=true`, { headers });
  await fetch(`${url}/books`, { method: 'POST', headers, body });
  await fetch(`${url}/books/none?key=k`);
  await fetch(`${url}/books/B1`, { headers });
  await fetch(`${url}/${encodeURIComponent(hostile)}?q=${encodeURIComponent(hostile)}`);
  emulator.faults.add({ operation: 'books.list', effect: { kind: 'fail', status: 503, message: hostile } });
  emulator.tokens.issue({ user: hostile });
  emulator.world('w1');
  for (let index = 0; index < 60; index += 1) await fetch(`${url}/books/B${index}?key=k`);
}
