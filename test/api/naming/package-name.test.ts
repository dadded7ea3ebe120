import { expect } from 'vitest';
import { serviceName, serviceNameOf, pascalCase } from '../../../generator/api/naming/names.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table(
  'a service with the title $title is called $name',
  ({ title, name, type }: { title: string; name: string; type: string }) => {
    expect([serviceNameOf(title), pascalCase(name, 'service')]).toEqual([name, type]);
  },
);

table('the service of the package $given is called $name', ({ given, name }: { given: string; name: string }) => {
  expect(serviceName(given)).toBe(name);
});
