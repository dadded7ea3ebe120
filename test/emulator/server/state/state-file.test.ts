import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { openStateFile, type StateOptions } from '../../../../templates/emulator/features/state-log/state-file.js';
import { temporaryFolder } from '../../../output/temporary-folder.js';
import { openShelf } from '../../shelf/open-shelf.js';
import { deniedDisk, createFullDisk } from './full-disk.js';

const quiet = { tell: () => {} };

function createPath(): string {
  return join(temporaryFolder(), 'state');
}

type Shelf = ReturnType<typeof openShelf>['emulator'];

const listTitles = (emulator: Shelf) => emulator.state['books']?.list().map(({ title }) => title);

/** Starts an emulator that keeps its state in a file. */
async function open(path: string, options: StateOptions = quiet) {
  const file = await openStateFile(path, options);
  const { emulator, call } = openShelf({ mediaStore: file.media });
  await file.load(emulator);
  return {
    emulator,
    call,
    file,
    insert: (id: string, title: string = id): Promise<string | undefined> => {
      const turn = file.begin();
      emulator.state['books']?.insert({ id, title });
      return file.keep({ turn, isRead: false });
    },
  };
}

test('the state is restored from the file, also after a crash', async () => {
  const path = createPath();
  const one = await open(path);
  one.emulator.clock.advance(5_000);
  expect(await one.insert('B1', 'Emma')).toBeUndefined();
  // The file as it would be after a crash, before it is closed.
  const now = one.emulator.clock.now();
  const text = readFileSync(path, 'utf8');
  await one.file.close();
  const copy = createPath();
  writeFileSync(copy, text);
  writeFileSync(`${copy}.new`, text.slice(0, 9));
  const other = await open(copy);
  expect(existsSync(`${copy}.new`)).toBe(false);
  expect([listTitles(other.emulator), other.emulator.clock.now()]).toEqual([['Emma'], now]);
  expect(other.emulator.save()).toEqual(one.emulator.save());
  await other.file.close();
});

test('integers that a double cannot hold keep their digits', async () => {
  const path = createPath();
  const one = await open(path);
  const turn = one.file.begin();
  one.emulator.state['books']?.insert({ id: 'B1', title: 'Emma', copies: [9007199254740993n, 5] });
  await one.file.keep({ turn, isRead: false });
  await one.file.close();
  expect(readFileSync(path, 'utf8')).toContain('"copies":[9007199254740993,5]');
  const other = await open(path);
  expect(other.emulator.state['books']?.get('B1')).toMatchObject({ copies: [9007199254740993n, 5] });
  await other.file.close();
});

test('a change is appended as a line, for the owner only', async () => {
  const path = createPath();
  const { emulator, file, insert } = await open(path);
  const before = readFileSync(path, 'utf8');
  await insert('B1');
  expect(readFileSync(path, 'utf8').slice(before.length)).toMatch(
    /^[\da-f]{8} 2\. \[\["row","books","B1",\{.*\}\].*\]\n$/,
  );
  expect([statSync(path).mode & 0o777, before.split('\n')[0]]).toEqual([
    0o600,
    '{"format":"speccast-state","version":3,"service":"shelf"}',
  ]);
  // A read without changes appends no line.
  expect(await file.keep({ turn: file.begin(), isRead: true })).toBeUndefined();
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
  emulator.as('secret-token');
  await file.close();
  expect(readFileSync(path, 'utf8')).toContain('secret-token');
});

test.each(
  readYaml<readonly { readonly text: string; readonly why: string }[]>(new URL('rejected.yaml', import.meta.url)),
)('a file with $text is rejected and not changed', async ({ text, why }) => {
  const path = createPath();
  writeFileSync(path, text);
  const file = await openStateFile(path, quiet);
  const { emulator } = openShelf();
  const before = emulator.snapshot();
  await expect(file.load(emulator)).rejects.toThrow(why);
  expect([readFileSync(path, 'utf8'), emulator.snapshot(), readdirSync(join(path, '..'))]).toEqual([
    text,
    before,
    ['state'],
  ]);
});

