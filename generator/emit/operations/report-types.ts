import type { Operation, ReportKeys } from '../../api/api.js';
import { runtime } from '../code/syntax/imports.js';
import type { Imports } from '../code/syntax/imports.js';
import { literal, memberKey } from '../code/syntax/literals.js';
import { reportParameters } from '../code/report-parameters.js';
import { aliasStructure } from '../code/syntax/structures.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, Statement } from '../source-file.js';

type Helper = 'Asked' | 'AskedSometimes' | 'PieceOf' | 'WithEntries';

/** The lists of keys that a call can ask for, and the rows that it then gets; `body` is the type of the body. */
export function reportTypes(
  operation: Operation,
  body: string | undefined,
  imports: Imports,
  layout: Layout,
): readonly Statement[] {
  const { id, report } = operation;
  if (report === undefined) return [];
  const lists = report.keys.map((one) =>
    aliasStructure(layout.reportKeys(operation, one).name, listType(one, body ?? 'never'), [
      `Keys of \`${one.map}\` that \`${id}\` can be asked for.`,
    ]),
  );
  const use = (name: Helper): string => imports.useType(helper(name));
  const row = `${use('PieceOf')}<${layout.type(operation, 'Response').name}[number], ${literal(report.row)}>`;
  const maps = report.keys.map((one) => `readonly ${memberKey(one.map)}: ${mapType(one, use)}`);
  return [
    ...lists,
    aliasStructure(
      layout.type(operation, 'Row').name,
      maps.length === 0 ? row : `${use('WithEntries')}<${row}, { ${maps.join('; ')} }>`,
      [maps.length === 0 ? `A row of \`${id}\`.` : `A row of \`${id}\` with what a call asks for.`],
      reportParameters(operation, (key) => layout.reportKeys(operation, key).name, 'any list'),
    ),
  ];
}

/** The type of a body, with the lists of keys as a call gives them. */
export function withLists(type: string, { report }: Operation): string {
  if (report === undefined || report.keys.length === 0) return type;
  return `${/^\w+$/.test(type) ? type : `(${type})`} & ${listsType(report.keys.map((one) => [one.from, one.typeParameter]))}`;
}

type Place = readonly [path: readonly string[], type: string];

function listsType(places: readonly Place[]): string {
  const names = new Set(places.flatMap(([path]) => path.slice(0, 1)));
  const members = [...names].map((name) => {
    const inside = places.filter(([path]) => path[0] === name);
    const whole = inside.find(([path]) => path.length === 1);
    const type = whole?.[1] ?? listsType(inside.map(([path, one]) => [path.slice(1), one]));
    return `readonly ${memberKey(name)}?: ${type}`;
  });
  return `{ ${members.join('; ')} }`;
}

function listType({ from }: ReportKeys, body: string): string {
  return from.reduce((type, name) => `NonNullable<${type}[${literal(name)}]>`, body);
}

function mapType({ typeParameter, sometimes, brings }: ReportKeys, use: (name: Helper) => string): string {
  const more = Object.entries(brings).map(
    ([key, list]) => `${literal(key)} extends ${typeParameter}[number] ? ${list.map(literal).join(' | ')} : never`,
  );
  const rest =
    more.length > 1 ? `, ${more.map((one) => `(${one})`).join(' | ')}` : more.map((one) => `, ${one}`).join('');
  return `${use(sometimes ? 'AskedSometimes' : 'Asked')}<${typeParameter}${rest}>`;
}

function helper(name: Helper): CodeSymbol {
  return runtime(name);
}
