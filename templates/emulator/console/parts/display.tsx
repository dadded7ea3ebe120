import type { Json, JsonObject } from '@speccast/runtime';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadFile, pretty, writeRoute } from '../server/index.js';
import { Button } from './controls.js';
import { listLeaves } from './format.js';
import { Icon } from './icon.js';

/** A list of links, and the item that is open beside it. */
export function Sides({
  label,
  view,
  items,
  current,
  search,
  children,
}: {
  /** Name of the list for screen readers. */
  readonly label: string;
  /** The view that the items are parts of. */
  readonly view: string;
  readonly items: readonly (readonly [id: string, text: ComponentChildren])[];
  readonly current: string | undefined;
  /** A field above the list. */
  readonly search?: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <div class="sides">
      <nav class="side" aria-label={label}>
        {search}
        <ul>
          {items.map(([id, text]) => (
            <li key={id}>
              <a href={writeRoute(view, [id])} aria-current={id === current} title={id}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}

/** The details of an item, beside a list. */
export function Sheet({
  label,
  title,
  onClose,
  actions,
  children,
}: {
  readonly label: string;
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  /** Buttons below the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode {
  return (
    // The tab key stops at the sheet, so that the keyboard can scroll it.
    <section class="sheet" aria-label={label} tabIndex={0}>
      <header>
        <h2 class="cut">{title}</h2>
        <Button kind="plain" label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
        {actions}
      </header>
      <div class="body">{children}</div>
    </section>
  );
}

/** A list of names and values; nothing if no value is known. */
export function Facts({
  facts,
}: {
  /** Names and values; those that are `undefined` are left out. */
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
}): VNode | null {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Headers of a request or response, folded. */
export function Headers({ headers }: { readonly headers: readonly (readonly [name: string, value: string])[] }): VNode {
  return (
    <details class="group headers">
      <summary>Headers ({headers.length})</summary>
      <Facts facts={headers} />
    </details>
  );
}

/** A table that scrolls if it is too wide. Numbers are aligned to the right. */
export function Table({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  /** The cells of each row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}): VNode {
  const look = (cell: ComponentChildren) => (typeof cell === 'number' ? 'number' : undefined);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="plain">
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={name} scope="col" class={look(rows[0]?.[index])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell) => (
                <td class={look(cell)}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const most = 60_000;

/** JSON with colours. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }): VNode {
  return <TextView text={pretty(value)} label={label} />;
}

/** Text with the colours of JSON. Very long text is cut. */
export function TextView({ text, label }: { readonly text: string; readonly label: string }): VNode {
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {colour(text.slice(0, most))}
      {text.length > most && <span class="dim">{`\n… ${text.length - most} more characters`}</span>}
    </pre>
  );
}

const token = /("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/;

function colour(text: string) {
  // The pieces with odd indices are tokens.
  return text.split(token).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const kind = piece.endsWith(':') ? 'key' : piece.startsWith('"') ? 'string' : 'other';
    return <span class={kind}>{piece}</span>;
  });
}

/** The values that differ between two rows, by path; all values of a row that was created or deleted. */
export function DiffView({
  before,
  after,
}: {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}): VNode {
  const isBranch = (value: Json) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const read = (row: JsonObject | undefined) =>
    new Set(row && listLeaves(row, isBranch).map(([path, value]) => `${path}: ${JSON.stringify(value)}`));
  const [old, now] = [read(before), read(after)];
  const lost = [...old].filter((line) => !now.has(line)).map((line) => ['old', `− ${line}`] as const);
  const added = [...now].filter((line) => !old.has(line)).map((line) => ['new', `+ ${line}`] as const);
  return (
    <div class="diff">
      {[...lost, ...added].map(([kind, text]) => (
        <div key={text} class={kind}>
          {text}
        </div>
      ))}
    </div>
  );
}

/** A picture that the emulator has. */
export function Picture({ path, alt }: { readonly path: string; readonly alt: string }): VNode | null {
  const [url, set] = useState<string>();
  useEffect(() => {
    // Without the file, there is no picture.
    const loaded = loadFile(path).then(URL.createObjectURL, () => undefined);
    let isOld = false;
    void loaded.then((made) => isOld || set(made));
    return () => {
      isOld = true;
      void loaded.then((made) => made && URL.revokeObjectURL(made));
    };
  }, [path]);
  return url === undefined ? null : <img src={url} alt={alt} />;
}
