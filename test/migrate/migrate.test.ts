import type { Json } from 'speccast/emitter';
import { describe, expect, test } from 'vitest';
import { migrateText, shopDocument } from './migrate.js';
import { readRows, readYaml } from '../rows.js';
import { camelName } from '../../generator/migrate/stainless/read-resources.js';

/** A configuration of another generator, and what becomes of it. */
interface Row {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Name of the document that it is compared with. Default: `default`, else the shop. */
  readonly document?: string;
  readonly tool?: string;
  /** Without empty members. */
  readonly services: readonly object[];
  /** Diagnostics. Default: none. */
  readonly said?: readonly string[];
}

interface Rows {
  readonly documents: { readonly [name: string]: Json };
  readonly rows: readonly Row[];
}

describe.each(['tools', 'names', 'values', 'stainless'])('%s', (file) => {
  const { documents, rows }: Rows = readYaml(new URL(`${file}.yaml`, import.meta.url));

  test.each(rows)('$name', ({ file, text, document = 'default', tool, services: want, said = [] }) => {
    const { services, ...got } = migrateText(file, text, documents[document] ?? shopDocument);
    expect({ ...got, services: services.map(withoutEmpty) }).toEqual({
      tool,
      services: want,
      said,
    });
  });
});

function withoutEmpty(service: object): object {
  return Object.fromEntries(
    Object.entries(service).filter(([, value]) => !/^(?:\[\]|\{\})$/.test(JSON.stringify(value))),
  );
}

test.each(readRows(import.meta.url).rows<readonly [string, string]>('Stainless calls'))(
  'Stainless calls %s %s',
  (name, expected) => {
    expect(camelName(name, new Map())).toBe(expected);
  },
);
