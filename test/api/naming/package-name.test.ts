import { expect, test } from 'vitest';
import { serviceName, serviceNameOf, pascalCase } from '../../../generator/api/naming/names.js';

test.each([
  { title: 'PetStore', name: 'pet-store', type: 'PetStore' },
  { title: 'Swagger Petstore', name: 'swagger-petstore', type: 'SwaggerPetstore' },
  { title: 'Café API', name: 'cafe-api', type: 'CafeApi' },
  { title: '3D models', name: 'api-3-d-models', type: 'Api3DModels' },
  { title: '', name: 'api', type: 'Api' },
  { title: 'a'.repeat(59) + ' b', name: 'a'.repeat(59), type: 'A' + 'a'.repeat(58) },
])('a service with the title $title is called $name', ({ title, name, type }) => {
  expect([serviceNameOf(title), pascalCase(name, 'service')]).toEqual([name, type]);
});

test.each([
  { given: '@speccast/video-platform', name: 'video-platform' },
  { given: '@speccast/ad-reporting', name: 'ad-reporting' },
  { given: 'petstore', name: 'petstore' },
  { given: '7zip', name: 'api-7zip' },
])('the service of the package $given is called $name', ({ given, name }) => {
  expect(serviceName(given)).toBe(name);
});
