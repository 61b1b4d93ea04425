import type { TargetDimension } from '@plumbline/contract'
import { useDisplayNames } from '../../portfolio/display-names.ts'

/** Returns the name of a group in the language of the page. Securities keep the name of the server. */
export function useBucketNames(
  dimension: TargetDimension,
): (bucket: { readonly key: string; readonly name: string }) => string {
  const names = useDisplayNames()
  return ({ key, name }) => (dimension === 'position' ? name : names.group(dimension, key, name))
}
