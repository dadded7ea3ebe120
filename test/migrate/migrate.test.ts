import type { Json } from 'speccast/emitter';
import { describe, expect, test } from 'vitest';
import { migrateText, shopDocument } from './migrate.js';
import { readRows, readYaml } from '../rows.js';
import { camelName } from '../../generator/migrate/stainless/read-resources.js';

/** A configuration of another generator, and the services of speccast that it becomes. */
interface Row {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** The name of the document that it is compared with. Default: `default`, or else `shopDocument`. */
  readonly document?: string;
  readonly tool?: string;
  /** The expected services, without empty members. */
  readonly services: readonly object[];
  /** Diagnostics. Default: none. */
  readonly messages?: readonly string[];
}

interface Rows {
  readonly documents: { readonly [name: string]: Json };
  readonly rows: readonly Row[];
}

describe.each(['tools', 'names', 'values', 'stainless'])('%s', (file) => {
  const { documents, rows }: Rows = readYaml(new URL(`${file}.yaml`, import.meta.url));

  test.each(rows)('$name', ({ file, text, document = 'default', tool, services: want, messages = [] }) => {
    const { services, ...got } = migrateText(file, text, documents[document] ?? shopDocument);
    expect({ ...got, services: services.map(omitEmpty) }).toEqual({
      tool,
      services: want,
      messages,
    });
  });
});

function omitEmpty(service: object): object {
  return Object.fromEntries(
    Object.entries(service).filter(([, value]) => !/^(?:\[\]|\{\})$/.test(JSON.stringify(value))),
  );
}

test.each(readRows(import.meta.url).rows<readonly [string, string]>('Stainless calls'))(
  'a method that Stainless calls %s is named %s',
  (name, expected) => {
    expect(camelName(name, new Map())).toBe(expected);
  },
);
