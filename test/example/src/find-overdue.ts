import type { Library } from '@reminders/library';

/** A book that a reader has to bring back. */
export interface Reminder {
  readonly reader: string;
  readonly title: string;
}

/** Returns a reminder for each loan that was due before `today`, such as `2030-01-31`; reads all pages of the loans. */
export async function findOverdue(library: Library, today: string): Promise<readonly Reminder[]> {
  const titles = new Map((await library.books.list()).map(({ id, title }) => [id, title]));
  const reminders: Reminder[] = [];
  for await (const { bookId, reader, due } of library.loans.list({ per_page: 100 })) {
    if (due < today) reminders.push({ reader, title: titles.get(bookId) ?? 'a book' });
  }
  return reminders;
}
