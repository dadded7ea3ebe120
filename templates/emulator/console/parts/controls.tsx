import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say, sayError } from '../app/toasts.js';

interface ButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'risky' | 'plain';
  readonly label?: string;
  readonly title?: string | undefined;
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
      aria-label={label}
      title={title}
      aria-pressed={isPressed}
    >
      {children}
    </button>
  );
}

interface FieldProps {
  readonly name: ComponentChildren;
  readonly about?: ComponentChildren | undefined;
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

interface TextFieldProps extends Pick<FieldProps, 'name' | 'about' | 'isWide'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes;
}

/** A labelled field for one line of text. */
export function TextField({ value, onChange, input = {}, ...field }: TextFieldProps): VNode {
  return (
    <Field {...field}>
      {(ids) => (
        <input
          class="input"
          autocomplete="off"
          {...ids}
          {...input}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface FileFieldProps {
  readonly name: string;
  readonly onChoose: (file: File | undefined) => void;
  /** Media types and endings of names: `application/json,.json`. */
  readonly accept?: string;
  readonly isDisabled?: boolean;
}

/** A labelled field for a file. */
export function FileField({ name, onChoose, accept, isDisabled = false }: FileFieldProps): VNode {
  return (
    <Field name={name}>
      {(ids) => (
        <input
          {...ids}
          class="input"
          type="file"
          accept={accept}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A list to choose from, whose label is only read aloud, or is its title. */
export function Select({ label, ...choice }: SelectProps): VNode {
  return <Options {...choice} attributes={{ 'aria-label': label, title: label }} />;
}

/** A labelled list to choose from. */
export function SelectField({ label, ...choice }: SelectProps): VNode {
  return <Field name={label}>{(ids) => <Options {...choice} attributes={ids} />}</Field>;
}

interface OptionsProps extends Omit<SelectProps, 'label'> {
  readonly attributes: SelectHTMLAttributes;
}

/** A list to choose from, with the attributes of its label. */
export function Options({ attributes, value, options, onChange }: OptionsProps): VNode {
  return (
    <select {...attributes} class="input" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SearchProps extends Pick<SelectProps, 'label' | 'value' | 'onChange'> {
  /** The text of an empty field. Default: its label. */
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

/** A text in place of an empty list or view. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
