/** Something that was to be changed and that someone else deleted in the meantime. */
export class GoneMeanwhile extends Error {}

/** What is read back after it was changed. What is gone by then is told like anything that does not exist. */
export function stillThere<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new GoneMeanwhile('deleted while it was changed')
  return row
}
