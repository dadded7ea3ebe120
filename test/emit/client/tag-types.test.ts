import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const spec = readFileSync(new URL('../../cases/positive-discriminators/spec.yaml', import.meta.url), 'utf8');

const tags = `
import type { Cat, Dog, Event, Pet } from './index.js';

export function describe(pet: Pet): string {
  switch (pet.kind) {
    case 'cat':
    case 'kitty': {
      const cat: Cat = pet;
      return String(pet.lives) + String(cat.lives);
    }
    case 'Dog': {
      const dog: Dog = pet;
      // @ts-expect-error -- a dog has no lives
      console.log(pet.lives);
      return String(dog.breed);
    }
  }
}

export const events: readonly Event[] = [{ type: 'birth', weight: 3 }, { type: 'escape', note: 'Over the wall.' }, {}];
// @ts-expect-error -- nothing is mapped to that tag
export const bird: Pet = { kind: 'bird' };
`;

test('a union narrows by tags that only its mapping gives to its members', () => {
  expect(checkTypes('zoo', spec, tags).errors).toEqual([]);
});
