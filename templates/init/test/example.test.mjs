// The client calls the emulator in this process: no network, no server to start.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { __create__, ApiError, bearer } from '__package__';
import { createEmulator } from '__package__/mocks';
import { Pet } from '__package__/validators';

let client;
beforeEach(() => {
  const emulator = createEmulator();
  client = __create__({ auth: bearer('any-token'), baseUrl: emulator.baseUrl, fetch: emulator.fetch });
});

test('lists an inserted pet until it is deleted', async () => {
  const pet = await client.pets.insert({ body: { name: 'Tide', status: 'available' } });
  assert.deepEqual(Pet.check(pet), []);

  await client.pets.update({ petId: pet.id, body: { ...pet, status: 'sold' } });
  const { items } = await client.pets.list({ status: 'sold' });
  assert.ok(items.some(({ id }) => id === pet.id));

  await client.pets.delete({ petId: pet.id });
  const gone = await client.pets.get({ petId: pet.id }).result();
  assert.equal(gone.error?.status, 404);
});

test('lists pets page by page', async () => {
  for (const name of ['Ebb', 'Flow', 'Neap']) await client.pets.insert({ body: { name, status: 'available' } });
  const page = await client.pets.list({ pageSize: 2 });
  assert.equal(page.items.length, 2);
  const all = await client.pets.list({ pageSize: 2 }).toArray({ limit: 100 });
  assert.ok(all.length >= 3);
});

test('rejects a fourth pet with the same name', async () => {
  const insert = () => client.pets.insert({ body: { name: 'Tide', status: 'available' } });
  for (let count = 0; count < 3; count += 1) await insert();
  await assert.rejects(insert, (error) => ApiError.is(error) && error.status === 409);
});

test('rejects a call without a token', async () => {
  const emulator = createEmulator();
  const stranger = __create__({ baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  await assert.rejects(async () => stranger.pets.list());
});
