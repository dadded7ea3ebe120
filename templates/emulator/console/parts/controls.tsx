import type { ButtonHTMLAttributes, ComponentChildren, InputHTMLAttributes, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say, sayError } from './toasts.js';

interface ButtonProps extends Pick<ButtonHTMLAttributes, 'title' | 'disabled' | 'aria-pressed' | 'children'> {
  readonly onClick: () => unknown;
  readonly kind?: 'main' | 'risky' | 'plain';
  readonly label?: string;
}

/** A button. */
export function Button({ onClick, kind, label, ...attributes }: ButtonProps): VNode {
  return (
    <button type="button" class={`button ${kind ?? ''}`} onClick={() => onClick()} aria-label={label} {...attributes} />
  );
}

/** A form that its button and the Enter key submit. */
export function Form({
  class: name,
  action,
  isDisabled,
  onSubmit,
  children,
}: {
  readonly class: string;
  /** Text of the button. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}): VNode {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class={name} onSubmit={submit}>
      {children}
      <div class="bar">
        <button type="submit" class="button main" disabled={isDisabled}>
          {action}
        </button>
      </div>
    </form>
  );
}

/** Attributes that tie a control to its label and hint. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

/** A labelled control with a hint. */
export function Field({
  name,
  about,
  isWide,
  children,
}: {
  readonly name: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly isWide?: boolean;
  readonly children: (ids: ControlIds) => ComponentChildren;
}): VNode {
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

interface InputProps extends Pick<
  InputHTMLAttributes,
  'class' | 'maxLength' | 'placeholder' | 'accept' | 'disabled' | 'value' | 'onInput' | 'onChange'
> {
  readonly name: ComponentChildren;
  readonly about?: string;
  readonly type?: 'password' | 'file';
}

/** A labelled input: a line of text, or a file. */
export function InputField({ name, about, ...attributes }: InputProps): VNode {
  return (
    <Field name={name} about={about}>
      {(ids) => <input class="input" autocomplete="off" {...ids} {...attributes} />}
    </Field>
  );
}

/** A labelled field for a line of text. */
export function TextField({
  onChange,
  ...attributes
}: Omit<InputProps, 'onChange'> & { readonly onChange: (value: string) => void }): VNode {
  return <InputField {...attributes} onInput={({ currentTarget }) => onChange(currentTarget.value)} />;
}

interface SelectProps {
  /** Text for screen readers, also the tooltip. */
  readonly label?: string;
  readonly ids?: ControlIds;
  readonly value: string;
  /** Values, with their texts if these are others. */
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A list to choose from. A value from a URL or a row that is not among the options is added to them. */
export function Select({ label, ids, value, options, onChange }: SelectProps): VNode {
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option));
  if (pairs.every(([one]) => one !== value)) pairs.push([value, value]);
  return (
    <select
      {...ids}
      aria-label={label}
      title={label}
      class="input"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {pairs.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A labelled list to choose from. */
export function SelectField({ label, ...choice }: SelectProps): VNode {
  return <Field name={label}>{(ids) => <Select {...choice} ids={ids} />}</Field>;
}

/** A search field. It starts the search when the user pauses typing. */
export function SearchField({
  label,
  hint = label,
  value,
  onChange,
}: {
  readonly label: string;
  /** The text of an empty field. Default: its label. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): VNode {
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(`Copied: ${children}`);
    } catch {
      sayError('The browser does not allow the page to copy. Select the text instead.');
    }
  };
  return <Button onClick={copy}>{children}</Button>;
}

/** A text in place of an empty list or view. */
export function Empty({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {about && <p>{about}</p>}
      {children}
    </div>
  );
}
