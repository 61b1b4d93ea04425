import type { TextKey } from '@plumbline/contract/texts'

/** Texts that are part of the web app itself, since they are shown when no catalogue can be fetched. */
export const builtInKeys: readonly TextKey[] = [
  'offline_title',
  'offline_text',
  'try_again',
  'general_error',
  'new_version',
]
