import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A column of a grid. */
export interface Column<Row> {
  readonly name: string;
  /** A track of CSS: `minmax(12ch, 1fr)`. */
  readonly width: string;
  /** Renders the cell of a row. It depends on the row alone: if other data changes, the grid needs new columns. */
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Passed to `onSort` when the name is clicked. Default: the column does not sort. */
  readonly sort?: string;
  /** The narrowest grid that shows it, in pixels. */
  readonly from?: number;
}

/** The order of a grid. */
export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
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
const spare = 3;

/** Number of rows by which the elements move on at once: scrolling by less renders nothing. */
const block = 4;

/** Number of cells of a row while the scroll bar is dragged through many screens. */
const cellsWhileFast = 2;

/**
 * A table of rows of one height, of which only those in sight are elements. They are used again for other rows when the grid
 * scrolls. The arrow keys, Home, End and the page keys move through it, Enter opens a row.
 */
export function Grid<Row>(props: GridProps<Row>): VNode {
  const { label, rows, readKey, selected, onOpen, sorting } = props;
  const box = useRef<HTMLDivElement>(null);
  const { height, width, rowHeight } = useSize(box);
  const { from, isFast } = useFirstRow(box, rowHeight, height);
  const [active, setActive] = useState<string>();
  const { columns, style } = useColumns(props.columns, width);
  const elements = Math.ceil(height / rowHeight) + block + 2 * spare;
  const first = Math.max(0, Math.min(from - spare, rows.length - elements));
  const shown = rows.slice(first, first + elements);
  const reached = active ?? selected;
  const at = useMemo(() => (reached === '' ? -1 : rows.findIndex((row) => readKey(row) === reached)), [rows, reached]);
  // The tab key stops at the row that was reached, else at the first one, or here while that row is no element.
  const isAway = at >= 0 && (at < first || at >= first + shown.length);
  const move = useMove(box, rowHeight, at);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = findTarget(event, { at, count: rows.length, page: Math.floor(height / rowHeight) - 1 });
    const row = rows[to ?? at];
    // The element of a row opens it itself.
    const isHere = event.key === 'Enter' && event.target === event.currentTarget;
    if (row === undefined || (to === undefined && !isHere)) return;
    event.preventDefault();
    if (to === undefined) return onOpen(row);
    setActive(readKey(row));
    move(to);
  };
  return (
    <div
      class="grid"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={isAway ? 0 : -1}
      style={style}
      onKeyDown={onKeyDown}
    >
      <Head columns={columns} sorting={sorting} />
      <div class="body" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
        {shown.map((row, offset) => {
          const [key, index] = [readKey(row), first + offset];
          const isReached = index === at || (at < 0 && offset === 0);
          const state = { row, name: key, index, rowHeight, isSelected: key === selected, isReached, isFast };
          return <Line key={index % elements} {...state} columns={columns} onFocus={setActive} onOpen={onOpen} />;
        })}
      </div>
    </div>
  );
}

/** Returns the columns that a grid is wide enough for, and their tracks as style. */
function useColumns<Row>(all: readonly Column<Row>[], width: number) {
  const columns = useMemo(() => all.filter(({ from = 0 }) => width === 0 || width >= from), [all, width]);
  const tracks = columns.map((column) => column.width);
  const least = tracks.map((track) => /^minmax\((.*?),/.exec(track)?.[1] ?? track);
  return { columns, style: { '--columns': tracks.join(' '), '--least': `calc(${least.join(' + ')})` } };
}

interface Reached {
  /** Index of the row that the keyboard has reached; -1 if there is none. */
  readonly at: number;
  readonly count: number;
  /** Number of rows of a page. */
  readonly page: number;
}

/** Returns the index of the row that a key moves to; undefined for other keys, and in the head. */
function findTarget({ key, target }: KeyboardEvent, { at, count, page }: Reached): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  const isHead = target instanceof HTMLElement && target.closest('.head') !== null;
  return to === undefined || isHead ? undefined : Math.max(0, Math.min(count - 1, to));
}

type Box = { readonly current: HTMLElement | null };

/**
 * Moves the focus to a row, which is scrolled into sight first. While the row with the focus is out of sight, its element shows
 * another one, so the grid itself has the focus.
 */
