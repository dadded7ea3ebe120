import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A column of a grid. */
export interface Column<Row> {
  readonly name: string;
  /** A track of CSS: `minmax(12ch, 1fr)`. */
  readonly width: string;
  /** What a row shows. It depends on the row alone: whatever else it shows needs other columns. */
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** What rows are sorted by if somebody clicks the name. */
  readonly sort?: string;
  /** The narrowest grid that shows it, in pixels. */
  readonly from?: number;
}

/** How a grid is sorted. */
export interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (by: string) => void;
}

interface GridProps<Row> {
  /** What the rows are, for people who do not see them. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selected: string;
  readonly onOpen: (row: Row) => void;
  readonly sorting?: Sorting;
}

/** Rows above and below those in sight that are there already. */
const spare = 3;

/** The rows that become elements change by so many at a time: within them, scrolling renders nothing. */
const block = 4;

/** Cells of a row that are shown while somebody drags the scroll bar through many screens. */
const cellsWhileFast = 2;

/**
 * A table of rows of one height, of which only those in sight are elements. They are used again for other rows when the grid
 * scrolls. The arrow keys, Home, End and the page keys move through it, Enter opens a row.
 */
export function Grid<Row>(props: GridProps<Row>): VNode {
  const { label, rows, keyOf, selected, onOpen, sorting } = props;
  const box = useRef<HTMLDivElement>(null);
  const { height, width, rowHeight } = useSize(box);
  const { from, isFast } = useFirstRow(box, rowHeight, height);
  const [active, setActive] = useState<string>();
  const columns = useColumns(props.columns, width);
  const elements = Math.ceil(height / rowHeight) + block + 2 * spare;
  const first = Math.max(0, Math.min(from - spare, rows.length - elements));
  const shown = rows.slice(first, first + elements);
  const reached = active ?? selected;
  const at = useMemo(() => (reached === '' ? -1 : rows.findIndex((row) => keyOf(row) === reached)), [rows, reached]);
  // The tab key stops at the row that was reached, else at the first one, or here while that row is no element.
  const isAway = at >= 0 && (at < first || at >= first + shown.length);
  const move = useMove(box, { rowHeight, at });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepTo(event, { at, count: rows.length, page: Math.floor(height / rowHeight) - 1 });
    const row = rows[to ?? at];
    // The element of a row opens it itself.
    const isHere = event.key === 'Enter' && event.target === event.currentTarget;
    if (row === undefined || (to === undefined && !isHere)) return;
    event.preventDefault();
    if (to === undefined) return onOpen(row);
    setActive(keyOf(row));
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
      style={tracksOf(columns)}
      onKeyDown={onKeyDown}
    >
      <Head columns={columns} sorting={sorting} />
      <div class="body" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
        {shown.map((row, offset) => {
          const [key, index] = [keyOf(row), first + offset];
          const isReached = index === at || (at < 0 && offset === 0);
          const state = { row, name: key, index, rowHeight, isSelected: key === selected, isReached, isFast };
          return <Line key={index % elements} {...state} columns={columns} onFocus={setActive} onOpen={onOpen} />;
        })}
      </div>
    </div>
  );
}

/** The columns that a grid is wide enough for. */
function useColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  return useMemo(() => columns.filter(({ from: least = 0 }) => width === 0 || width >= least), [columns, width]);
}

function tracksOf<Row>(columns: readonly Column<Row>[]): Record<string, string> {
  const least = columns.map(({ width }) => /^minmax\((.*?),/.exec(width)?.[1] ?? width);
  return { '--columns': columns.map(({ width }) => width).join(' '), '--least': `calc(${least.join(' + ')})` };
}

interface StepFrom {
  readonly at: number;
  readonly count: number;
  /** Rows of a page. */
  readonly page: number;
}

/** The row that a key moves to; undefined for other keys, and in the head. */
function stepTo({ key, target }: KeyboardEvent, { at, count, page }: StepFrom): number | undefined {
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

interface Reached {
  readonly rowHeight: number;
  /** Index of the row that the keyboard has reached; -1 if there is none. */
  readonly at: number;
}

/**
 * Moves the focus to a row, which is scrolled into sight first. While the row with the focus is out of sight, its element shows
 * another one, so the grid itself has the focus.
 */
function useMove(box: { readonly current: HTMLElement | null }, { rowHeight, at }: Reached): (index: number) => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    const grid = box.current;
    const focused = document.activeElement;
    const isRow = focused instanceof HTMLElement && focused.dataset['index'] !== undefined && grid?.contains(focused);
    if (grid === null || at < 0 || !(isWanted.current || focused === grid || isRow === true)) return;
    const row = grid.querySelector<HTMLElement>(`[data-index="${at}"]`);
    // A row that was out of sight becomes an element when the scrolling is noticed.
    if (row !== null) isWanted.current = false;
    if ((row ?? grid) !== focused) (row ?? grid).focus({ preventScroll: true });
  });
  return (index) => {
    isWanted.current = true;
    if (box.current !== null) reveal(box.current, index * rowHeight, rowHeight);
  };
}

/** How long after the last jump the scroll bar counts as let go, in milliseconds. */
const afterJump = 90;

/**
 * The first row in sight, rounded down to blocks, and whether the grid jumps by whole screens. It is looked at once in a frame,
 * however often the grid scrolls.
 */
function useFirstRow(
  box: { readonly current: HTMLElement | null },
  rowHeight: number,
  height: number,
): { readonly from: number; readonly isFast: boolean } {
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
  /** Whether the tab key stops here. */
  readonly isReached: boolean;
  /** Whether only its first cells are shown. */
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
            {...(isSorted && { 'aria-sort': sorting.isDescending ? 'descending' : 'ascending' })}
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

function reveal(box: HTMLElement, from: number, rowHeight: number): void {
  const above = box.scrollTop;
  const room = box.clientHeight - rowHeight;
  if (from < above) box.scrollTop = from;
  else if (from + rowHeight > above + room) box.scrollTop = from + rowHeight - room;
}

function useSize(box: { readonly current: HTMLElement | null }): {
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
