import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Form, TextField } from '../parts/controls.js';
import { setToken } from '../server/ask.js';

/** Asks for the token of the control plane. */
export function TokenForm(): VNode {
  const [token, set] = useState('');
  const enter = () => {
    setToken(token.trim());
    location.reload();
  };
  return (
    <Form class="page" onSubmit={enter}>
      <h2>This emulator has a control token</h2>
      <p>Its command prints the token on stderr, as a part of the address of this console.</p>
      <TextField name="Control token" value={token} onChange={set} input={{ type: 'password' }} />
      <div class="bar">
        <Button kind="main" onClick={enter} disabled={token.trim() === ''}>
          Open the console
        </Button>
      </div>
    </Form>
  );
}
