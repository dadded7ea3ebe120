import type { Declaration, InterfaceDeclaration, MemberDeclaration } from '../emit/declarations.js';

/** Source text of a declaration, a member to a line; lines are indented later. */
export function printDeclaration(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'interface':
      return printInterface(declaration);
    case 'alias':
      return `${comment(declaration.doc)}export type ${declaration.name}${declaration.typeParameters ?? ''} = ${declaration.type};`;
    case 'export': {
      const { typeOnly, names, from } = declaration;
      const list = names === '*' ? '*' : `{ ${names.join(', ')} }`;
      return `export ${typeOnly ? 'type ' : ''}${list} from '${from}';`;
    }
  }
}

/** Whether an empty line stands before a declaration: exports go on where imports end, and aliases form a list. */
export function standsApart(declaration: Declaration, before: Declaration | undefined): boolean {
  return declaration.kind === 'interface' || declaration.kind !== (before?.kind ?? 'export');
}

function printInterface({ doc, name, typeParameters = '', base, members }: InterfaceDeclaration): string {
  const heritage = base === undefined ? '' : ` extends ${base}`;
  const head = `${comment(doc)}export interface ${name}${typeParameters}${heritage} {`;
  return members.length === 0 ? `${head}}` : [head, ...members.map(printMember), '}'].join('\n');
}

function printMember({ doc, key, optional, type }: MemberDeclaration): string {
  return `${comment(doc)}readonly ${key}${optional ? '?' : ''}: ${type};`;
}

function comment(doc: string): string {
  return doc === '' ? '' : `${doc}\n`;
}
