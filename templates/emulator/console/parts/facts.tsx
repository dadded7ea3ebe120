import type { ComponentChildren, VNode } from 'preact';

interface FactsProps {
  /** Names and values; those that are `undefined` are left out. */
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly isMono?: boolean;
}

/** A list of names and values; nothing if no value is known. */
export function Facts({ facts, isMono }: FactsProps): VNode | null {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl class={`facts ${isMono ? 'mono' : ''}`}>
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
    <details class="group">
      <summary>Headers ({headers.length})</summary>
      <Facts facts={headers} isMono />
    </details>
  );
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Those of the columns that have numbers. */
  readonly numbers?: readonly string[];
  /** The rows: `tr` elements. */
  readonly children: ComponentChildren;
}

/** A table that scrolls if it is too wide. */
export function Table({ label, columns, numbers = [], children }: TableProps): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="plain">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" class={numbers.includes(name) ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
