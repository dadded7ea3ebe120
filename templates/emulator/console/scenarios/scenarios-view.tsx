import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { go, loadFile, route, state, worldName, writeRoute } from '../server/index.js';
import { Button, change, CopyButton, Empty, InputField, sayError, TextField, useItems } from '../parts/index.js';

interface Saved {
  readonly name: string;
  readonly time: string;
  readonly rows: number;
}

/** The saved scenarios, and the worlds. */
export function ScenariosView(): VNode {
  const items = useItems<Saved>('/scenarios');
  const [shared] = route.value.parts;
  return (
    <div class="page">
      <h2>Scenarios</h2>
      <p class="dim">
        A scenario is the time and all rows. Its address can be shared with whoever reaches this emulator; its file is
        for <code>--scenario</code>. It has no tokens.
      </p>
      {shared !== undefined && items && renderShared(shared, items)}
      <SaveForm />
      {items?.length === 0 && <Empty title="Nothing is saved yet" />}
      {items && items.length > 0 && <ul class="cards">{items.map(SavedCard)}</ul>}
      <Worlds />
    </div>
  );
}

const toPath = (name: string) => `/scenarios/${encodeURIComponent(name)}`;

const load = (name: string) => change(`POST ${toPath(name)}/load`, `Rows and time are those of ${name}`, {});

/** Offers to load the scenario that the URL names. */
function renderShared(name: string, items: readonly Saved[]) {
  if (items.every((one) => one.name !== name))
    return <p class="note warn">There is no scenario {name}: it was deleted, or the emulator was restarted.</p>;
  return (
    <div class="note bar">
      <span class="grow">
        This address shares the scenario <b>{name}</b>.
      </span>
      <Button kind="main" onClick={() => load(name)}>
        Load it
      </Button>
    </div>
  );
}

function SavedCard({ name, time, rows }: Saved) {
  const address = () => new URL(writeRoute('scenarios', [name]), location.href).href;
  const remove = () => change(`DELETE ${toPath(name)}`, `Deleted ${name}`);
  return (
    <li key={name} class="card">
      <h3>{name}</h3>
      <p class="dim">
        {rows} rows, {time.slice(0, 19).replace('T', ' ')}
      </p>
      <div class="bar">
        <Button onClick={() => load(name)} label={`Load ${name}`}>
          Load
        </Button>
        <CopyButton text={address}>Copy address</CopyButton>
        <Button onClick={() => download(name)} label={`Download ${name}`}>
          Download
        </Button>
        <Button kind="risky" onClick={remove} label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
    </li>
  );
}

async function download(name: string) {
  try {
    const file = await loadFile(`/__mock${toPath(name)}`);
    const url = URL.createObjectURL(file);
    Object.assign(document.createElement('a'), { href: url, download: `${name}.json` }).click();
    URL.revokeObjectURL(url);
  } catch (error) {
    sayError(error);
  }
}

function SaveForm() {
  const [name, set] = useState('');
  const save = (body: object) => change(`PUT ${toPath(name)}`, `Saved ${name}`, body);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    try {
      await save({ time: new Date().toISOString(), ...JSON.parse(await file.text()) });
    } catch {
      sayError('This file is not JSON.');
    }
  };
  return (
    <div class="card form">
      <TextField name="Name" value={name} onChange={(text) => set(text.trim())} maxLength={64} />
      <div class="field">
        <span class="name">What is saved</span>
        <Button kind="main" onClick={() => save({})} disabled={name === ''}>
          Save the state as it is
        </Button>
      </div>
      <InputField
        type="file"
        name="or a file"
        accept="application/json,.json"
        disabled={name === ''}
        onChange={({ currentTarget }) => upload(currentTarget.files?.[0])}
      />
    </div>
  );
}

function Worlds() {
  const [name, set] = useState('');
  const fork = async () => {
    if (await change('POST /worlds', `Created the world ${name} as a copy of this one`, { name }))
      go('state', [], { world: name });
  };
  const remove = (world: string) => {
    void change(`DELETE /worlds/${encodeURIComponent(world)}`, `Removed the world ${world}`);
    if (worldName() === world) go('scenarios', [], { world: '' });
  };
  return (
    <>
      <h2>Worlds</h2>
      <p class="dim">
        A world is a state of its own. Requests choose it by the header <code>x-mock-world</code> or the path{' '}
        <code>/w/name</code>.
      </p>
      <div class="card form">
        <TextField name="Name of a new world" value={name} onChange={(text) => set(text.trim())} maxLength={64} />
        <div class="field">
          <span class="name">It starts as a copy of this one</span>
          <Button onClick={fork} disabled={name === ''}>
            Make the world
          </Button>
        </div>
      </div>
      <ul class="stack">
        {state.value.worlds.map((world) => (
          <li key={world} class="bar">
            <a class="grow" href={writeRoute('state', [], { world })}>
              {world}
            </a>
            <Button onClick={() => remove(world)} label={`Remove the world ${world}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
