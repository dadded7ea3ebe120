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
const spare = 6;

/** The rows that become elements change by so many at a time: within them, scrolling renders nothing. */
const block = 4;

/**
 * A table of rows of one height, of which only those in sight are elements. The arrow keys, Home, End and the page keys move
 * through it, Enter opens a row.
 */
export function Grid<Row>(props: GridProps<Row>): VNode {
  const { label, rows, keyOf, selected, onOpen, sorting } = props;
  const box = useRef<HTMLDivElement>(null);
  const { height, width, rowHeight } = useSize(box);
  const from = useFirstRow(box, rowHeight);
  const [active, setActive] = useState<string>();
  const columns = useMemo(
    () => props.columns.filter(({ from: least = 0 }) => width === 0 || width >= least),
    [props.columns, width],
  );
  const first = Math.max(0, from - spare);
  const shown = rows.slice(first, from + Math.ceil(height / rowHeight) + block + spare);
  const reached = active ?? selected;
  const at = useMemo(() => rows.findIndex((row) => keyOf(row) === reached), [rows, reached]);
  const move = useMove(box, rowHeight);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = stepTo(event, { at, count: rows.length, page: Math.floor(height / rowHeight) - 1 });
    const row = to === undefined ? undefined : rows[to];
    if (to === undefined || row === undefined) return;
    event.preventDefault();
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
      style={tracksOf(columns)}
      onKeyDown={onKeyDown}
    >
      <Head columns={columns} sorting={sorting} />
      <div class="body" role="rowgroup" style={{ height: `${rows.length * rowHeight}px` }}>
        {shown.map((row, offset) => {
          const [key, index] = [keyOf(row), first + offset];
          const isReached = key === reached || (at < 0 && index === 0);
          const state = { index, rowHeight, isSelected: key === selected, isReached };
          return (
            <Line key={key} {...state} name={key} row={row} columns={columns} onFocus={setActive} onOpen={onOpen} />
          );
        })}
      </div>
    </div>
  );
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

/** Moves the focus to a row, which is scrolled into sight first. */
function useMove(box: { readonly current: HTMLElement | null }, rowHeight: number): (index: number) => void {
  const wanted = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    // A row that was out of sight becomes an element when the scrolling is noticed.
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === undefined || row === null) return;
    wanted.current = undefined;
    row.focus();
  });
  return (index) => {
    wanted.current = index;
    if (box.current !== null) reveal(box.current, index * rowHeight, rowHeight);
  };
}

/** The first row in sight, rounded down to blocks. It is looked at once in a frame, however often the grid scrolls. */
function useFirstRow(box: { readonly current: HTMLElement | null }, rowHeight: number): number {
  const [first, setFirst] = useState(0);
  const look = useCallback((): void => {
    const above = box.current?.scrollTop ?? 0;
    setFirst(Math.floor(Math.max(0, above) / rowHeight / block) * block);
  }, [rowHeight]);
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
  return first;
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
  readonly onFocus: (name: string) => void;
  readonly onOpen: (row: Row) => void;
}

/** A row, which is rendered again only if something of it changed. */
function Line<Row>(props: LineProps<Row>): VNode {
  const { name, row, columns, index, rowHeight, isSelected, isReached, onFocus, onOpen } = props;
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
        {columns.map((column) => (
          <div key={column.name} role="gridcell" class={column.isNumber === true ? 'number' : ''}>
            {column.cell(row)}
          </div>
        ))}
      </div>
    ),
    [name, row, columns, index, rowHeight, isSelected, isReached, onOpen],
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
