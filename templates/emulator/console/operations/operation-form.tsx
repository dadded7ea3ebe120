import { type JsonObject, parseJson } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  Button,
  counted,
  FileField,
  formatBytes,
  formatDuration,
  Headers,
  readSchema,
  sayError,
  SelectField,
  TextField,
  TextView,
  useCallers,
  ValueField,
} from '../parts/index.js';
import { type Operation, ownHeaders, pretty, send, type WholeEntry, writeRoute } from '../server/index.js';
import { buildRequest, type CallDraft } from './build-request.js';
import { type FormFields, type Parameter, readFormFields } from './form-fields.js';

/** The drafts by operation. They last until the page is closed. */
const kept = new Map<string, CallDraft>();

const empty: CallDraft = { params: {}, body: undefined, file: undefined, sender: 'token', token: 'console' };

interface FormProps {
  readonly operation: Operation;
  /** The OpenAPI document of the service; empty until it is loaded. */
  readonly document: JsonObject;
  /** The entry of the journal to begin with. */
  readonly entry: WholeEntry | undefined;
}

/** A form for an operation, made from its schema. It sends a real request. */
export function OperationForm({ operation, document, entry }: FormProps): VNode {
  const { id, method, path: address, cost } = operation;
  const described = useMemo(() => readFormFields(document, operation), [document, operation]);
  const [draft, set] = useState<CallDraft>(() => {
    if (!entry) return kept.get(id) ?? empty;
    const { params = {}, body, caller = empty.sender } = entry;
    const known = Object.entries(params).filter(([, value]) => value !== 'redacted');
    return { ...empty, params: Object.fromEntries(known), body, sender: caller };
  });
  const [received, receive] = useState<Received>();
  const [isBusy, setBusy] = useState(false);
  kept.set(id, draft);
  const edit = (part: Partial<CallDraft>) => set({ ...draft, ...part });
  const call = async () => {
    setBusy(true);
    try {
      const { path, init } = buildRequest(draft, operation, described);
      const started = performance.now();
      const response = await send(path, { ...init, headers: { ...ownHeaders(), ...init.headers } });
      const took = performance.now() - started;
      const body = await response.blob();
      const image = body.type.startsWith('image/') ? URL.createObjectURL(body) : undefined;
      receive({ path, response, took, bytes: body.size, image, text: image ? '' : await body.text() });
    } catch (error) {
      sayError(error);
    }
    setBusy(false);
  };
  return (
    <div class="page">
      <div class="stack">
        <h2>{id}</h2>
        <p class="mono address">
          <span class={`method ${method}`}>{method}</span> {address}{' '}
          {cost !== undefined && <span class="badge">{counted(cost, 'unit')}</span>}
        </p>
        {described.summary !== '' && <p>{described.summary}</p>}
      </div>
      <Sender draft={draft} edit={edit} hasKeys={described.keys.length > 0} />
      {renderInputs({ draft, edit, described, root: document, operation })}
      <div class="bar">
        <Button kind="main" onClick={call} disabled={isBusy}>
          Send
        </Button>
        <Button onClick={() => edit({ ...empty, sender: draft.sender, token: draft.token })}>Clear</Button>
      </div>
      {received && renderResponse(received)}
    </div>
  );
}

interface PartProps {
  readonly draft: CallDraft;
  readonly edit: (part: Partial<CallDraft>) => void;
}

function Sender({ draft, edit, hasKeys }: PartProps & { readonly hasKeys: boolean }) {
  const options = [
    ...Array.from(useCallers(), ([id, name]) => [id, `${name} (${id})`] as const),
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
          class="input mono"
        />
      )}
    </div>
  );
}

interface InputsProps extends PartProps {
  readonly described: FormFields;
  readonly root: JsonObject;
  readonly operation: Operation;
}

function renderInputs({ draft: { params, body: sent }, edit, described, root, operation }: InputsProps) {
  const context = { root, issues: [], isInput: true };
  const { schema, takesFile } = readBodies(described, root);
  const required = described.parameters.filter((one) => one.isRequired);
  const optional = described.parameters.filter((one) => !one.isRequired);
  const isOpen = optional.some(({ name }) => params[name] !== undefined) || optional.length < 7;
  const renderFields = (list: readonly Parameter[]) => (
    <div class="form">
      {list.map((one) => (
        <ValueField
          key={`${one.in} ${one.name}`}
          {...one}
          context={context}
          pointer=""
          value={params[one.name]}
          onChange={(value) => edit({ params: { ...params, [one.name]: value } })}
        />
      ))}
    </div>
  );
  return (
    <>
      {required.length > 0 && renderFields(required)}
      {optional.length > 0 && (
        <details class="group" open={isOpen}>
          <summary>Optional parameters ({optional.length})</summary>
          {renderFields(optional)}
        </details>
      )}
      {schema !== undefined && (
        <ValueField
          context={context}
          name="body"
          isRequired
          schema={schema}
          pointer="/body"
          value={sent}
          onChange={(body) => edit({ body })}
        />
      )}
      {(operation.uploadPath ?? takesFile) && <FileField name="File" onChoose={(file) => edit({ file })} />}
    </>
  );
}

/** Finds the schema of the JSON that a body is or begins with. `takesFile` is true if the body is a file or has one. */
function readBodies({ bodies }: FormFields, root: JsonObject) {
  const isForm = (type: string) => /[/+]json\b|urlencoded|form-data/.test(type);
  const types = [...bodies.keys()];
  const form = types.find(isForm);
  if (form !== undefined) return { schema: bodies.get(form), takesFile: !types.every(isForm) };
  const { members } = readSchema(bodies.get('multipart/related'), root);
  return { schema: members.find(({ name }) => name === 'metadata')?.schema, takesFile: types.length > 0 };
}

/** A response as it is shown. */
interface Received {
  readonly path: string;
  readonly response: Response;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  /** Its body, unless that is an image. */
  readonly text: string;
  /** Address of an image. */
  readonly image: string | undefined;
}

function renderResponse({ path, response, took, text, image, bytes }: Received) {
  const { status, headers } = response;
  const json = parseJson(text);
  return (
    <section class="card" aria-label="Response" aria-live="polite">
      <div class="bar">
        <h3 class="grow">Response</h3>
        <span class={`badge ${status >= 400 ? 'bad' : 'good'}`}>{status}</span>
        <span class="dim">
          {formatDuration(Math.round(took * 10) / 10)}, {formatBytes(bytes)}
        </span>
        <a href={writeRoute('journal')}>In the journal</a>
      </div>
      <p class="mono address">{path}</p>
      {text && <TextView text={json === undefined ? text : pretty(json)} label="Body of the response" />}
      {image && (
        <div class="pictures">
          <img src={image} alt="The response" />
        </div>
      )}
      <Headers headers={[...headers]} />
    </section>
  );
}
