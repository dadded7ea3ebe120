import type { JsonObject } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { route } from '../app/route.js';
import { sayError } from '../app/toasts.js';
import { Button, FileField, SelectField, TextField } from '../parts/controls.js';
import { counted } from '../parts/format.js';
import { ValueField } from '../parts/schema-form.js';
import { readSchema } from '../parts/schemas.js';
import { get, ownHeaders, send } from '../server/ask.js';
import { health, returns } from '../server/live.js';
import { callers, loadCallers, loadDocument, type Operation, serviceDocument } from '../server/service.js';
import type { WholeEntry } from '../journal/whole-entry.js';
import { buildRequest, type CallDraft } from './build-request.js';
import { type FormFields, listKeys, readFormFields, type Parameter } from './form-fields.js';
import { readResponse, type Received, ResponseCard } from './response-card.js';

/** The drafts by operation. They last until the page is closed. */
const kept = new Map<string, CallDraft>();

const empty: CallDraft = { params: {}, body: undefined, file: undefined, sender: 'token', token: 'console' };

/** A form for an operation, made from its schema. It sends a real request. */
export function OperationForm({ operation }: { readonly operation: Operation }): VNode {
  const described = useMemo(() => readFormFields(serviceDocument.value, operation), [serviceDocument.value, operation]);
  const [draft, set] = useState<CallDraft>(() => kept.get(operation.id) ?? empty);
  const [received, receive] = useState<Received>();
  const [isBusy, setBusy] = useState(false);
  const edit = (part: Partial<CallDraft>): void => {
    const next = { ...(kept.get(operation.id) ?? draft), ...part };
    kept.set(operation.id, next);
    set(next);
  };
  const filled = usePrefill(edit);
  useEffect(() => {
    loadCallers().catch(sayError);
    loadDocument().catch(sayError);
  }, [returns.value]);
  const call = async (): Promise<void> => {
    setBusy(true);
    try {
      const [baseUrl, keys] = [health.value?.baseUrl ?? '', listKeys(serviceDocument.value)];
      const { path, init } = buildRequest(draft, { baseUrl, operation, described, keys });
      const started = performance.now();
      const response = await send(path, { ...init, headers: { ...ownHeaders(), ...init.headers } });
      receive(await readResponse(response, path, performance.now() - started));
    } catch (error) {
      sayError(error);
    }
    setBusy(false);
  };
  return (
    <div class="page">
      <Title operation={operation} summary={described.summary} />
      <Sender draft={draft} edit={edit} />
      <Inputs
        key={filled}
        draft={draft}
        described={described}
        edit={edit}
        hasFile={operation.uploadPath !== undefined}
      />
      <div class="bar">
        <Button kind="main" onClick={() => void call()} isDisabled={isBusy}>
          Send
        </Button>
        <Button onClick={() => edit({ ...empty, sender: draft.sender, token: draft.token })}>Clear</Button>
      </div>
      {received !== undefined && <ResponseCard received={received} />}
    </div>
  );
}

function Title({ operation, summary }: { readonly operation: Operation; readonly summary: string }): VNode {
  return (
    <div class="stack">
      <h2>{operation.id}</h2>
      <p class="mono address">
        <span class={`method ${operation.method}`}>{operation.method}</span> {operation.path}{' '}
        {operation.cost !== undefined && <span class="badge">{counted(operation.cost, 'unit')}</span>}
      </p>
      {summary !== '' && <p>{summary}</p>}
    </div>
  );
}

/** Fills the form from the journal's entry that the address names. Returns how often it did. */
function usePrefill(edit: (part: Partial<CallDraft>) => void): number {
  const entry = route.value.query.get('entry');
  const [filled, fill] = useState(0);
  useEffect(() => {
    if (entry === null) return;
    get<WholeEntry>(`/journal/${encodeURIComponent(entry)}`).then(({ params = {}, body, caller }) => {
      const own = Object.entries(params).filter(([, value]) => value !== 'redacted');
      edit({ params: Object.fromEntries(own), body, ...(caller !== undefined && { sender: caller }) });
      fill((before) => before + 1);
    }, sayError);
  }, [entry]);
  return filled;
}

