import { apiKey, createLibrary } from '@reminders/library';
import { createEmulator } from '@reminders/library/mocks';
import { findOverdue } from './find-overdue.js';

const { LIBRARY_KEY: key } = process.env;
// Without a key the program calls the emulator in place of the library's server.
const emulator = createEmulator();
const library =
  key === undefined
    ? createLibrary({ auth: apiKey('any'), baseUrl: emulator.baseUrl, fetch: emulator.fetch })
    : createLibrary({ auth: apiKey(key) });

const today = new Date().toISOString().slice(0, 10);
for (const { reader, title } of await findOverdue(library, today)) console.log(`${reader}: please bring back ${title}`);
