import type {
  ExportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
} from 'ts-morph';
import type { ImportLine } from '../source-file.js';
import { type DocLine, docText } from './doc-comments.js';
import { groupBy } from '../../iterables.js';
import { assertIdentifier, memberKey } from './literals.js';
import { packageEntry } from './imports.js';

/** One property of an interface; `type` is source code. */
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

/** An exported interface. Its members are readonly unless it is `settable`. */
export interface InterfaceParts {
  readonly name: string;
  /** Callers may set its members, as in types of requests. Default: false. */
  readonly settable?: boolean | undefined;
  /** Source code: `<Part extends string>`. */
  readonly typeParameters?: string | undefined;
  /** Local name of the interface that it extends. */
  readonly base?: string | undefined;
  readonly docs: readonly DocLine[];
  readonly properties: readonly PropertyParts[];
  readonly index?: IndexParts | undefined;
}

/** Kinds of structures, with the numbers of ts-morph's `StructureKind`: emitters do not load ts-morph. */
const kinds: {
  readonly exports: StructureKind.ExportDeclaration;
  readonly interface: StructureKind.Interface;
  readonly alias: StructureKind.TypeAlias;
} = { exports: 11, interface: 19, alias: 38 };

/** Builds the structure of an exported interface; its index signature is last. */
export function interfaceStructure(parts: InterfaceParts): InterfaceDeclarationStructure {
  const { name, settable = false, typeParameters, base, docs, properties, index } = parts;
  const members = properties.map((one): OptionalKind<PropertySignatureStructure> => ({
    ...toDocs(one.docs),
    name: memberKey(one.name),
    hasQuestionToken: !one.required,
    type: one.type,
  }));
  // Passed as a property, because ts-morph prints index signatures before all properties.
  if (index !== undefined)
    members.push({
      ...toDocs(index.docs),
      name: `[${assertIdentifier(index.keyName)}: string]`,
      type: index.type,
    });
  return {
    kind: kinds.interface,
    isExported: true,
    name: assertIdentifier(name),
    ...toTypeParameters(typeParameters),
    ...(base !== undefined && { extends: [base] }),
    ...toDocs(docs),
    properties: members.map((member) => ({ ...member, isReadonly: !settable })),
  };
}

/** Builds the structure of an exported type alias; `type` and `typeParameters` are source code. */
export function aliasStructure(
  name: string,
  type: string,
  docs: readonly DocLine[],
  typeParameters?: string,
): TypeAliasDeclarationStructure {
  const head = { kind: kinds.alias, isExported: true, name: assertIdentifier(name) };
  return { ...head, ...toTypeParameters(typeParameters), ...toDocs(docs), type };
}

/**
 * Builds structures of `export { … } from './…'`, one for the values and one for the types of each module or package. `folder` is the
 * folder of the file and of all modules: `models/`; empty for a file in `src/`.
 */
export function exportStructures(
  lines: readonly ImportLine[],
  folder: string = '',
): readonly ExportDeclarationStructure[] {
  const modules = groupBy(lines, ({ typeOnly, module }) => `${typeOnly} ${packageEntry(module) ?? module}`);
  return [...modules.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { module, typeOnly } = first;
    const names = group.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
    const entry = packageEntry(module);
    return entry === undefined
      ? [exportStructure(`./${module.slice(folder.length)}.js`, names, typeOnly)]
      : [exportStructure(entry, names.toSorted(), typeOnly)];
  });
}

/** Builds the structure of `export { … } from '…'`, or of `export * from '…'`; `names` may have aliases: `a as b`. */
export function exportStructure(
  from: string,
  names: readonly string[] | '*',
  typeOnly: boolean = false,
): ExportDeclarationStructure {
  const structure = { kind: kinds.exports, isTypeOnly: typeOnly, moduleSpecifier: from };
  return names === '*' ? structure : { ...structure, namedExports: [...names] };
}

/** Returns docs for ts-morph, which writes them unescaped: `docText` escapes them. */
function toDocs(lines: readonly DocLine[]): { docs?: string[] } {
  const text = docText(lines);
  // With a line end at the start, ts-morph prints `/**` on a line of its own.
  return text === '' ? {} : { docs: [text.includes('\n') ? `\n${text}` : text] };
}

function toTypeParameters(text: string | undefined): { typeParameters?: string[] } {
  return text === undefined ? {} : { typeParameters: [text.slice(1, -1)] };
}
