import { printDiagnostic } from 'speccast';
import type { Json } from 'speccast/emitter';
import { readYaml } from '../rows.js';
import { Diagnostics } from '../spec/read-text.js';
import { TOOLS, type Migrated, type Tool } from '../../generator/migrate/migration.js';
import { readMigration } from '../../generator/migrate/read-migration.js';
import { SpecFacts } from '../../generator/migrate/spec-facts.js';

// Tests import the migration from here, so that a renamed module changes one line.
export { readMigration, SpecFacts, TOOLS };

/** The services of a migrated configuration, and the messages about it as text. */
export interface MigratedText {
  readonly tool?: Tool;
  /** Names, documents and results of its services. */
  readonly services: readonly (Omit<Migrated, 'keys' | 'leftovers'> & {
    readonly name?: string;
    readonly spec?: string;
    readonly keys: { readonly [key: string]: Json };
    /** `line:column key: message`. */
    readonly leftovers: readonly string[];
  })[];
  readonly messages: readonly string[];
}

/** A document with two tags and four operations, one of which is deprecated. */
export const shopDocument: Json = readYaml(new URL('shop.yaml', import.meta.url));

/** Reads a configuration and compares it with a document. */
export function migrateText(file: string, text: string, document: Json = shopDocument): MigratedText {
  const diagnostics = new Diagnostics({ strict: true });
  const read = readMigration({ file, text }, undefined, diagnostics);
  const services = (read?.services ?? []).map(({ name, spec, migrate }) => {
    const { keys, leftovers, ...rest } = migrate(new SpecFacts(document));
    return {
      ...rest,
      ...(name !== undefined && { name }),
      ...(spec !== undefined && { spec: spec.text }),
      keys: Object.fromEntries(keys),
      leftovers: leftovers.map(({ key, message, at }) => `${at.line}:${at.column} ${key}: ${message}`),
    };
  });
  return {
    ...(read !== undefined && { tool: read.tool }),
    services,
    messages: diagnostics.list.map(printDiagnostic),
  };
}
