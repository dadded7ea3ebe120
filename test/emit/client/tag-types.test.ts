import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const [spec, families] = ['positive-discriminators', 'positive-families'].map((name) =>
  readFileSync(new URL(`../../cases/${name}/spec.yaml`, import.meta.url), 'utf8'),
) as [string, string];

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

test('a union narrows by tags that only its mapping declares', async () => {
  expect((await checkTypes('zoo', spec, tags)).errors).toEqual([]);
});

const children = `
import type { Garage, Maybe, Pet, Road, Shape, Siamese, Vehicle, VehicleInput } from './index.js';

export function count(vehicle: Vehicle): number {
  switch (vehicle.kind) {
    case 'car':
    case 'auto':
      return vehicle.doors ?? vehicle.wheels;
    case 'bus':
      return vehicle.seats;
    case 'sloop':
      return vehicle.masts;
    case 'Cart':
      return Number(vehicle.horse);
  }
}

export const roads: readonly Road[] = [{ kind: 'bus', wheels: 4, seats: 2 }];
export const breed: 'siam' = ({} as Siamese).breed;
export const type: 'Cat' = ({} as Siamese).petType;
export const voice = (pet: Pet): string => (pet.petType === 'Dog' ? String(pet.bark) : pet.breed === 'siam' ? pet.voice : String(pet.fur));
export const radius = (shape: Shape): number | undefined => (shape.$type === 'Round' ? shape.radius : undefined);
export const first = ({ first, spare }: Garage): boolean => first?.kind === 'bus' && first.seats > 1 && spare === null;
export const maybe = (value: Maybe): string | undefined => (value?.sort === 'a' ? value.a : value?.b);
// @ts-expect-error -- a bus has seats
export const bus: VehicleInput = { kind: 'bus', wheels: 4 };
// @ts-expect-error -- no child has that tag
export const tram: VehicleInput = { kind: 'tram' };
`;

test('a schema whose children refer to it in `allOf` narrows to the children', async () => {
  expect((await checkTypes('families', families, children)).errors).toEqual([]);
});
