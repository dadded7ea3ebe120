import { defineCapability, type Capability } from '@speccast/emulator/capabilities';

/** Members of `x-action` beside `perform`. */
interface LastSignedInOptions {
  /** Table of the accounts. */
  readonly list: string;
  readonly items: string;
}

/** Lists one account: the caller's, or else that of the last caller, or else the first of all. */
export const lastSignedIn: Capability = defineCapability<LastSignedInOptions>({
  run(call, { list, items }) {
    const accounts = call.table(list);
    const first = accounts.first();
    const key = call.lastCallerId ?? (first === undefined ? undefined : accounts.keyOf(first));
    return call.page({
      items,
      keys: key === undefined ? [] : [key],
      show: (one) => {
        const row = accounts.get(one);
        return row === undefined ? undefined : accounts.present(row);
      },
    });
  },
});