interface PartProps {
  readonly draft: CallDraft;
  readonly edit: (part: Partial<CallDraft>) => void;
}

function Sender({ draft, edit }: PartProps): VNode {
  const hasKeys = listKeys(serviceDocument.value).length > 0;
  const options = [
    ...callers.value.map(({ id, name }) => [id, `${name ?? id} (${id})`] as const),
    ['token', 'a token…'] as const,
    ...(hasKeys ? [['key', 'an API key'] as const] : []),
    ['none', 'nobody'] as const,
  ];
  return (
    <div class="form">
      <SelectField label="Send as" value={draft.sender} onChange={(sender) => edit({ sender })} options={options} />
      {draft.sender === 'token' && (
        <TextField
          name="Token"
          about="Each token is a caller of its own."
          value={draft.token}
          onChange={(token) => edit({ token })}
          input={{ class: 'input mono' }}
        />
      )}
    </div>
  );
}

interface InputsProps extends PartProps {
  readonly described: FormFields;
  readonly hasFile: boolean;
}

function Inputs({ draft, described, edit, hasFile }: InputsProps): VNode {
  const context = { root: serviceDocument.value, issues: [], isInput: true };
  const { schema, takesFile } = readBodies(described, context.root);
  const required = described.parameters.filter((one) => one.isRequired);
  const optional = described.parameters.filter((one) => !one.isRequired);
  const isOpen = optional.some(({ name }) => draft.params[name] !== undefined) || optional.length < 7;
  const shared = { context, isRequired: true };
  return (
    <>
      <Parameters list={required} draft={draft} edit={edit} />
      {optional.length > 0 && (
        <details class="group" open={isOpen}>
          <summary>Optional parameters ({optional.length})</summary>
          <Parameters list={optional} draft={draft} edit={edit} />
        </details>
      )}
      {schema !== undefined && (
        <ValueField
          {...shared}
          name="body"
          schema={schema}
          pointer="/body"
          value={draft.body}
          onChange={(body) => edit({ body })}
        />
      )}
      {(hasFile || takesFile) && <FileField name="File" onChoose={(file) => edit({ file })} />}
    </>
  );
}

function Parameters({ list, draft, edit }: PartProps & { readonly list: readonly Parameter[] }): VNode | null {
  const context = { root: serviceDocument.value, issues: [], isInput: true };
  const setParam = (name: string, value: JsonObject[string] | undefined): void => {
    const { [name]: _old, ...others } = draft.params;
    edit({ params: value === undefined ? others : { ...others, [name]: value } });
  };
  if (list.length === 0) return null;
  return (
    <div class="form">
      {list.map((one) => (
        <ValueField
          key={`${one.in} ${one.name}`}
          {...one}
          context={context}
          pointer=""
          value={draft.params[one.name]}
          onChange={(value) => setParam(one.name, value)}
        />
      ))}
    </div>
  );
}

/** Finds the schema of the JSON that a body is or begins with. `takesFile` is true if the body is a file or has one. */
function readBodies(
  { bodies }: FormFields,
  root: JsonObject,
): { readonly schema: JsonObject[string] | undefined; readonly takesFile: boolean } {
  const isForm = (type: string): boolean => /[/+]json\b|urlencoded|form-data/.test(type);
  const types = [...bodies.keys()];
  const form = types.find(isForm);
  if (form !== undefined) return { schema: bodies.get(form), takesFile: !types.every(isForm) };
  const { members } = readSchema(bodies.get('multipart/related'), root);
  return { schema: members?.find(({ name }) => name === 'metadata')?.schema, takesFile: types.length > 0 };
}
