/** Snaps to the pixel grid, so that hairlines stay one pixel wide. */
export function snapToPixel(pixels: number): number {
  return Math.round(pixels) + 0.5
}
