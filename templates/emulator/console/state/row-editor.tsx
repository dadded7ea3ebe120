import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, ObjectForm, readSchema } from '../parts/index.js';
import { findPosition, type TextPosition } from '../parts/json-position.js';
import { pretty } from '../server/index.js';
import type { Editing } from './drafts.js';

interface EditorProps {
  readonly schema: JsonObject;
  readonly editing: Editing;
  /** True if it begins as a form, where there is a schema. */
  readonly isNew?: boolean;
}

/** Edits a row: as a form made from its schema, or as JSON. */
export function RowEditor({ schema, editing: { text, row, issues, edit }, isNew = false }: EditorProps): VNode {
  const hasForm = readSchema(schema, schema).members.length > 0;
  const [isForm, showForm] = useState(isNew);
  const area = useRef<HTMLTextAreaElement>(null);
  const isText = !hasForm || !isForm || typeof row === 'string';
  const jump = ({ offset }: TextPosition) => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  return (
    <div class="stack">
      {hasForm && (
        <span class="segments" role="group" aria-label="Edit as">
          <Button onClick={() => showForm(false)} aria-pressed={!isForm}>
            JSON
          </Button>
          <Button onClick={() => showForm(true)} aria-pressed={isForm} disabled={typeof row === 'string'}>
            Form
          </Button>
        </span>
      )}
      {isText ? (
        <textarea
          ref={area}
          class="input"
          aria-label="Row as JSON"
          rows={Math.min(28, Math.max(8, text.split('\n').length + 1))}
          spellcheck={false}
          aria-invalid={typeof row === 'string' || issues.length > 0}
          value={text}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
        />
      ) : (
        <ObjectForm
          schema={schema}
          pointer=""
          value={row}
          context={{ root: schema, issues, isInput: false }}
          onChange={(value) => edit(pretty(value ?? {}))}
        />
      )}
      {typeof row === 'string' && <p class="bad">{row}</p>}
      {renderIssues(issues, isText && typeof row !== 'string' ? text : undefined, jump)}
    </div>
  );
}

/** Lists issues, with their positions in the text if it is shown. */
function renderIssues(issues: Editing['issues'], text: string | undefined, jump: (position: TextPosition) => void) {
  if (issues.length === 0) return null;
  return (
    <ul class="note bad stack" role="alert" aria-label="What does not match">
      {issues.map(({ message, location }) => {
        const at = text && location ? findPosition(text, location) : undefined;
        return (
          <li key={message}>
            {at && (
              <Button onClick={() => jump(at)} title="Show it in the text">
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
