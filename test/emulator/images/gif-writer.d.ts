declare module 'omggif' {
  export class GifWriter {
    constructor(bytes: number[], width: number, height: number, options: { readonly palette: readonly number[] });
    addFrame(
      left: number,
      top: number,
      width: number,
      height: number,
      indexes: readonly number[],
      options?: { readonly transparent?: number },
    ): void;
    end(): number;
  }
}
