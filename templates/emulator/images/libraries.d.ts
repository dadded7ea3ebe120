// Types of the used exports of the image decoders, which come without types.
declare module 'icodec/webp-dec.js' {
  const open: import('./webp-reader.js').OpenWebp;
  export default open;
}

declare module '*.wasm' {
  /** The module as a zlib stream in base 64: see `build.js`. */
  const packed: string;
  export default packed;
}

declare module 'jpeg-js/lib/decoder.js' {
  const decode: import('./image-decoder.js').ReadJpeg;
  export default decode;
}

declare module 'omggif' {
  export const GifReader: new (bytes: Uint8Array) => import('./image-decoder.js').GifFile;
}
