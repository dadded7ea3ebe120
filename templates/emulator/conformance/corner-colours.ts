/** Red, green and blue of the quarters of a test picture: top left, top right, bottom left, bottom right. */
export const cornerColours: readonly (readonly number[])[] = [
  [250, 10, 10],
  [10, 250, 10],
  [10, 10, 250],
  [250, 250, 10],
];
