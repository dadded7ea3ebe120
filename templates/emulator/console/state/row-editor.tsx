import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/controls.js';
import { findPosition } from '../parts/json-position.js';
import { ObjectForm } from '../parts/schema-form.js';
import { readSchema } from '../parts/schemas.js';
import { type Issue, pretty } from '../server/ask.js';

interface EditorProps {
  readonly schema: JsonObject;
  /** JSON of the row, which may be invalid while it is edited. */
  readonly text: string;
  readonly issues: readonly Issue[];
  /** True if it begins as a form, where there is a schema. */
  readonly isNew?: boolean;
  readonly onChange: (text: string) => void;
}

/** Parses the JSON of an object; undefined for other text. */
export function parseRow(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // An object of JSON has only JSON in it.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Edits a row: as a form made from its schema, or as JSON. */
export function RowEditor({ schema, text, issues, isNew = false, onChange }: EditorProps): VNode {
  const hasForm = (readSchema(schema, schema).members?.length ?? 0) > 0;
  const [chosen, showForm] = useState<boolean>();
  const isForm = hasForm && (chosen ?? isNew);
  const area = useRef<HTMLTextAreaElement>(null);
  const row = parseRow(text);
  const jump = (offset: number): void => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  return (
    <div class="stack">
      {hasForm && (
        <span class="segments" role="group" aria-label="Edit as">
          <Button onClick={() => showForm(false)} isPressed={!isForm}>
            JSON
          </Button>
          <Button onClick={() => showForm(true)} isPressed={isForm} isDisabled={row === undefined}>
            Form
          </Button>
        </span>
      )}
      {isForm && row !== undefined ? (
        <ObjectForm
          schema={schema}
          pointer=""
          value={row}
          context={{ root: schema, issues, isInput: false }}
          onChange={(value) => onChange(pretty(value ?? {}))}
        />
      ) : (
        <textarea
          ref={area}
          class="input"
          aria-label="Row as JSON"
          rows={Math.min(28, Math.max(8, text.split('\n').length + 1))}
          spellcheck={false}
          aria-invalid={row === undefined || issues.length > 0}
          value={text}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {row === undefined && <p class="bad">{whyNot(text)}</p>}
      {issues.length > 0 && (
        <Issues issues={issues} text={row === undefined || isForm ? undefined : text} onJump={jump} />
      )}
    </div>
  );
}

interface IssuesProps {
  readonly issues: readonly Issue[];
  /** The text that the positions are in; undefined if it is not shown. */
  readonly text: string | undefined;
  readonly onJump: (offset: number) => void;
}

function Issues({ issues, text, onJump }: IssuesProps): VNode {
  return (
    <ul class="note bad stack" role="alert" aria-label="What does not match">
      {issues.map(({ message, location }) => {
        const at = text === undefined || location === '' ? undefined : findPosition(text, location);
        return (
          <li key={message}>
            {at !== undefined && (
              <Button onClick={() => onJump(at.offset)} title="Show it in the text">
                Line {at.line}, column {at.column}
              </Button>
            )}{' '}
            {message}
          </li>
        );
      })}
    </ul>
  );
}

function whyNot(text: string): string {
  try {
    JSON.parse(text);
    return 'A row has to be a JSON object.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
