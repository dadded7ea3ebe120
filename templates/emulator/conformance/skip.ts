/** Says that a check cannot tell anything here. */
export class Skip extends Error {
  override readonly name = 'Skip';
}
