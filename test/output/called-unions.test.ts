import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => Promise<unknown>;
type Client = Readonly<Record<'pets' | 'events', Readonly<Record<'insert' | 'list', Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-discriminators');
});

afterAll(() => one?.remove());

describe('members of a union whose tag only the mapping states', () => {
  test.each([
    ['Pet', { kind: 'cat', lives: 7 }, true],
    ['Pet', { kind: 'kitty', lives: 7 }, true],
    ['Pet', { kind: 'Dog', breed: 'Pug' }, true],
    ['Pet', { kind: 'cat', lives: 'many' }, false],
    ['Pet', { kind: 'bird' }, false],
    ['Pet', {}, false],
    // A member by itself takes any tag.
    ['Cat', { kind: 'bird' }, true],
    ['Event', { type: 'birth', weight: 3 }, true],
    ['Event', { type: 'birth', weight: 'much' }, false],
    ['Event', { type: 'escape', note: 'Over the wall.' }, true],
    ['Event', {}, true],
  ])('%s: %j is valid: %s', (name, value, want) => {
    const validator = one!.validators[name]!;
    expect(validator.is(value)).toBe(want);
    expect(validator.check(value).length === 0).toBe(want);
  });

  test('are what the emulator takes and responds with', async () => {
    const { client } = one!.open();
    // The validators of the client reject any other response.
    expect(await client.pets.insert({ body: { kind: 'kitty', lives: 9 } })).toHaveProperty('kind');
    expect(await client.events.list()).toBeInstanceOf(Array);
  });

  test('are rejected before they are sent, where the emulator rejects them', async () => {
    const validated = one!.open();
    const bird = { body: { kind: 'bird' } };
    await expect(validated.client.pets.insert(bird)).rejects.toMatchObject({
      side: 'request',
      issues: [{ path: ['body', 'kind'], message: 'must be one of "cat", "kitty", "Dog"' }],
    });
    expect(validated.sent).toEqual([]);
    await expect(one!.open({ validate: {} }).client.pets.insert(bird)).rejects.toMatchObject({ status: 400 });
  });
});
