/** A function that computes its result on the first call. */
export function computeOnce<Value extends object>(compute: () => Value): () => Value {
  let value: Value | null = null
  return () => {
    value ??= compute()
    return value
  }
}