test('a state of an older version is converted, and the old file is kept', async () => {
  const path = createPath();
  const { emulator } = openShelf();
  emulator.as('t1');
  emulator.state['books']?.insert({ id: 'B1', title: 'Emma' });
  const old = `${JSON.stringify(emulator.save())}\n`;
  writeFileSync(path, old);
  const messages: string[] = [];
  const one = await open(path, { tell: (sentence) => void messages.push(sentence) });
  expect([listTitles(one.emulator), readFileSync(`${path}.v1`, 'utf8')]).toEqual([['Emma'], old]);
  expect(messages).toEqual([
    `${path} had the format of an older version and was converted. The original is in ${path}.v1.`,
  ]);
  await one.insert('B2');
  await one.file.close();
  const other = await open(path);
  expect(listTitles(other.emulator)).toEqual(['Emma', 'B2']);
  await other.file.close();
});

test('an incomplete last record of any length is reported, and moved to another file', async () => {
  const path = createPath();
  const one = await open(path);
  await one.insert('B1');
  const whole = readFileSync(path);
  await one.insert('B2', 'ö'.repeat(50));
  await one.file.close();
  const longer = readFileSync(path);
  for (let length = whole.length + 1; length < longer.length; length += 7) {
    const copy = createPath();
    writeFileSync(copy, longer.subarray(0, length));
    const messages: string[] = [];
    const { emulator, file, insert } = await open(copy, { tell: (sentence) => void messages.push(sentence) });
    expect([listTitles(emulator), messages]).toEqual([
      ['B1'],
      [
        `The last change in ${copy} was not written completely, and was not acknowledged: ${length - whole.length} bytes from line 4 on were moved to ${copy}.cut.`,
      ],
    ]);
    expect(readFileSync(`${copy}.cut`)).toEqual(longer.subarray(whole.length, length));
    await insert('B3');
    await file.close();
    const again = await open(copy);
    expect(listTitles(again.emulator)).toEqual(['B1', 'B3']);
    await again.file.close();
  }
});

test('a file with damage before valid records is rejected and not changed', async () => {
  const path = createPath();
  const one = await open(path);
  for (const id of ['B1', 'B2', 'B3']) await one.insert(id);
  await one.file.close();
  const text = readFileSync(path, 'utf8');
  for (const damaged of [text.replace('"id":"B2"', '"id":"B9"'), text.replace(/^.* 3\. .*\n/m, '')]) {
    writeFileSync(path, damaged);
    await expect(open(path)).rejects.toThrow(`${path} is damaged in line 4: `);
    expect([readFileSync(path, 'utf8'), existsSync(`${path}.lock`)]).toEqual([damaged, false]);
  }
});

test('a log that is too long to be read is rejected with its length, and not changed', async () => {
  const path = createPath();
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31);
  await expect(open(path)).rejects.toThrow(
    `${path} has 2147483648 bytes, and at most 2147483647 can be read. It is left as it is.`,
  );
  expect(statSync(path).size).toBe(2 ** 31);
});

test('on a full disk, changes are rejected and undone until there is space again', async () => {
  const path = createPath();
  const messages: string[] = [];
  const disk = createFullDisk('write');
  const { emulator, file, insert } = await open(path, { disk, tell: (sentence) => void messages.push(sentence) });
  await insert('B1');
  disk.full = true;
  const late = file.begin();
  const why = `The state cannot be kept in ${path}: ENOSPC: no space left on device, write`;
  expect([await insert('B2'), await insert('B3'), listTitles(emulator)]).toEqual([why, why, ['B1']]);
  expect(await file.keep({ turn: file.begin(), isRead: true })).toBeUndefined();
  expect(await file.keep({ turn: late, isRead: false })).toBe('The state was replaced while the request was handled.');
  disk.full = false;
  expect([await insert('B4'), listTitles(emulator)]).toEqual([undefined, ['B1', 'B4']]);
  expect(messages).toEqual([
    `${why}\nUntil this works again, changes are rejected with 507; reads still work.`,
    `The state is kept in ${path} again.`,
  ]);
  await file.close();
  const again = await open(path);
  expect(listTitles(again.emulator)).toEqual(['B1', 'B4']);
  await again.file.close();
});

