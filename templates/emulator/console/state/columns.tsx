import { isJsonObject, type Json } from '@speccast/runtime';
import { cellText, type Column, listLeaves, Picture, valueAt } from '../parts/index.js';
import { type TableRules, writeRoute } from '../server/index.js';
import type { KeyedRow } from './row-sheet.js';

/** Most names of a path. */
const deepest = 3;

/** Paths of members that are the same in every row, or internal. */
const dull = /(?:^|\.)(?:kind|etag|~[^.]*)(?:\.|$)/;

const widths: Readonly<Record<string, string>> = {
  number: '10ch',
  date: '17ch',
  id: 'minmax(10ch, 16ch)',
  boolean: '9ch',
};

const picture: Column<KeyedRow> = {
  name: 'Image',
  width: '8ch',
  cell: ({ images: [path] = [] }) => path && <Picture path={path} alt="" />,
  from: 420,
};

/** Chooses the columns of rows: the image, the most telling member, the key, and up to eight other members. */
export function chooseColumns(
  items: readonly KeyedRow[],
  { key, references }: TableRules,
): readonly Column<KeyedRow>[] {
  const members = listMembers(items, key)
    .map((member) => ({ ...member, table: references.find(({ path }) => path === member.path)?.table }))
    .toSorted((one, other) => rank(one, items.length) - rank(other, items.length))
    .slice(0, 9);
  const names = [key, ...members.map(({ name }) => name)];
  const [title = [], ...others] = members.map(({ path, name, values: [sample], table }, index): Column<KeyedRow> => {
    const isDate = /^\d{4}-\d\d-\d\dT/.test(String(sample));
    const kind = table === undefined ? (isDate ? 'date' : typeof sample) : 'id';
    return {
      name: names.filter((one) => one === name).length < 2 ? name : path,
      sort: path,
      width: widths[kind] ?? (index === 0 ? 'minmax(18ch, 3fr)' : 'minmax(11ch, 1fr)'),
      ...(kind === 'number' && { look: kind }),
      cell: ({ row }) => writeCell(cellText(valueAt(row, path.split('.'))), kind, table),
      from: index < 1 ? 0 : 380 + index * 110,
    };
  });
  const hasImages = items.some(({ images = [] }) => images.length > 0);
  const keys = { name: key, sort: key, width: 'minmax(11ch, 17ch)', look: 'mono', cell: (row: KeyedRow) => row.key };
  return [hasImages ? picture : [], title, keys, others].flat();
}

/** A scalar member of rows, and its values. */
interface Member {
  readonly path: string;
  /** The last name of its path. */
  readonly name: string;
  readonly values: readonly Json[];
  /** Table that it refers to. */
  readonly table?: string | undefined;
}

function listMembers(items: readonly KeyedRow[], key: string): readonly Member[] {
  const leaves = items.flatMap(({ row }) =>
    listLeaves(row, (one, depth) => isJsonObject(one) && depth < deepest).filter(
      ([path, value]) => typeof value !== 'object' && path !== key && !dull.test(path),
    ),
  );
  return [...new Set(leaves.map(([path]) => path))].map((path) => ({
    path,
    name: path.replace(/.*\./, ''),
    values: leaves.filter(([one]) => one === path).map(([, value]) => value),
  }));
}

/** Ranks a member; less is more telling: names, ids of other rows, states, times, other values. */
function rank({ path, name, values, table }: Member, rows: number) {
  const rarity = 6 * (1 - values.length / rows);
  if (/^(?:title|name|displayName|label|subject|email|login)$/i.test(name)) return rarity;
  if (table !== undefined) return 3 + rarity;
  if (/status|state|type|role|kind$/i.test(name)) return 4 + rarity;
  const isSame = rows > 2 && new Set(values.map(String)).size === 1;
  return (/At$|date|time/i.test(name) ? 6 : 7 + path.split('.').length) + rarity + (isSame ? 3 : 0);
}

function writeCell(text: string, kind: string, table: string | undefined) {
  if (table !== undefined && text !== '')
    return (
      <a
        class="mono"
        href={writeRoute('state', [table, text])}
        title={`${table} ${text}`}
        onClick={(event) => event.stopPropagation()}
      >
        {text}
      </a>
    );
  if (kind !== 'date') return text;
  return (
    <span class="mono" title={text}>
      {text.slice(0, 16).replace('T', ' ')}
    </span>
  );
}
