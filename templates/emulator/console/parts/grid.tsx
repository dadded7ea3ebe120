import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** A column of a grid. */
export interface Column<Row> {
  readonly name: string;
  /** A track of CSS: `minmax(12ch, 1fr)`. */
  readonly width: string;
  /** Renders the cell of a row; text is also its tooltip. */
  readonly cell: (row: Row) => ComponentChildren;
  /** Classes of the cells: `number`, `mono dim`. */
  readonly look?: string;
  /** Passed to `onSort` when the name is clicked. Default: the column does not sort. */
  readonly sort?: string;
  /** The narrowest grid that shows it, in pixels. */
  readonly from?: number;
}

interface GridProps<Row> {
  /** Name of the grid for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly readKey: (row: Row) => string;
  readonly selected: string;
  readonly onOpen: (row: Row) => void;
  /** The column that it is sorted by. */
  readonly sorting?: {
    readonly by: string;
    readonly isDescending: boolean;
    readonly onSort: (by: string) => void;
  };
}

/** Number of rows above and below the visible ones that are rendered, too. */
const spare = 5;

/**
 * A table of rows of equal height, which renders only the visible rows. The arrow keys, Home, End and the page keys move through it,
 * Enter opens a row. The focus stays on the grid itself, whose `aria-activedescendant` is the current row.
 */
export function Grid<Row>(props: GridProps<Row>): VNode {
  const { label, columns: all, rows, readKey, selected, onOpen } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const frame = useFrame(box);
  const { top, height, width, rowHeight } = frame;
  const { at, reach, onKeyDown } = useKeys(props, frame);
  const columns = all.filter(({ from = 0 }) => width === 0 || width >= from);
  const tracks = columns.map((column) => column.width);
  const least = tracks.map((track) => /^minmax\((.*?),/.exec(track)?.[1] ?? track);
  const elements = Math.ceil(height / rowHeight) + 2 * spare;
  const first = Math.max(0, Math.min(top - spare, rows.length - elements));
  const body = { height: `${rows.length * rowHeight}px`, paddingTop: `${first * rowHeight}px` };
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
      {renderHead(columns, props.sorting)}
      <div class="body" role="rowgroup" style={body}>
        {rows.slice(first, first + elements).map((row, offset) => {
          const [key, index] = [readKey(row), first + offset];
          return (
            // Elements of rows that are scrolled away are reused for other rows.
            <div
              key={index % elements}
              id={`${id}-${index}`}
              class={`row ${index === at ? 'reached' : ''}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={key === selected}
              tabIndex={-1}
              onFocus={() => reach(row, box.current)}
              onClick={() => onOpen(row)}
            >
              {columns.map((column) => renderCell(row, column))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Handles the keyboard. `at` is the index of the current row, or -1. */
function useKeys<Row>({ rows, readKey, selected, onOpen }: GridProps<Row>, { height, rowHeight }: Frame) {
  const [active, setActive] = useState<string>();
  const reached = active ?? selected;
  const at = useMemo(() => rows.findIndex((row) => readKey(row) === reached), [rows, reached]);
  const reach = (row: Row, grid: HTMLElement | null) => {
    setActive(readKey(row));
    grid?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const { key, currentTarget: grid } = event;
    const page = Math.floor(height / rowHeight) - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = Math.max(0, Math.min(rows.length - 1, steps[key] ?? Number.NaN));
    const row = rows[key === 'Enter' ? at : to];
    // Links and buttons in the grid have keys of their own.
    if (event.target !== grid || row === undefined) return;
    event.preventDefault();
    if (key === 'Enter') return onOpen(row);
    reach(row, grid);
    // The head takes the height of a row.
    const [above, below] = [to * rowHeight, (to + 2) * rowHeight - height];
    grid.scrollTop = Math.max(below, Math.min(above, grid.scrollTop));
  };
  return { at, reach, onKeyDown };
}

function renderCell<Row>(row: Row, { name, look, cell }: Column<Row>) {
  const content = cell(row);
  return (
    <div key={name} role="gridcell" class={look} title={typeof content === 'string' ? content : undefined}>
      {content}
    </div>
  );
}

function renderHead<Row>(columns: readonly Column<Row>[], sorting: GridProps<Row>['sorting']) {
  return (
    <div class="row head" role="row" aria-rowindex={1}>
      {columns.map(({ name, look, sort }) => {
        const order = sorting?.isDescending ? 'descending' : 'ascending';
        const isSorted = sort !== undefined && sort === sorting?.by;
        return (
          <div
            key={name}
            role="columnheader"
            class={look === 'number' ? look : undefined}
            title={name}
            aria-sort={isSorted ? order : undefined}
          >
            {sort === undefined || !sorting ? (
              name
            ) : (
              <button type="button" onClick={() => sorting.onSort(sort)}>
                {name}
                {isSorted && (sorting.isDescending ? ' ↓' : ' ↑')}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The visible part of a grid: the first row, the size in pixels, and the height of a row, which the style sets. */
interface Frame {
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly rowHeight: number;
}

function useFrame(box: { readonly current: HTMLElement | null }): Frame {
  const [frame, set] = useState<Frame>({ top: 0, height: 800, width: 0, rowHeight: 30 });
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
