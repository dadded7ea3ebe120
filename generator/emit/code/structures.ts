import type { AliasDeclaration, ExportDeclaration, InterfaceDeclaration, MemberDeclaration } from '../declarations.js';
import type { ImportLine } from '../source-file.js';
import { docComment, type DocLine } from './doc-comments.js';
import { assertIdentifier } from './identifiers.js';
import { memberKey } from './literals.js';

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
  readonly docs: readonly DocLine[];
  readonly properties: readonly PropertyParts[];
  readonly index?: IndexParts | undefined;
}

/** Structure of an exported interface; its index signature comes last. */
export function interfaceStructure({ name, docs, properties, index }: InterfaceParts): InterfaceDeclaration {
  const members = [...properties.map(propertyStructure), ...(index === undefined ? [] : [indexStructure(index)])];
  return { kind: 'interface', name: assertIdentifier(name), doc: docComment(docs), members };
}

/** Structure of an exported type alias; `type` is source text. */
export function aliasStructure(name: string, type: string, docs: readonly DocLine[]): AliasDeclaration {
  return { kind: 'alias', name: assertIdentifier(name), doc: docComment(docs), type };
}

/** Structures of `export { … } from './…'` for a file in `src/` itself: values and types of a module apart. */
export function exportStructures(lines: readonly ImportLine[]): readonly ExportDeclaration[] {
  const modules = new Map<string, ImportLine[]>();
  for (const line of lines) {
    const key = `${line.typeOnly} ${line.module}`;
    modules.set(key, [...(modules.get(key) ?? []), line]);
  }
  return [...modules.values()].flatMap(exportStructure);
}

function exportStructure(lines: readonly ImportLine[]): ExportDeclaration[] {
  const [first] = lines;
  if (first === undefined) return [];
  const names = lines.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
  return [{ kind: 'export', typeOnly: first.typeOnly, names, from: `./${first.module}.js` }];
}

function propertyStructure({ name, required, type, docs }: PropertyParts): MemberDeclaration {
  return { doc: docComment(docs), key: memberKey(name), optional: !required, type };
}

function indexStructure({ keyName, type, docs }: IndexParts): MemberDeclaration {
  return { doc: docComment(docs), key: `[${assertIdentifier(keyName)}: string]`, optional: false, type };
}
