/** A row that another request deleted while this one changed it. */
export class DeletedConcurrently extends Error {}

/** Returns a row that was read back after a change. One deleted meanwhile is reported like one that never existed. */
export function requireRow<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new DeletedConcurrently('deleted while it was changed')
  return row
}
