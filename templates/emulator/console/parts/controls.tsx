import type { ComponentChildren, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say, sayError } from '../app/toasts.js';

interface ButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'risky' | 'plain';
  readonly label?: string;
  readonly title?: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
}

/** A button. */
export function Button({ onClick, children, kind, label, title, isDisabled = false, isPressed }: ButtonProps): VNode {
  return (
    <button
      type="button"
      class={`button ${kind ?? ''}`}
      disabled={isDisabled}
      onClick={onClick}
      {...(label !== undefined && { 'aria-label': label })}
      {...(title !== undefined && { title })}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
    >
      {children}
    </button>
  );
}

interface FieldProps {
  readonly name: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly isWide?: boolean;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren;
}

/** A labelled control with a hint. */
export function Field({ name, about, isWide = false, children }: FieldProps): VNode {
  const id = useId();
  const hint = `${id}-about`;
  return (
    <div class={`field ${isWide ? 'wide' : ''}`}>
      <label class="name" for={id}>
        {name}
      </label>
      {children(about === undefined ? { id } : { id, 'aria-describedby': hint })}
      {about !== undefined && (
        <p class="about" id={hint}>
          {about}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A list to choose from, without a label that is shown. */
export function Select({ label, value, options, onChange }: SelectProps): VNode {
  return (
    <select
      class="input"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SearchProps extends Pick<SelectProps, 'label' | 'value' | 'onChange'> {
  /** What an empty field shows. Default: its label. */
  readonly hint?: string;
}

/** A field for a search that waits until typing pauses. */
export function SearchField({ label, hint = label, value, onChange }: SearchProps): VNode {
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  return (
    <input
      class="input search"
      type="search"
      aria-label={label}
      placeholder={hint}
      value={value}
      data-search
      onInput={({ currentTarget: { value: text } }) => {
        clearTimeout(timer);
        setTimer(setTimeout(() => onChange(text), 180));
      }}
    />
  );
}

/** A button that copies text. */
export function CopyButton({ text, children }: { readonly text: () => string; readonly children: string }): VNode {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      say(`Copied: ${children}`);
    } catch {
      sayError(new Error('The browser does not let the page copy. Select the text instead.'));
    }
  };
  return <Button onClick={() => void copy()}>{children}</Button>;
}

/** Said where there is nothing to show. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
