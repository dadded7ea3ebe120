import type { Library } from '@reminders/library';

/** What a reader is reminded of. */
export interface Reminder {
  readonly reader: string;
  readonly title: string;
}

/** Loans that were due before a day such as `2030-01-31`, whatever page they stand on. */
export async function findOverdue(library: Library, today: string): Promise<readonly Reminder[]> {
  const titles = new Map((await library.books.list()).map(({ id, title }) => [id, title]));
  const reminders: Reminder[] = [];
  for await (const { bookId, reader, due } of library.loans.list({ per_page: 100 })) {
    if (due < today) reminders.push({ reader, title: titles.get(bookId) ?? 'a book' });
  }
  return reminders;
}
