/** A file without a valid state, which is not changed. The message is a sentence. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}
