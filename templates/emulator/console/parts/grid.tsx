import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A column of a grid. */
export interface Column<Row> {
  readonly name: string;
  /** A track of CSS: `minmax(12ch, 1fr)`. */
  readonly width: string;
  /** Renders the cell of a row; text is also its tooltip. It depends on the row alone: if other data changes, the grid needs new columns. */
  readonly cell: (row: Row) => ComponentChildren;
  /** Classes of the cells: `number`, `mono dim`. */
  readonly look?: string;
  /** Passed to `onSort` when the name is clicked. Default: the column does not sort. */
  readonly sort?: string;
  /** The narrowest grid that shows it, in pixels. */
  readonly from?: number;
}

/** The order of a grid. */
export interface Sorting {
  readonly by: string;
  readonly order: 'ascending' | 'descending';
  readonly onSort: (by: string) => void;
}

interface GridProps<Row> {
  /** Name of the grid for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly readKey: (row: Row) => string;
  readonly selected: string;
  readonly onOpen: (row: Row) => void;
  readonly sorting?: Sorting;
}

/** Number of rows above and below those in sight that are elements, too. */
const spare = 5;

/**
 * A table of rows of one height, of which only those in sight are elements. The arrow keys, Home, End and the page keys move through it,
 * Enter opens a row. The focus stays at the grid itself, which names the row that was reached.
 */
export function Grid<Row>({ label, columns: all, rows, readKey, selected, onOpen, sorting }: GridProps<Row>): VNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { top, height, width, rowHeight } = useFrame(box);
  const [active, setActive] = useState<string>();
  const columns = useMemo(() => all.filter(({ from = 0 }) => width === 0 || width >= from), [all, width]);
  const elements = Math.ceil(height / rowHeight) + 2 * spare;
  const first = Math.max(0, Math.min(top - spare, rows.length - elements));
  const reached = active ?? selected;
  const at = useMemo(() => rows.findIndex((row) => readKey(row) === reached), [rows, reached]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = findTarget(event, { at, count: rows.length, page: Math.floor(height / rowHeight) - 1 });
    const row = rows[to];
    if (row === undefined || box.current === null) return;
    event.preventDefault();
    if (event.key === 'Enter') return onOpen(row);
    setActive(readKey(row));
    // The head takes the height of a row.
    const [above, below] = [to * rowHeight, (to + 2) * rowHeight - height];
    box.current.scrollTop = Math.max(below, Math.min(above, box.current.scrollTop));
  };
  const renderRow = (row: Row, offset: number) => {
    const [key, index] = [readKey(row), first + offset];
    const onFocus = () => {
      setActive(key);
      box.current?.focus({ preventScroll: true });
    };
    return (
      <div
        key={key}
        id={`${id}-${index}`}
        class={`row ${index === at ? 'reached' : ''}`}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={key === selected}
        tabIndex={-1}
        style={{ transform: `translateY(${index * rowHeight}px)` }}
        onFocus={onFocus}
        onClick={() => onOpen(row)}
      >
        <Cells row={row} columns={columns} />
      </div>
    );
  };
  const tracks = columns.map((column) => column.width);
  const least = tracks.map((track) => /^minmax\((.*?),/.exec(track)?.[1] ?? track);
  return (
    <div
      class="grid"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={at >= first && at < first + elements ? `${id}-${at}` : undefined}
      tabIndex={0}
      style={{ '--columns': tracks.join(' '), '--least': `calc(${least.join(' + ')})` }}
      onKeyDown={onKeyDown}
    >
      <Head columns={columns} sorting={sorting} />
      <div class="body" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(first, first + elements).map(renderRow)}
      </div>
    </div>
  );
}

interface Reached {
  /** Index of the row that the keyboard has reached; -1 if there is none. */
  readonly at: number;
  readonly count: number;
  /** Number of rows of a page. */
  readonly page: number;
}

/** Returns the index of the row that a key moves to or opens; NaN for other keys, and for those of links and buttons in the grid. */
function findTarget({ key, target, currentTarget }: KeyboardEvent, { at, count, page }: Reached): number {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: Math.max(0, at - 1),
    PageDown: at + page,
    PageUp: Math.max(0, at - page),
    Home: 0,
    End: count - 1,
    Enter: at,
  };
  return target === currentTarget ? Math.min(count - 1, targets[key] ?? Number.NaN) : Number.NaN;
}

/** The cells of a row, which are rendered again only if the row or the columns changed. */
function Cells<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  const render = ({ name, look, cell }: Column<Row>) => {
    const content = cell(row);
    return (
      <div key={name} role="gridcell" class={look} title={typeof content === 'string' ? content : undefined}>
        {content}
      </div>
    );
  };
  return useMemo(() => <>{columns.map(render)}</>, [row, columns]);
}

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

function Head<Row>({ columns, sorting }: HeadProps<Row>) {
  return (
    <div class="row head" role="row" aria-rowindex={1}>
      {columns.map(({ name, look, sort }) => {
        const order = sort === sorting?.by ? sorting?.order : undefined;
        const isNumber = look === 'number';
        return (
          <div key={name} role="columnheader" class={isNumber ? look : undefined} title={name} aria-sort={order}>
            {sort === undefined || sorting === undefined ? (
              name
            ) : (
              <button type="button" onClick={() => sorting.onSort(sort)}>
                {name}
                {order && (order === 'descending' ? ' ↓' : ' ↑')}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Measures the part of a grid that is in sight: the first row, the size in pixels, and the height of a row, which the style sets. */
function useFrame(box: { readonly current: HTMLElement | null }) {
  const [frame, set] = useState({ top: 0, height: 800, width: 0, rowHeight: 30 });
  useLayoutEffect(() => {
    const grid = box.current;
    if (grid === null) return undefined;
    const measure = () => {
      const { scrollTop, clientHeight: height, clientWidth: width } = grid;
      const rowHeight = Number.parseFloat(getComputedStyle(grid).getPropertyValue('--row')) || 30;
      const next = { top: Math.floor(scrollTop / rowHeight), height, width, rowHeight };
      set((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    grid.addEventListener('scroll', measure, { passive: true });
    return () => observer.disconnect();
  }, []);
  return frame;
}
