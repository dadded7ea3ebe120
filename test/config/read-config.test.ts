import { printDiagnostic } from 'speccast';
import { expect, test } from 'vitest';
import { readConfig, type ServiceConfig } from './read.js';
import { Diagnostics } from '../spec/read-text.js';
import { readRows, readYaml } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data } = readRows(import.meta.url);

/** A text of speccast.yaml, and the services that are read, or the messages. */
interface Row {
  readonly name: string;
  readonly text: string;
  /** Expected diagnostics. Default: none. */
  readonly messages?: readonly string[];
  /** Expected services, without default values; absent if the text is rejected. */
  readonly services?: readonly object[];
  readonly vocabulary?: string;
}

const rows = readYaml<readonly Row[]>(new URL('configurations.yaml', import.meta.url));

/** The default values of a service. */
const defaults = data<JsonObject>('defaults');

test.each(rows)('$name', ({ text, messages = [], services, vocabulary }) => {
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file: 'speccast.yaml', folder: '/project/specs', text }, diagnostics);
  expect(diagnostics.list.map(printDiagnostic)).toEqual(messages);
  expect(config?.vocabulary).toBe(vocabulary);
  const want = services?.map((one) => ({ ...defaults, ...one }));
  expect(config?.services.map((one, index) => addPlaces(one, want?.[index] ?? {}))).toEqual(want);
});

/** Adds the positions that a row expects to a service: `specAt: '3:11'`. */
function addPlaces({ optionsAt, ...service }: ServiceConfig, want: object): object {
  const places = Object.keys(want).flatMap((key) => {
    const at = key.endsWith('At') ? optionsAt[key.slice(0, -2)] : undefined;
    return at === undefined ? [] : [[key, `${at.line}:${at.column}`]];
  });
  return { ...service, ...Object.fromEntries(places) };
}
