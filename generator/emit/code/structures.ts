import type { AliasDeclaration, ExportDeclaration, InterfaceDeclaration, MemberDeclaration } from '../declarations.js';
import type { ImportLine } from '../source-file.js';
import { docComment, type DocLine } from './doc-comments.js';
import { groupBy } from './group-by.js';
import { assertIdentifier } from './identifiers.js';
import { memberKey } from './literals.js';
import { packageEntry } from './specifier.js';

/** One property of an interface: `type` is source text. */
export interface PropertyParts {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly docs: readonly DocLine[];
}

/** The index signature of an interface: `readonly [field: string]: unknown`. */
export interface IndexParts {
  readonly keyName: string;
  readonly type: string;
  readonly docs: readonly DocLine[];
}

/** An exported interface of readonly members. */
export interface InterfaceParts {
  readonly name: string;
  /** Source text: `<Part extends string>`. */
  readonly typeParameters?: string | undefined;
  /** Name of the interface whose members it has too, as this file knows it. */
  readonly base?: string | undefined;
  readonly docs: readonly DocLine[];
  readonly properties: readonly PropertyParts[];
  readonly index?: IndexParts | undefined;
}

/** Structure of an exported interface; its index signature comes last. */
export function interfaceStructure(parts: InterfaceParts): InterfaceDeclaration {
  const { name, typeParameters, base, docs, properties, index } = parts;
  const members = [...properties.map(propertyStructure), ...(index === undefined ? [] : [indexStructure(index)])];
  return { kind: 'interface', name: assertIdentifier(name), typeParameters, base, doc: docComment(docs), members };
}

/** Structure of an exported type alias; `type` and `typeParameters` are source text. */
export function aliasStructure(
  name: string,
  type: string,
  docs: readonly DocLine[],
  typeParameters?: string,
): AliasDeclaration {
  return { kind: 'alias', name: assertIdentifier(name), typeParameters, doc: docComment(docs), type };
}

/**
 * Structures of `export { … } from './…'`: values and types of a module apart, all of a package at once. They stand in `src/` itself, or in the
 * folder that all modules are in: `models/`.
 */
export function exportStructures(lines: readonly ImportLine[], folder: string = ''): readonly ExportDeclaration[] {
  const modules = groupBy(lines, ({ typeOnly, module }) => `${typeOnly} ${packageEntry(module) ?? module}`);
  return [...modules.values()].flatMap((group) => exportStructure(group, folder));
}

function exportStructure(lines: readonly ImportLine[], folder: string): ExportDeclaration[] {
  const [first] = lines;
  if (first === undefined) return [];
  const names = lines.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
  const entry = packageEntry(first.module);
  if (entry !== undefined) return [{ kind: 'export', typeOnly: first.typeOnly, names: names.toSorted(), from: entry }];
  const from = `./${first.module.slice(folder.length)}.js`;
  return [{ kind: 'export', typeOnly: first.typeOnly, names, from }];
}

function propertyStructure({ name, required, type, docs }: PropertyParts): MemberDeclaration {
  return { doc: docComment(docs), key: memberKey(name), optional: !required, type };
}

function indexStructure({ keyName, type, docs }: IndexParts): MemberDeclaration {
  return { doc: docComment(docs), key: `[${assertIdentifier(keyName)}: string]`, optional: false, type };
}