test('the last caller is written, but reads do not wait for it', async () => {
  const path = createPath();
  const { emulator, file } = await open(path);
  for (const token of ['t1', 't2']) emulator.as(token);
  await file.keep({ turn: file.begin(), isRead: true });
  const before = readFileSync(path, 'utf8');
  emulator.as('t1');
  await file.keep({ turn: file.begin(), isRead: true });
  expect(readFileSync(path, 'utf8')).toBe(before);
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('["no row","~callers","t1"],["row","~callers","t1",');
  await file.close();
});

test('a page token is written before the response that contains it is sent', async () => {
  const path = createPath();
  const { emulator, call, file } = await open(path);
  emulator.seed({ books: ['B1', 'B2', 'B3'].map((id) => ({ id, shelfId: 'old', status: 'public' })) });
  emulator.as('t1');
  await file.keep({ turn: file.begin(), isRead: false });
  const turn = file.begin();
  expect((await call('/books?shelfId=old', { token: 't1' })).body['nextPageToken']).toBeDefined();
  await file.keep({ turn, isRead: true });
  expect(readFileSync(path, 'utf8')).toContain('["list",');
  await file.close();
});

test('a read has a response even if its change cannot be written', async () => {
  const disk = createFullDisk('write');
  const { emulator, file } = await open(createPath(), { disk, ...quiet });
  disk.full = true;
  emulator.as('t1');
  expect(await file.keep({ turn: file.begin(), isRead: true })).toBeUndefined();
  expect(emulator.state['readers']?.list()).toHaveLength(1);
  await file.close();
});

test('the log is compacted while changes continue', async () => {
  const path = createPath();
  const { emulator, file, insert } = await open(path, { sync: false, compactFrom: 20_000, ...quiet });
  const sizes: number[] = [];
  for (let number = 0; number < 2000; number += 1) {
    await insert(`B${number % 50}`, `${number}`.repeat(10));
    sizes.push(statSync(path).size);
  }
  // The length at which a log is replaced depends on the speed of the disk.
  expect(sizes.filter((size, index) => size < (sizes[index - 1] ?? 0)).length).toBeGreaterThan(0);
  await expect.poll(() => statSync(path).size).toBeLessThan(100_000);
  const saved = emulator.save();
  await file.close();
  expect(readdirSync(join(path, '..'))).toEqual(['state']);
  const again = await open(path);
  expect(again.emulator.save()).toEqual(saved);
  await again.file.close();
});

test('bytes are stored in files of their own, and deleted when no row needs them', async () => {
  const path = createPath();
  const names = () => readdirSync(`${path}.media`).sort();
  const one = await open(path);
  const writer = await one.file.media.begin();
  await writer.write(new Uint8Array(300_000).fill(7));
  const stored = await writer.finish();
  const [name = ''] = names();
  expect([names().length, stored.length, stored.read(299_998)]).toEqual([1, 300_000, new Uint8Array([7, 7])]);
  await one.file.close();
  appendFileSync(`${path}.media/00000000-0000-0000-0000-000000000000.part`, 'x');
  expect(name).toMatch(/^[\da-f]{64}$/);
  const other = await open(path);
  expect(names()).toEqual([]);
  await other.file.close();
});

test('a state whose files of bytes are missing is rejected', async () => {
  const path = createPath();
  const one = await open(path);
  const { world, ...rest } = one.emulator.snapshot();
  const blobs = new Map([...world.blobs, ['x', { bytes: new Uint8Array(3), mediaType: 'a/b' }] as const]);
  one.emulator.restore({ ...rest, world: { ...world, blobs } });
  await one.file.close();
  const again = await open(path);
  expect(again.emulator.snapshot().world.blobs.get('x')?.bytes).toEqual(new Uint8Array(3));
  await again.file.close();
  const [name = ''] = readdirSync(`${path}.media`);
  writeFileSync(`${path}.media/${name}`, '');
  await expect(open(path)).rejects.toThrow(`${path}.media/${name} is missing or has another size`);
});

test('a folder that cannot be written is an error with its code', async () => {
  const failing = open(createPath(), { disk: deniedDisk, ...quiet });
  await expect(failing).rejects.toMatchObject({ code: 'EROFS' });
});