function useMove(box: Box, rowHeight: number, at: number): (index: number) => void {
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    const grid = box.current;
    const focused = document.activeElement;
    const isRow = focused instanceof HTMLElement && focused.dataset['index'] !== undefined && grid?.contains(focused);
    if (grid === null || at < 0 || !(isMoving.current || focused === grid || isRow === true)) return;
    const row = grid.querySelector<HTMLElement>(`[data-index="${at}"]`);
    // A row that was out of sight becomes an element when the scrolling is noticed.
    if (row !== null) isMoving.current = false;
    if ((row ?? grid) !== focused) (row ?? grid).focus({ preventScroll: true });
  });
  return (index) => {
    isMoving.current = true;
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const [above, below] = [index * rowHeight, (index + 2) * rowHeight - clientHeight];
    // The head takes the height of a row.
    if (above < scrollTop) box.current.scrollTop = above;
    else if (below > scrollTop) box.current.scrollTop = below;
  };
}

/** Milliseconds after the last jump until all cells are rendered again. */
const afterJump = 90;

/**
 * The first row in sight, rounded down to blocks, and whether the grid jumps by whole screens. It is looked at once in a frame,
 * however often the grid scrolls.
 */
function useFirstRow(box: Box, rowHeight: number, height: number): { readonly from: number; readonly isFast: boolean } {
  const [seen, see] = useState({ from: 0, isFast: false });
  const look = useCallback((): void => {
    const above = Math.max(0, box.current?.scrollTop ?? 0);
    const from = Math.floor(above / rowHeight / block) * block;
    see((old) => {
      const isFast = Math.abs(from - old.from) * rowHeight > height || (old.isFast && from !== old.from);
      return from === old.from ? old : { from, isFast };
    });
  }, [rowHeight, height]);
  useEffect(() => {
    if (!seen.isFast) return undefined;
    const timer = setTimeout(() => see((old) => ({ ...old, isFast: false })), afterJump);
    return () => clearTimeout(timer);
  }, [seen]);
  useEffect(() => {
    const element = box.current;
    let frame: number | undefined;
    const onScroll = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        look();
      });
    };
    look();
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element?.removeEventListener('scroll', onScroll);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [look]);
  return seen;
}

interface LineProps<Row> {
  /** The key of the row. */
  readonly name: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly rowHeight: number;
  readonly isSelected: boolean;
  /** True if the tab key stops here. */
  readonly isReached: boolean;
  /** True if only the first cells are rendered. */
  readonly isFast: boolean;
  readonly onFocus: (name: string) => void;
  readonly onOpen: (row: Row) => void;
}

/** A row, which is rendered again only if something of it changed. */
function Line<Row>(props: LineProps<Row>): VNode {
  const { name, row, columns, index, rowHeight, isSelected, isReached, isFast, onFocus, onOpen } = props;
  return useMemo(
    () => (
      <div
        class="row"
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-index={index}
        tabIndex={isReached ? 0 : -1}
        style={{ transform: `translateY(${index * rowHeight}px)` }}
        onFocus={() => onFocus(name)}
        onClick={() => onOpen(row)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
        }}
      >
        {columns.map((column, at) => (
          <div key={column.name} role="gridcell" class={column.isNumber === true ? 'number' : ''}>
            {isFast && at >= cellsWhileFast ? null : column.cell(row)}
          </div>
        ))}
      </div>
    ),
    [name, row, columns, index, rowHeight, isSelected, isReached, isFast, onOpen],
  );
}

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

function Head<Row>({ columns, sorting }: HeadProps<Row>): VNode {
  return (
    <div class="row head" role="row" aria-rowindex={1}>
      {columns.map(({ name, isNumber, sort }) => {
        const isSorted = sort !== undefined && sorting?.by === sort;
        const arrow = isSorted ? (sorting.isDescending ? ' ↓' : ' ↑') : '';
        return (
          <div
            key={name}
            role="columnheader"
            class={isNumber === true ? 'number' : ''}
            title={name}
            aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
          >
            {sort === undefined || sorting === undefined ? (
              name
            ) : (
              <button type="button" onClick={() => sorting.onSort(sort)}>
                {name}
                {arrow}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function useSize(box: Box): {
  readonly height: number;
  readonly width: number;
  readonly rowHeight: number;
} {
  const [size, setSize] = useState({ height: 800, width: 0, rowHeight: 30 });
  const measure = (): void => {
    if (box.current === null) return;
    const { clientHeight: height, clientWidth: width } = box.current;
    const rowHeight = Number.parseFloat(getComputedStyle(box.current).getPropertyValue('--row')) || 30;
    setSize((old) =>
      old.height === height && old.width === width && old.rowHeight === rowHeight ? old : { height, width, rowHeight },
    );
  };
  useLayoutEffect(measure, []);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return size;
}
